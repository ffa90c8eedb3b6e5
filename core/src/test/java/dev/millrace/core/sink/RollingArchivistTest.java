package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.roll.Archivist;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file rolls while the archivist looks for what was left uncompressed, because another sink starts. */
@Timeout(60)
class RollingArchivistTest {
    private static final long MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();
    private static final long DAY = TimeUnit.DAYS.toMillis(1);

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private final Archivist archivist = new Archivist(100, status);
    private final FaultyRolls files = new FaultyRolls();

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectories(dir.resolve("old"));
    }

    private FileNamePattern names(String name, FileNamePattern.Part part) {
        return new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/old/" + name + "-"), part, new FileNamePattern.Literal(".log")));
    }

    private RollPlan daily(String name) {
        FileNamePattern names = names(name, new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true));
        Path file = dir.resolve(name + ".log");
        return new RollPlan.Periodic(file, names, ArchiveFormat.GZIP, RollPeriod.DAY, 0, 0, 0, false);
    }

    /** Without a file that is always written to. */
    private RollPlan dailyByName(String name) {
        FileNamePattern names = names(name, new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true));
        return new RollPlan.Periodic(null, names, ArchiveFormat.GZIP, RollPeriod.DAY, 0, 0, 0, false);
    }

    private RollPlan window() {
        FileNamePattern names = names("app", new FileNamePattern.Index(0));
        return new RollPlan.Window(dir.resolve("app.log"), names, ArchiveFormat.GZIP, 1, 1, 3);
    }

    private RollingRun start(RollPlan plan) {
        RollingRun run = new RollingRun(plan, dir.resolve("outbox"), status);
        run.archivist = archivist;
        run.start(files, MIDNIGHT);
        awaitArchivist();
        return run;
    }

    private static void log(RollingRun run, long millis, String text) {
        run.log(millis * 1000, text + "\n");
        run.drain(new Random(1));
    }

    /** Another sink with files in the same folder starts, and the archivist does what it can do for it. */
    private void startAnother() {
        Rolling rolling = new Rolling(Roller.of(daily("other")), archivist, false, RollFiles.REAL, () -> MIDNIGHT);
        Path ignored = new RollSteps("other", rolling, status).begun(null);
        awaitArchivist();
    }

    /** Another program with files in the same folder starts and ends. */
    private void runAnotherProgram() {
        try {
            Path said = dir.resolve("said");
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            OtherProgram.class.getName(),
                            dir.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            assertThat(other.waitFor()).as(Files.readString(said)).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Does for the files of its folder what a start does. */
    static final class OtherProgram {
        private OtherProgram() {}

        public static void main(String[] args) {
            RollingArchivistTest here = new RollingArchivistTest();
            here.dir = Path.of(args[0]);
            here.startAnother();
            here.archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
        }
    }

    private void awaitArchivist() {
        awaitArchivist(archivist);
    }

    private static void awaitArchivist(Archivist archivist) {
        CountDownLatch done = new CountDownLatch(1);
        // A chore's own work is queued behind the first.
        archivist.then(() -> archivist.then(done::countDown));
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void end(RollingRun run) {
        run.close();
        archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> found = Files.walk(dir)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                if (file.toString().endsWith(".log")) {
                    lines.addAll(Files.readAllLines(file));
                } else if (file.toString().endsWith(".gz")) {
                    lines.addAll(archived(file));
                }
            }
        }
        return lines;
    }

    private static List<String> archived(Path archive) throws IOException {
        try (InputStream content = new GZIPInputStream(Files.newInputStream(archive))) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private List<String> archives() throws IOException {
        try (Stream<Path> found = Files.list(dir.resolve("old"))) {
            return found.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldRemoveWhatAKilledProcessHadOfTheArchiveOfAFileThatItMovedUp() throws IOException {
        Path old = Files.createDirectories(dir.resolve("old"));
        Files.writeString(old.resolve("app-2.log.gz.part"), "the beginning of an archive");
        Files.writeString(old.resolve("app-3.log"), "a line\n");
        Files.createFile(old.resolve("app-3.log.gz.pending"));
        Files.writeString(old.resolve("app-3.log.gz.part"), "the beginning of another one");
        Files.writeString(old.resolve("app-4.log.gz.part"), "nobody's");

        start(window()).close();

        assertThat(archives()).containsExactly("app-3.log.gz", "app-4.log.gz.part");
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldCompressBetweenTwoRollsOfAWindowThatNobodyElseWritesTo() {
        Archivist alone = new Archivist(100, TimeUnit.HOURS.toNanos(1), () -> false, status);
        RollingRun run = new RollingRun(window(), dir.resolve("outbox"), status);
        run.archivist = alone;
        run.start(files, MIDNIGHT);

        List<Path> uncompressed = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            log(run, MIDNIGHT + i, "line " + i);
            awaitArchivist(alone);
            for (int j = 1; j <= 3; j++) {
                Path rolled = dir.resolve("old/app-" + j + ".log");
                if (Files.exists(rolled)) {
                    uncompressed.add(rolled);
                }
            }
        }

        assertThat(uncompressed).isEmpty();
        assertThat(dir.resolve("old/app-3.log.gz")).exists();
        alone.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
        assertThat(status.list()).isEmpty();
    }

    @Test
    void I1_shouldCompressNoFileOfWhichARollHasCopiedOnlyAPart() throws IOException {
        files.otherFileSystem = true;
        files.withinCopy = this::startAnother;
        RollingRun run = start(daily("app"));
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT, "two");
        log(run, MIDNIGHT + DAY, "three");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("one", "two", "three");
        assertThat(archives()).containsExactly("app-2026-03-01.log.gz");
    }

    @Test
    void I1_shouldCompressNoFileThatAnotherProcessIsCopying() throws IOException {
        files.otherFileSystem = true;
        files.withinCopy = this::runAnotherProgram;
        RollingRun run = start(daily("app"));
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT, "two");
        log(run, MIDNIGHT + DAY, "three");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("one", "two", "three");
        assertThat(archives()).containsExactly("app-2026-03-01.log.gz");
    }

    @Test
    void I1_shouldCompressNoFileThatAnotherProcessIsCopyingToItsNextName() throws IOException {
        files.otherFileSystem = true;
        files.withinCopy = this::runAnotherProgram;
        RollingRun run = start(window());
        Files.writeString(dir.resolve("old/app-1.log"), "zero\n");
        Files.writeString(dir.resolve("old/app-1.log.gz.pending"), "entry");
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT, "two");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("zero", "one", "two");
        assertThat(archives()).containsExactly("app-1.log.gz", "app-2.log.gz");
    }

    @Test
    void I1_shouldCompressNoFileThatAKilledProcessHasCopiedInPart() throws IOException {
        files.otherFileSystem = true;
        RollingRun run = start(daily("app"));
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT, "two");
        files.withinCopy = () -> {
            files.killed = true;
            throw new FaultyFiles.Killed();
        };
        assertThatThrownBy(() -> log(run, MIDNIGHT + DAY, "three")).isInstanceOf(FaultyFiles.Killed.class);
        run.close();
        runAnotherProgram();
        FaultyRolls again = new FaultyRolls();
        run.start(again, MIDNIGHT + DAY);
        run.drain(new Random(1));
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("one", "two", "three");
        assertThat(archives()).containsExactly("app-2026-03-01.log.gz");
    }

    @Test
    void I1_shouldCompressNoFileThatIsWrittenToAgain() throws IOException {
        Path old = dir.resolve("old/app-2026-03-01.log");
        Files.writeString(old, "zero\n");
        Files.writeString(old.resolveSibling(old.getFileName() + ".gz.pending"), "entry");
        RollingRun run = start(dailyByName("app"));
        log(run, MIDNIGHT, "one");
        startAnother();
        log(run, MIDNIGHT, "two");
        log(run, MIDNIGHT + DAY, "three");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("zero", "one", "two", "three");
        assertThat(archives()).containsExactly("app-2026-03-01.log.gz", "app-2026-03-02.log");
    }

    @Test
    void I1_shouldCompressNoFileThatIsWrittenToAgainBehindAClockThatWasAhead() throws IOException {
        RollingRun run = start(dailyByName("app"));
        log(run, MIDNIGHT, "one");
        archivist.hold();
        log(run, MIDNIGHT + 3 * DAY, "ahead");
        run.idleUntil(MIDNIGHT + 1);
        log(run, MIDNIGHT, "two");
        // Not before: it may be done with the file by then.
        archivist.release();
        startAnother();
        log(run, MIDNIGHT, "three");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("one", "ahead", "two", "three");
        assertThat(archives()).containsExactly("app-2026-03-01.log", "app-2026-03-04.log.gz");
    }

    @Test
    void I1_shouldCompressNoFileThatARollIsCopyingToItsNextName() throws IOException {
        files.otherFileSystem = true;
        files.withinCopy = this::startAnother;
        RollingRun run = start(window());
        Files.writeString(dir.resolve("old/app-1.log"), "zero\n");
        Files.writeString(dir.resolve("old/app-1.log.gz.pending"), "entry");
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT, "two");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("zero", "one", "two");
        assertThat(archives()).containsExactly("app-1.log.gz", "app-2.log.gz");
    }

    @Test
    void I1_shouldCompressNoFileOfARollThatIsStillToBeFinished() throws IOException {
        files.otherFileSystem = true;
        RollingRun run = start(daily("app"));
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT, "two");
        // The copy, and taking back what it has copied.
        files.failAt(files.operations + 5, 2);
        run.betweenAttempts = this::startAnother;
        log(run, MIDNIGHT + DAY, "three");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("one", "two", "three");
        assertThat(archives()).containsExactly("app-2026-03-01.log.gz");
    }

    @Test
    void shouldCompressTheFileOfARollThatASinkWithoutRollsFinishes() throws IOException {
        files.otherFileSystem = true;
        RollingRun run = start(daily("app"));
        log(run, MIDNIGHT, "one");
        // The copy, and taking back what it has copied.
        files.failAt(files.operations + 5, 2);
        run.idleUntil(MIDNIGHT + DAY + 1000);
        run.replaceBy(
                new FileLaneSink("S", dir.resolve("app.log"), true, dir.resolve("outbox"), status, AppendFile.REAL));
        log(run, MIDNIGHT + DAY, "two");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("one", "two");
        assertThat(archives()).containsExactly("app-2026-03-01.log.gz");
    }

    /** As a kill leaves it whose outbox is gone, too. */
    private Path forgotten(String name, Duration ago) throws IOException {
        Path file = Files.writeString(dir.resolve("old/" + name), "zero\n");
        Path mark = Files.writeString(file.resolveSibling(file.getFileName() + ".gz.moving"), "entry");
        return Files.setLastModifiedTime(mark, FileTime.from(Instant.now().minus(ago)));
    }

    @Test
    void shouldCompressAFileWhoseMoveNobodyWillFinish() throws IOException {
        Path mark = forgotten("app-2026-02-20.log", Duration.ofDays(8));
        Path fresh = forgotten("app-2026-02-28.log", Duration.ofDays(1));
        Path ofNothing = forgotten("app-2026-02-21.log", Duration.ofDays(8));
        Files.delete(dir.resolve("old/app-2026-02-21.log"));

        startAnother();
        archivist.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));

        assertThat(archives())
                .containsExactly("app-2026-02-20.log.gz", "app-2026-02-28.log", "app-2026-02-28.log.gz.moving");
        assertThat(mark).doesNotExist();
        assertThat(ofNothing).doesNotExist();
        assertThat(fresh).exists();
    }

    @Test
    void I1_shouldCompressNoFileThatIsWrittenToAgainAndWhoseMoveNobodyWillFinish() throws IOException {
        Path ignored = forgotten("app-2026-03-01.log", Duration.ofDays(8));
        RollingRun run = start(dailyByName("app"));
        log(run, MIDNIGHT, "one");
        startAnother();
        log(run, MIDNIGHT, "two");
        end(run);

        assertThat(archives()).containsExactly("app-2026-03-01.log");
        assertThat(lines()).containsExactly("zero", "one", "two");
    }

    @Test
    void I1_shouldCompressNoFileThatIsJustMovedThoughItHasWaitedForLong() throws IOException {
        files.otherFileSystem = true;
        files.withinCopy = this::runAnotherProgram;
        RollingRun run = start(window());
        Path mark = forgotten("app-1.log", Duration.ofDays(8));
        Files.move(mark, dir.resolve("old/app-1.log.gz.pending"));
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT, "two");
        end(run);

        assertThat(lines()).containsExactlyInAnyOrder("zero", "one", "two");
        assertThat(archives()).containsExactly("app-1.log.gz", "app-2.log.gz");
    }

    @Test
    void I1_shouldKeepTheMarkOfAFileThatIsAboutToBeRenamed() throws IOException {
        List<Boolean> marked = new ArrayList<>();
        files.behindMark = () -> {
            startAnother();
            marked.add(Files.exists(dir.resolve("old/app-2026-03-01.log.gz.pending"))
                    || Files.exists(dir.resolve("old/app-2026-03-01.log.gz.moving")));
        };
        RollingRun run = start(daily("app"));
        log(run, MIDNIGHT, "one");
        log(run, MIDNIGHT + DAY, "two");
        end(run);

        assertThat(marked).containsOnly(true);
        assertThat(archives()).containsExactly("app-2026-03-01.log.gz");
    }
}
