package dev.millrace.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.PatternSettings;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.RoutePlan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.event.Levels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleGroupsTest {
    private static final LayoutPlan LAYOUT = new LayoutPlan.Pattern("%m", "test");
    private static final FilterPlan WARNINGS = new FilterPlan.Threshold(Levels.WARN);

    private static SinkPlan console(String name, boolean error) {
        return new SinkPlan.ConsoleSink(name, LAYOUT, StandardCharsets.UTF_8, List.of(), error);
    }

    private static SinkPlan file(String name) {
        return new SinkPlan.FileSink(name, LAYOUT, StandardCharsets.UTF_8, List.of(), Path.of(name + ".log"), true);
    }

    private static Plan plan(List<RoutePlan> routes, SinkPlan... sinks) {
        return new Plan(
                "test",
                "test",
                new LoggerPlan("ROOT", null, true, List.of("A")),
                List.of(),
                List.of(sinks),
                Map.of(),
                Plan.OverflowWish.NONE,
                false,
                false,
                PatternSettings.NONE,
                Plan.JulLevels.UNTOUCHED,
                List.of(),
                routes);
    }

    @Test
    void shouldLeaveAPlanAloneWhoseConsolesHaveAStreamEach() {
        Plan plan = plan(List.of(), console("A", false), file("F"), console("B", true));

        assertThat(ConsoleGroups.in(plan)).isSameAs(plan);
    }

    @Test
    void shouldPutConsolesOfAStreamInThePlaceOfTheFirst() {
        SinkPlan a = console("A", false);
        SinkPlan b = console("B", true);
        SinkPlan c = console("C", false);
        SinkPlan d = new SinkPlan.SiftingSink("D", List.of(), new SiftPlan("k", "d", 1_000, 10, value -> a, a));
        RoutePlan toFile = new RoutePlan("R", "F", List.of(WARNINGS));

        Plan joined = ConsoleGroups.in(
                plan(List.of(new RoutePlan("ASYNC", "C", List.of(WARNINGS)), toFile), a, b, file("F"), c, d));

        assertThat(joined.sinks()).containsExactly(new SinkPlan.ConsoleGroup("A+C+D", List.of(a, c, d)), b, file("F"));
        assertThat(joined.routes())
                .containsExactly(
                        new RoutePlan("ASYNC", "A+C+D", List.of(WARNINGS), 1),
                        toFile,
                        new RoutePlan("A", "A+C+D", List.of(), 0),
                        new RoutePlan("C", "A+C+D", List.of(), 1),
                        new RoutePlan("D", "A+C+D", List.of(), 2));
        assertThat(ConsoleGroups.in(joined)).isSameAs(joined);
    }

    @Test
    void shouldGiveEachStreamAGroup() {
        Plan joined = ConsoleGroups.in(
                plan(List.of(), console("A", false), console("B", true), console("C", false), console("D", true)));

        assertThat(joined.sinks()).extracting(SinkPlan::name).containsExactly("A+C", "B+D");
        assertThat(joined.sinks().get(1).console().error()).isTrue();
    }

    @Test
    void shouldFindANameThatNothingElseHas() {
        Plan joined = ConsoleGroups.in(plan(
                List.of(new RoutePlan("A+B", "F", List.of())), console("A", false), console("B", false), file("F")));

        assertThat(joined.sinks()).extracting(SinkPlan::name).containsExactly("A+B+", "F");
    }
}
