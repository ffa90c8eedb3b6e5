package dev.millrace.core.sift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.sink.FaultyFiles;
import dev.millrace.core.sink.FaultyFiles.Fault;
import dev.millrace.core.sink.FaultyFiles.Killed;
import dev.millrace.core.sink.FaultyRolls;
import dev.millrace.core.sink.Frames;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SiftingKillTest {
    private static final int EVENTS = 40;
    private static final int VALUES = 6;
    private static final long HOUR_MILLIS = 3_600_000;
    // Operations of a roll to another file system.
    private static final int COPY = 1;
    private static final int COPY_AND_TAKE_BACK = 2;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private static Function<String, SinkPlan> files(Path home) {
        return value -> new SinkPlan.FileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                home.resolve(value + ".log"),
                true);
    }

    private static Function<String, SinkPlan> days(Path home) {
        return value -> new SinkPlan.RollingFileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Periodic(
                        home.resolve(value + ".log"),
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(home + "/old/" + value + "-"),
                                new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.PLAIN,
                        RollPeriod.DAY,
                        0,
                        0,
                        0,
                        false));
    }

    private static Function<String, SinkPlan> windows(Path home) {
        return value -> new SinkPlan.RollingFileSink(
                value,
                new LayoutPlan.Pattern("%m%n", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Window(
                        home.resolve(value + ".log"),
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(home + "/old/" + value + "-"),
                                new FileNamePattern.Index(0),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.PLAIN,
                        30,
                        1,
                        9));
    }

    private SiftRun run(Function<String, SinkPlan> template, Path home) throws IOException {
        Files.createDirectories(home.resolve("old"));
        SiftRun run = new SiftRun(template, home.resolve("outbox"), status);
        Random random = new Random(3);
        for (int i = 0; i < EVENTS; i++) {
            run.log(i * 5 * HOUR_MILLIS, "u" + random.nextInt(VALUES), "line " + i);
        }
        return run;
    }

    private static void assertWhole(Path home, String what) throws IOException {
        Random random = new Random(3);
        Map<String, List<String>> expected = new TreeMap<>();
        for (int i = 0; i < EVENTS; i++) {
            expected.computeIfAbsent("u" + random.nextInt(VALUES), unseen -> new ArrayList<>())
                    .add("line " + i);
        }
        Map<String, List<String>> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (!name.equals("outbox") && !name.startsWith("none")) {
                    content.computeIfAbsent(name.substring(0, 2), unseen -> new ArrayList<>())
                            .addAll(Files.readAllLines(file));
                }
            }
        }
        for (List<String> lines : content.values()) {
            lines.removeIf(line -> line.equals(Frames.HEADER) || line.equals(Frames.FOOTER));
        }
        assertThat(content.keySet()).as(what).isEqualTo(expected.keySet());
        for (String value : expected.keySet()) {
            assertThat(content.get(value)).as(what).containsExactlyInAnyOrderElementsOf(expected.get(value));
        }
    }

    private long bytes() throws IOException {
        Path home = dir.resolve("whole");
        SiftRun run = run(files(home), home);
        run.start(AppendFile.REAL, RollFiles.REAL);
        run.drain(new Random(1));
        run.close();
        assertWhole(home, "undisturbed");
        long bytes = 0;
        for (int i = 0; i < VALUES; i++) {
            Path file = home.resolve("u" + i + ".log");
            bytes += Files.exists(file) ? Files.size(file) : 0;
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldLoseAndDoubleNoLineOfAnyFileWhateverHappensAtWhicheverByteI1(Fault fault) throws IOException {
        long bytes = bytes();
        for (int at = 0; at < bytes; at += fault == Fault.KILL ? 1 : 5) {
            Path home = dir.resolve(fault + "-" + at);
            SiftRun run = run(files(home), home);
            FaultyFiles files = new FaultyFiles();
            files.arm(fault, at);
            live(run, files, RollFiles.REAL, at);
            live(run, AppendFile.REAL, RollFiles.REAL, at);
            boolean interrupted = Thread.interrupted();

            assertWhole(home, fault + " at byte " + at);
            assertThat(interrupted).isEqualTo(fault == Fault.INTERRUPT);
        }
    }

    @Test
    void I1_shouldGoOnInCopiesThatTookTheFilesNames() throws IOException {
        long bytes = bytes();
        for (int at = 0; at < bytes; at += 3) {
            Path home = dir.resolve("copies-" + at);
            SiftRun run = run(files(home), home);
            FaultyFiles files = new FaultyFiles();
            files.arm(Fault.KILL, at);
            live(run, files, RollFiles.REAL, at);
            // All copies first: the next one could get the identity of a file that is gone.
            for (int value = 0; value < VALUES; value++) {
                Path file = home.resolve("u" + value + ".log");
                if (Files.exists(file)) {
                    Files.copy(file, dir.resolve("copy-" + value));
                }
            }
            for (int value = 0; value < VALUES; value++) {
                Path copy = dir.resolve("copy-" + value);
                if (Files.exists(copy)) {
                    Files.move(copy, home.resolve("u" + value + ".log"), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            live(run, AppendFile.REAL, RollFiles.REAL, at);

            assertWhole(home, "killed at byte " + at);
        }
    }

    private static void live(SiftRun run, AppendFile.Opener files, RollFiles rolls, int seed) {
        try {
            run.start(files, rolls);
            run.drain(new Random(seed));
        } catch (Killed e) {
            // The process is gone.
        }
        run.close();
    }

    @Test
    void shouldLoseAndDoubleNoLineWhenTheRecoveryIsKilledTooI1() throws IOException {
        Random random = new Random(5);
        for (int round = 0; round < 150; round++) {
            Path home = dir.resolve("again-" + round);
            SiftRun run = run(files(home), home);
            StringBuilder story = new StringBuilder();
            for (int life = 0; life < 5; life++) {
                FaultyFiles files = new FaultyFiles();
                int at = random.nextInt(life == 0 ? 200 : 30);
                Fault fault = life == 4 ? Fault.SHORT : Fault.values()[random.nextInt(Fault.values().length)];
                story.append(' ').append(fault).append(' ').append(at);
                files.arm(fault, at);
                live(run, files, RollFiles.REAL, round);
            }
            live(run, AppendFile.REAL, RollFiles.REAL, round);
            Thread.interrupted();

            assertWhole(home, "round " + round + ":" + story);
        }
    }

    /** The ways in which the files of a value roll. */
    enum Way {
        DAYS,
        WINDOWS
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldLoseAndDoubleNoLineWhereverARollIsKilledI1(Way way) throws IOException {
        FaultyRolls whole = new FaultyRolls();
        Path home = dir.resolve("whole-rolls");
        SiftRun run = run(template(way, home), home);
        live(run, AppendFile.REAL, whole, 1);
        assertWhole(home, way + " undisturbed");
        assertThat(whole.operations).isGreaterThan(VALUES);
        for (int at = 0; at < whole.operations; at++) {
            for (FaultyRolls.At where : FaultyRolls.At.values()) {
                home = dir.resolve(at + "-" + where);
                run = run(template(way, home), home);
                FaultyRolls rolls = new FaultyRolls();
                rolls.killAt(at, where);
                live(run, AppendFile.REAL, rolls, at);
                live(run, AppendFile.REAL, RollFiles.REAL, at);

                assertWhole(home, way + " killed " + where + " operation " + at);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void i1ShouldGoOnBehindACopyOfARollThatWasStopped(boolean byClock) throws IOException {
        for (Consumer<FaultyRolls> fault : List.<Consumer<FaultyRolls>>of(
                rolls -> rolls.interruptAt(COPY), rolls -> rolls.failAt(COPY, COPY_AND_TAKE_BACK))) {
            Path home = Files.createTempDirectory(dir, "copy");
            SiftRun run = new SiftRun(days(home), home.resolve("outbox"), status);
            FaultyRolls rolls = new FaultyRolls();
            rolls.otherFileSystem = true;
            fault.accept(rolls);
            run.start(AppendFile.REAL, rolls);
            run.log(HOUR_MILLIS, "a", "first day");
            run.drain(new Random(1));
            if (byClock) {
                run.idleUntil(25 * HOUR_MILLIS);
                Thread.interrupted();
            }
            run.log(25 * HOUR_MILLIS, byClock ? "b" : "a", "second day");
            run.drain(new Random(1));
            run.idleUntil(26 * HOUR_MILLIS);
            run.close();
            Thread.interrupted();

            assertThat(home.resolve("old/a-1970-01-01.log")).hasContent("first day");
            assertThat(home.resolve(byClock ? "b.log" : "a.log")).hasContent("second day");
        }
    }

    private static Function<String, SinkPlan> template(Way way, Path home) {
        return way == Way.DAYS ? days(home) : windows(home);
    }

    /** The same sinks with headers and footers. */
    private static Function<String, SinkPlan> framed(Function<String, SinkPlan> template) {
        return value -> {
            SinkPlan plan = template.apply(value);
            return plan instanceof SinkPlan.FileSink file
                    ? new SinkPlan.FileSink(
                            value, Frames.layout(), file.charset(), file.filters(), file.file(), file.append())
                    : new SinkPlan.RollingFileSink(
                            value,
                            Frames.layout(),
                            plan.charset(),
                            plan.filters(),
                            ((SinkPlan.RollingFileSink) plan).roll());
        };
    }

    private static void assertFramed(Path home, String what, boolean everyLine) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (Files.size(file) > 0 && !name.equals("outbox")) {
                    List<String> lines = Files.readAllLines(file);
                    String seen = what + ", " + name + ": " + lines;
                    assertThat(lines).as(seen).startsWith(Frames.HEADER);
                    if (everyLine) {
                        assertThat(lines).as(seen).endsWith(Frames.FOOTER);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void shouldFrameEachFileWhateverHappensAtWhicheverByteI1(Fault fault) throws IOException {
        long bytes = bytes();
        for (int at = 0; at < bytes; at += fault == Fault.KILL ? 3 : 17) {
            Path home = dir.resolve("framed-" + fault + "-" + at);
            SiftRun run = run(framed(files(home)), home);
            run.maxValues = 3;
            FaultyFiles files = new FaultyFiles();
            files.arm(fault, at);
            live(run, files, RollFiles.REAL, at);
            run.start(AppendFile.REAL, RollFiles.REAL);
            run.drain(new Random(at));
            run.end();
            boolean interrupted = Thread.interrupted();

            String what = fault + " at byte " + at;
            assertWhole(home, what);
            assertFramed(home, what, false);
            assertThat(interrupted).as(what).isEqualTo(fault == Fault.INTERRUPT);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldFrameEachFileWhereverARollIsKilledI1(Way way) throws IOException {
        FaultyRolls whole = new FaultyRolls();
        Path home = dir.resolve("whole-framed-rolls");
        SiftRun run = run(framed(template(way, home)), home);
        run.start(AppendFile.REAL, whole);
        run.drain(new Random(1));
        run.end();
        assertWhole(home, way + " undisturbed");
        assertFramed(home, way + " undisturbed", true);
        for (int at = 0; at < whole.operations; at++) {
            FaultyRolls.At where = FaultyRolls.At.values()[at % 3];
            home = dir.resolve("framed-" + at + "-" + where);
            run = run(framed(template(way, home)), home);
            FaultyRolls rolls = new FaultyRolls();
            rolls.killAt(at, where);
            live(run, AppendFile.REAL, rolls, at);
            live(run, AppendFile.REAL, RollFiles.REAL, at);

            String what = way + " killed " + where + " operation " + at;
            assertWhole(home, what);
            assertFramed(home, what, false);
        }
    }

    @Test
    void shouldPutLinesOfAnInterruptedRollIntoTheArchiveOfTheirDay() throws IOException {
        Path home = dir.resolve("day");
        Files.createDirectories(home.resolve("old"));
        SiftRun run = new SiftRun(days(home), home.resolve("outbox"), status);
        run.log(HOUR_MILLIS, "a", "first day");
        live(run, AppendFile.REAL, RollFiles.REAL, 1);
        run.log(25 * HOUR_MILLIS, "a", "second day");
        live(run, AppendFile.REAL, RollFiles.REAL, 1);

        assertThat(home.resolve("old/a-1970-01-01.log")).content().contains("first day");
        assertThat(home.resolve("a.log")).content().contains("second day");
    }
}
