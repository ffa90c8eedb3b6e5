package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.roll.ArchiveJob;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.sink.FaultyRolls.At;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class RollingKillTest {
    private static final long MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();
    private static final int LINES = 20;

    /** Three rolls: the kills of each operation cost the square of their number. */
    private static final int WINDOW_ROLLS_AT_BYTES = 120;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    /** The ways to roll, each of which has operations of its own. */
    enum Way {
        FILE,
        FILE_EXISTING_ARCHIVE,
        OTHER_FILE_SYSTEM,
        OTHER_FILE_SYSTEM_EXISTING_ARCHIVE,
        COMPRESSED,
        OTHER_FILE_SYSTEM_COMPRESSED,
        SIZE,
        NO_FILE_COMPRESSED,
        WINDOW,
        WINDOW_COMPRESSED,
        WINDOW_OTHER_FILE_SYSTEM,
        WINDOW_OTHER_FILE_SYSTEM_COMPRESSED
    }

    private RollPlan plan(Way way, Path home) {
        Path file = way.name().startsWith("NO_FILE") ? null : home.resolve("app.log");
        ArchiveFormat format = way.name().endsWith("COMPRESSED") ? ArchiveFormat.GZIP : ArchiveFormat.PLAIN;
        FileNamePattern.Part begin = new FileNamePattern.Literal(home + "/old/app-");
        FileNamePattern.Part end = new FileNamePattern.Literal(".log");
        FileNamePattern.Part index = new FileNamePattern.Index(0);
        if (way.name().startsWith("WINDOW")) {
            return new RollPlan.Window(
                    file, new FileNamePattern(List.of(begin, index, end)), format, WINDOW_ROLLS_AT_BYTES, 1, 9);
        }
        FileNamePattern.Part date = new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true);
        boolean sized = way == Way.SIZE || way == Way.NO_FILE_COMPRESSED;
        FileNamePattern names = new FileNamePattern(
                sized ? List.of(begin, date, new FileNamePattern.Literal("."), index, end) : List.of(begin, date, end));
        return new RollPlan.Periodic(file, names, format, RollPeriod.DAY, sized ? 50 : 0, 0, 0, false);
    }

    private static String line(int i) {
        return "line " + i + " of the log\n";
    }

    private static FaultyRolls files(Way way) {
        FaultyRolls files = new FaultyRolls();
        files.otherFileSystem = way.name().contains("OTHER_FILE_SYSTEM");
        return files;
    }

    private RollingRun run(Way way, Path home) throws IOException {
        Files.createDirectories(home.resolve("old"));
        if (way.name().contains("EXISTING")) {
            Files.writeString(home.resolve("old/app-2026-03-02.log"), "there before\n");
        }
        RollingRun run = new RollingRun(plan(way, home), home.resolve("outbox"), status);
        for (int i = 0; i < LINES; i++) {
            run.log((MIDNIGHT + i * 4 * 3_600_000L) * 1000, line(i));
        }
        return run;
    }

    private static List<String> content(Path home) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".gz")) {
                    lines.addAll(archived(file));
                } else if (!name.equals("outbox") && !name.endsWith(".pending") && !name.endsWith(".moving")) {
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        lines.remove("there before");
        lines.removeIf(line -> line.equals(Frames.HEADER) || line.equals(Frames.FOOTER));
        return lines;
    }

    private static List<String> archived(Path archive) throws IOException {
        try (InputStream content = new GZIPInputStream(Files.newInputStream(archive))) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static void assertWhole(Path home, String what) throws IOException {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            expected.add(line(i).trim());
        }
        assertThat(content(home)).as(what).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldMoveAnArchiveUpThatIsFinishedInTheMiddleOfARoll() throws IOException {
        RollingRun run = new RollingRun(plan(Way.WINDOW_COMPRESSED, dir), dir.resolve("outbox"), status);
        run.start(RollFiles.REAL, MIDNIGHT);
        String line = "x".repeat(WINDOW_ROLLS_AT_BYTES) + "\n";
        run.log(MIDNIGHT * 1000, "1" + line);
        run.log(MIDNIGHT * 1000, "2" + line);
        run.drain(new Random(1));
        ArchiveJob job = run.jobs().get(0);
        run.whenWithdrawn = original -> {
            if (original.equals(job.original())) {
                run.whenWithdrawn = other -> {};
                finish(job);
            }
        };
        run.log(MIDNIGHT * 1000, "3" + line);
        run.drain(new Random(1));
        run.close();

        assertThat(job.original()).hasContent("2" + line);
        assertThat(job.archive()).doesNotExist();
        assertThat(dir.resolve("old/app-2.log.gz")).exists();
        assertThat(dir.resolve("old/app-2.log")).doesNotExist();
    }

    private static void finish(ArchiveJob job) {
        try (OutputStream archive = new GZIPOutputStream(Files.newOutputStream(job.archive()))) {
            Files.copy(job.original(), archive);
            Files.delete(job.original());
            Files.delete(job.mark());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldLoseAndDoubleNoLineWhereverARollIsKilledI1(Way way) throws IOException {
        int operations = operations(way);
        assertThat(operations).isPositive();
        for (int at = 0; at < operations; at++) {
            for (At where : At.values()) {
                Path home = dir.resolve(at + "-" + where);
                RollingRun run = run(way, home);
                FaultyRolls files = files(way);
                files.killAt(at, where);
                try {
                    run.start(files, MIDNIGHT);
                    run.drain(new Random(at));
                } catch (FaultyFiles.Killed e) {
                    run.close();
                }
                run.start(files(way), MIDNIGHT + 40 * 86_400_000L);
                run.drain(new Random(at));
                run.close();

                assertWhole(home, way + " killed " + where + " operation " + at);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Way.class, mode = EnumSource.Mode.MATCH_ANY, names = ".*COMPRESSED")
    void shouldLoseAndDoubleNoLineWhereAnotherProcessLooksForWorkBehindAKillI1(Way way) throws IOException {
        int operations = operations(way);
        for (int at = 0; at < operations; at++) {
            At where = At.values()[at % 3];
            Path home = dir.resolve("other-" + at);
            RollingRun run = run(way, home);
            FaultyRolls files = files(way);
            files.killAt(at, where);
            try {
                run.start(files, MIDNIGHT);
                run.drain(new Random(at));
            } catch (FaultyFiles.Killed e) {
                run.close();
            }
            compressWhatIsMarked(plan(way, home));
            run.start(files(way), MIDNIGHT);
            run.drain(new Random(at));
            run.close();
            compressWhatIsMarked(plan(way, home));

            String what = way + " killed " + where + " operation " + at;
            assertWhole(home, what);
            try (Stream<Path> left = Files.list(home.resolve("old"))) {
                assertThat(left)
                        .as(what)
                        .allMatch(file -> file.toString().endsWith(".gz")
                                || file.toString().endsWith(".log"));
            }
        }
    }

    /** As another process does at its start. */
    private void compressWhatIsMarked(RollPlan plan) {
        Archivist archivist = new Archivist(100, status);
        Roller.of(plan).unfinished().forEach(archivist::compress);
        archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldFrameEachFileWhereverARollIsKilledI1(Way way) throws IOException {
        int operations = operations(way);
        for (int at = 0; at < operations; at++) {
            At where = At.values()[at % 3];
            Path home = dir.resolve("framed-" + at + "-" + where);
            RollingRun run = run(way, home);
            run.framed();
            FaultyRolls files = files(way);
            files.killAt(at, where);
            try {
                run.start(files, MIDNIGHT);
                run.drain(new Random(at));
            } catch (FaultyFiles.Killed e) {
                run.close();
            }
            run.start(files(way), MIDNIGHT + 40 * 86_400_000L);
            run.drain(new Random(at));
            run.stop();

            String what = way + " killed " + where + " operation " + at;
            assertWhole(home, what);
            assertFramed(home, what);
        }
    }

    private static void assertFramed(Path home, String what) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".log") && Files.size(file) > 0) {
                    List<String> lines = new ArrayList<>(Files.readAllLines(file));
                    lines.remove("there before");
                    String seen = what + ", " + name + ": " + lines;
                    assertThat(lines).as(seen).startsWith(Frames.HEADER).endsWith(Frames.FOOTER);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldLoseAndDoubleNoLineWhenTheRecoveryIsKilledTooI1(Way way) throws IOException {
        int operations = operations(way);
        Random random = new Random(17);
        for (int round = 0; round < 10; round++) {
            Path home = dir.resolve("twice-" + round);
            RollingRun run = run(way, home);
            StringBuilder story = new StringBuilder();
            for (int life = 0; life < 4; life++) {
                FaultyRolls files = files(way);
                int at = random.nextInt(life == 0 ? operations : 6);
                At where = At.values()[random.nextInt(3)];
                story.append(' ').append(at).append(' ').append(where);
                files.killAt(at, where);
                try {
                    run.start(files, MIDNIGHT + life * 86_400_000L);
                    run.drain(random);
                } catch (FaultyFiles.Killed e) {
                    run.close();
                }
            }
            run.start(files(way), MIDNIGHT + 40 * 86_400_000L);
            run.drain(random);
            run.close();

            assertWhole(home, way + " round " + round + " killed at" + story);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldKeepEveryLineWhenAnOperationFails(Way way) throws IOException {
        int operations = operations(way);
        for (int at = 0; at < operations; at++) {
            Path home = dir.resolve("fail-" + at);
            RollingRun run = run(way, home);
            FaultyRolls files = files(way);
            files.failAt(at);
            run.start(files, MIDNIGHT);
            run.drain(new Random(at));
            run.close();

            assertWhole(home, way + " failed in operation " + at);
        }
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR320);
    }

    private int operations(Way way) throws IOException {
        FaultyRolls files = files(way);
        RollingRun run = run(way, dir.resolve("whole"));
        run.start(files, MIDNIGHT);
        run.drain(new Random(1));
        run.close();
        assertWhole(dir.resolve("whole"), way + " undisturbed");
        return files.operations;
    }

    /** As another process does that writes to the same file, or what finishes its journal. */
    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"OTHER_FILE_SYSTEM", "OTHER_FILE_SYSTEM_EXISTING_ARCHIVE", "WINDOW_OTHER_FILE_SYSTEM"})
    void i1ShouldTakeLinesAlongThatOthersAppendBehindACopy(Way way) throws IOException {
        Path home = dir.resolve("others");
        RollingRun run = run(way, home);
        FaultyRolls files = files(way);
        Iterator<String> foreign =
                List.of("by others\n", "and a longer one by others\n").iterator();
        files.behindCopy = () -> {
            if (foreign.hasNext()) {
                append(home.resolve("app.log"), foreign.next());
            }
        };
        run.start(files, MIDNIGHT);
        run.drain(new Random(3));
        run.close();

        List<String> lines = content(home);
        assertThat(lines).containsOnlyOnce("by others", "and a longer one by others");
        assertThat(lines).hasSize(LINES + 2);
    }

    @Test
    void shouldNotCopyForEverWhatOthersAppendAllTheTime() throws IOException {
        Path home = dir.resolve("others");
        RollingRun run = run(Way.OTHER_FILE_SYSTEM, home);
        FaultyRolls files = files(Way.OTHER_FILE_SYSTEM);
        files.behindCopy = () -> append(home.resolve("app.log"), "by others\n");
        run.start(files, MIDNIGHT);
        run.drain(new Random(3));
        run.close();

        assertThat(content(home).stream().filter(line -> !line.equals("by others")))
                .hasSize(LINES);
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldGoOnInTheFileWhenAFolderHasTheArchivesName() throws IOException {
        Path home = dir.resolve("folder");
        RollingRun run = run(Way.FILE, home);
        Files.createDirectories(home.resolve("old/app-2026-03-02.log/child"));
        run.start(files(Way.FILE), MIDNIGHT);
        run.drain(new Random(3));
        run.close();

        assertWhole(home, "a folder in the way");
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR320);
        assertThat(home.resolve("old/app-2026-03-03.log")).content().contains(line(7), line(13));
    }

    @Test
    void shouldPutLinesOfTheArchivesPeriodBehindThoseThatItHas() throws IOException {
        Path home = dir.resolve("existing");
        RollingRun run = run(Way.FILE_EXISTING_ARCHIVE, home);
        run.start(files(Way.FILE), MIDNIGHT);
        run.drain(new Random(3));
        run.close();

        assertThat(home.resolve("old/app-2026-03-02.log"))
                .hasContent("there before\n" + line(6) + line(7) + line(8) + line(9) + line(10) + line(11));
    }
}
