package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.event.Levels;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DestinationTest {
    private static SinkPlan file(String path, boolean append, FilterPlan... filters) {
        return new SinkPlan.FileSink(
                "S", Plans.pattern("%m"), StandardCharsets.UTF_8, List.of(filters), Path.of(path), append);
    }

    private static SinkPlan rolling(long maxFileSizeBytes) {
        FileNamePattern names =
                new FileNamePattern(List.of(new FileNamePattern.Literal("logs/app."), new FileNamePattern.Index(0)));
        return new SinkPlan.RollingFileSink(
                "S",
                Plans.pattern("%m"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Window(Path.of("logs/app.log"), names, ArchiveFormat.PLAIN, maxFileSizeBytes, 1, 3));
    }

    private static SinkPlan console(boolean error) {
        return new SinkPlan.ConsoleSink("S", Plans.pattern("%m"), StandardCharsets.UTF_8, List.of(), error);
    }

    private static SinkPlan sifting(SinkPlan sample) {
        return new SinkPlan.SiftingSink("S", List.of(), new SiftPlan("k", "d", 1_000, 10, value -> sample, sample));
    }

    private static SinkPlan prudent(String path) {
        return new SinkPlan.FileSink(
                "S", Plans.pattern("%m"), StandardCharsets.UTF_8, List.of(), Path.of(path), true, true);
    }

    @Test
    void shouldGoOnOnAConsoleThatIsSifted() {
        assertThat(Destination.isSame(sifting(console(true)), console(true))).isTrue();
        assertThat(Destination.isSame(sifting(console(true)), sifting(console(true))))
                .isTrue();
        assertThat(Destination.isSame(sifting(console(true)), sifting(console(false))))
                .isFalse();
    }

    @Test
    void shouldNotGoOnWhereOnlyTheLayoutsOfTheConsoleKnowItsEnd() {
        SinkPlan framed = new SinkPlan.ConsoleSink(
                "S",
                new LayoutPlan.Pattern("%m", "test", new FramePlan("begin", "end"), false),
                StandardCharsets.UTF_8,
                List.of(),
                true);
        SinkPlan group = new SinkPlan.ConsoleGroup("S+T", List.of(framed, console(true)));

        assertThat(Destination.isSame(framed, framed)).isTrue();
        assertThat(Destination.isSame(group, group)).isFalse();
        assertThat(Destination.isSame(sifting(framed), sifting(framed))).isFalse();
    }

    @Test
    void shouldTakeEveryFileForOneOfASiftingSink() {
        SinkPlan sifting = sifting(file("logs/app.log", true));

        assertThat(Destination.isSame(sifting, sifting)).isFalse();
        assertThat(Destination.isSamePlace(sifting, file("other.log", true), false))
                .isTrue();
        assertThat(Destination.isSamePlace(rolling(10), sifting, false)).isTrue();
        assertThat(Destination.isSamePlace(sifting, sifting(rolling(10)), false))
                .isTrue();
        assertThat(Destination.isSamePlace(sifting, console(true), false)).isFalse();
        assertThat(Destination.isSamePlace(sifting(console(true)), file("logs/app.log", true), false))
                .isFalse();
    }

    @Test
    void shouldNotGoOnUnlockedWhereOthersWriteToo() {
        assertThat(Destination.isSame(prudent("logs/app.log"), file("logs/app.log", true)))
                .isFalse();
        assertThat(Destination.isSame(prudent("logs/app.log"), prudent("logs/app.log")))
                .isTrue();
    }

    @Test
    void shouldGoOnWhereOnlyTheRenderingChanges() {
        SinkPlan file = file("logs/app.log", true);

        assertThat(Destination.isSame(file, file("logs/./app.log", false, new FilterPlan.Threshold(Levels.WARN))))
                .isTrue();
        assertThat(Destination.isSame(rolling(10), rolling(10))).isTrue();
        assertThat(Destination.isSame(console(true), console(true))).isTrue();
    }

    @Test
    void shouldNotGoOnAsSomethingElse() {
        SinkPlan file = file("logs/app.log", true);

        assertThat(Destination.isSame(file, file("logs/other.log", true))).isFalse();
        assertThat(Destination.isSame(rolling(10), rolling(20))).isFalse();
        assertThat(Destination.isSame(console(true), console(false))).isFalse();
        assertThat(Destination.isSame(file, rolling(10))).isFalse();
        assertThat(Destination.isSame(rolling(10), console(true))).isFalse();
    }

    @Test
    void shouldSeeThatTwoKindsOfSinksShareAFile() {
        assertThat(Destination.isSamePlace(file("logs/app.log", true), rolling(10), false))
                .isTrue();
        assertThat(Destination.isSamePlace(file("logs/app.log", true), file("app.log", true), false))
                .isFalse();
    }

    @Test
    void shouldSeeThatTwoConsolesShareAStream() {
        SinkPlan group = new SinkPlan.ConsoleGroup("A+B", List.of(console(true), console(true)));

        assertThat(Destination.isSamePlace(console(true), console(true), false)).isTrue();
        assertThat(Destination.isSamePlace(console(true), group, false)).isTrue();
        assertThat(Destination.isSamePlace(console(true), console(false), false))
                .isFalse();
        assertThat(Destination.isSamePlace(console(false), group, false)).isFalse();
        assertThat(Destination.isSamePlace(group, file("logs/app.log", true), false))
                .isFalse();
        assertThat(Destination.isSame(group, group)).isTrue();
    }

    /** Whoever adds a component decides in {@link Destination} whether it makes another sink. */
    @Test
    void shouldKnowEveryComponentOfASink() {
        assertThat(components(SinkPlan.FileSink.class))
                .containsExactly("name", "layout", "charset", "filters", "file", "append", "prudent");
        assertThat(components(SinkPlan.RollingFileSink.class))
                .containsExactly("name", "layout", "charset", "filters", "roll", "prudent");
        assertThat(components(SinkPlan.ConsoleSink.class))
                .containsExactly("name", "layout", "charset", "filters", "error", "colorsOnTerminalsOnly");
        assertThat(components(SinkPlan.SiftingSink.class)).containsExactly("name", "filters", "sift");
        assertThat(components(SinkPlan.ConsoleGroup.class)).containsExactly("name", "members");
    }

    private static List<String> components(Class<?> sink) {
        return Arrays.stream(sink.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }
}
