package dev.millrace.core;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.PatternSettings;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.event.Levels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds plans for tests: every sink hangs on the root unless loggers are given. */
final class Plans {
    private final List<SinkPlan> sinks = new ArrayList<>();
    private final List<RoutePlan> routes = new ArrayList<>();
    private final List<String> rootSinks = new ArrayList<>();
    private final List<LoggerPlan> loggers = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    private int rootLevel = Levels.TRACE;
    private Plan.OverflowWish overflowWish = Plan.OverflowWish.NONE;
    private boolean testSource;
    private boolean showStatus;
    private PatternSettings patterns = PatternSettings.NONE;
    private List<TurboFilterPlan> turboFilters = List.of();
    private Plan.JulLevels julLevels = Plan.JulLevels.UNTOUCHED;

    static Plans plan(Path journalDir) {
        return new Plans().with("millrace.journal.dir", journalDir.toString());
    }

    static LayoutPlan pattern(String pattern) {
        return new LayoutPlan.Pattern(pattern, "test");
    }

    Plans file(String name, Path file, FilterPlan... filters) {
        return sink(new SinkPlan.FileSink(
                name, pattern("%level %logger %msg%n"), StandardCharsets.UTF_8, List.of(filters), file, true));
    }

    Plans console(String name, boolean error) {
        return sink(new SinkPlan.ConsoleSink(
                name, pattern("%level %logger %msg%n"), StandardCharsets.UTF_8, List.of(), error));
    }

    Plans sink(SinkPlan sink) {
        return sink(sink, true);
    }

    /** {@code atRoot} false: only loggers that name the sink write to it. */
    Plans sink(SinkPlan sink, boolean atRoot) {
        sinks.add(sink);
        if (atRoot) {
            rootSinks.add(sink.name());
        }
        return this;
    }

    Plans logger(String name, Integer level, boolean additive, String... sinkNames) {
        loggers.add(new LoggerPlan(name, level, additive, List.of(sinkNames)));
        return this;
    }

    /** A route that loggers may name, as they name sinks; {@code atRoot}: the root does. */
    Plans route(String name, String sink, boolean atRoot, FilterPlan... filters) {
        routes.add(new RoutePlan(name, sink, List.of(filters)));
        if (atRoot) {
            rootSinks.add(name);
        }
        return this;
    }

    Plans with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    Plans rootLevel(int level) {
        rootLevel = level;
        return this;
    }

    Plans patterns(PatternSettings settings) {
        patterns = settings;
        return this;
    }

    Plans julLevels(Plan.JulLevels levels) {
        julLevels = levels;
        return this;
    }

    Plans turboFilters(TurboFilterPlan... filters) {
        turboFilters = List.of(filters);
        return this;
    }

    Plans overflowWish(Plan.OverflowWish wish) {
        overflowWish = wish;
        return this;
    }

    Plans showStatus() {
        showStatus = true;
        return this;
    }

    Plans testSource() {
        testSource = true;
        return this;
    }

    Plan build() {
        return new Plan(
                "test",
                "test",
                new LoggerPlan("ROOT", rootLevel, true, rootSinks),
                loggers,
                sinks,
                properties,
                overflowWish,
                testSource,
                showStatus,
                patterns,
                julLevels,
                turboFilters,
                routes);
    }
}
