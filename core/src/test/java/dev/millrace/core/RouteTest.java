package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RouteTest {
    private static final FilterPlan WARNINGS = new FilterPlan.Threshold(Levels.WARN);
    private static final FilterPlan ERRORS_ONLY =
            new FilterPlan.Evaluate(new EvaluatorPlan(true, List.of(), null), Reply.NEUTRAL, Reply.DENY);

    @TempDir
    Path dir;

    private SinkPlan file() {
        return new SinkPlan.FileSink(
                "F", Plans.pattern("%level %msg%n"), StandardCharsets.UTF_8, List.of(), dir.resolve("f.log"), true);
    }

    @Test
    void shouldWriteAnEventAsOftenAsItsWaysLetItThroughI3() {
        Plans plan = Plans.plan(dir)
                .sink(file())
                .route("A", "F", true, WARNINGS)
                .route("B", "F", false, ERRORS_ONLY)
                .logger("x", null, true, "B");
        Engine engine = Bootstrap.start(plan.build(), new StatusLog());
        EngineTest.log(engine, "x", Levels.INFO, "one");
        EngineTest.log(engine, "x", Levels.ERROR, "two");
        EngineTest.log(engine, "y", Levels.ERROR, "three");
        engine.close();

        assertThat(dir.resolve("f.log"))
                .hasContent("INFO one\nERROR two\nERROR two\nERROR two\nERROR three\nERROR three\n");
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.delivered()).isEqualTo(3);
        assertThat(counters.pending()).isZero();
    }

    @Test
    void shouldAskNothingOfLevelsThatNoWayLetsThrough() {
        Plans plan = Plans.plan(dir).sink(file(), false).route("A", "F", true, WARNINGS);
        Engine engine = Bootstrap.start(plan.build(), new StatusLog());
        LoggerNode logger = engine.logger("x");

        assertThat(logger.isWanted(Levels.INFO)).isFalse();
        assertThat(logger.isEnabled(Levels.INFO)).isTrue();
        assertThat(logger.isWanted(Levels.WARN)).isTrue();
        engine.close();
    }
}
