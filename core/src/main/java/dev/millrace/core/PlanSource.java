package dev.millrace.core;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.PlanReader;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the plan: asks each configuration dialect that is present, else runs a console. */
final class PlanSource {
    /**
     * The dialects that Millrace knows, in the order in which they are asked. By name, because core depends on none of
     * them; a service loader would look through every module of the JDK three times, a thirtieth of a start.
     */
    private static final String[] DIALECTS = {"dev.millrace.config.logback.LogbackPlanReader"};

    private static final String DEFAULT_PATTERN = "%d{HH:mm:ss.SSS} [%thread] %level %logger -%kvp- %msg%n";

    private PlanSource() {}

    static PlanReading read(ClassLoader loader, StatusLog status) {
        for (String dialect : DIALECTS) {
            PlanReader reader = reader(dialect, status);
            if (reader == null) {
                continue;
            }
            try {
                Optional<PlanReading> reading = reader.read(loader, status);
                if (reading.isPresent()) {
                    return reading.get();
                }
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                status.add(
                        StatusCode.MR003,
                        "the configuration reader " + dialect
                                + " failed; the next one is asked, and without any the console is used",
                        e);
            }
        }
        status.add(StatusCode.MR002, "no configuration was found: everything from DEBUG on goes to the console");
        return PlanReading.once(console());
    }

    /** The plan without a configuration: a console with everything from DEBUG on. */
    static Plan console() {
        SinkPlan console = new SinkPlan.ConsoleSink(
                "console",
                new LayoutPlan.Pattern(DEFAULT_PATTERN, "default"),
                Charset.defaultCharset(),
                List.of(),
                false);
        return new Plan(
                "default",
                "default",
                new LoggerPlan(LoggerTree.ROOT, Levels.DEBUG, true, List.of(console.name())),
                List.of(),
                List.of(console),
                Map.of(),
                Plan.OverflowWish.NONE,
                false,
                false);
    }

    /** Null where the dialect is not there, or cannot be used, which is told. */
    private static PlanReader reader(String name, StatusLog status) {
        try {
            return Class.forName(name)
                    .asSubclass(PlanReader.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException absent) {
            return null;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            status.add(StatusCode.MR003, "the configuration reader " + name + " could not be made and is left out", e);
            return null;
        }
    }
}
