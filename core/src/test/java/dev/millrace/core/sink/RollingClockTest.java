package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.Roller;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A period ends though nothing is logged. */
class RollingClockTest {
    private static final long MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final long HOUR = 3_600_000;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private RollingRun run(boolean file, ArchiveFormat format, long maxFileSize) {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/logs/app-"),
                new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true),
                new FileNamePattern.Literal("."),
                new FileNamePattern.Index(0),
                new FileNamePattern.Literal(".log")));
        RollPlan plan = new RollPlan.Periodic(
                file ? dir.resolve("logs/app.log") : null, names, format, RollPeriod.DAY, maxFileSize, 0, 0, false);
        return new RollingRun(plan, dir.resolve("outbox"), status);
    }

    private RollingRun runInSeconds(int maxHistory) {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/logs/app-"),
                new FileNamePattern.Date("yyyyMMdd-HHmmss", ZoneOffset.UTC, true),
                new FileNamePattern.Literal(".log")));
        RollPlan plan =
                new RollPlan.Periodic(null, names, ArchiveFormat.PLAIN, RollPeriod.SECOND, 0, maxHistory, 0, false);
        return new RollingRun(plan, dir.resolve("outbox"), status);
    }

    @Test
    void shouldCountWhatTheFileHasThoughAnInterruptComesWhenItIsOpened() throws IOException {
        Files.createDirectories(dir.resolve("logs"));
        Files.writeString(dir.resolve("logs/app.log"), "more than twenty bytes\n");
        RollingRun run = run(true, ArchiveFormat.PLAIN, 20);
        run.logFiles = new ShyFiles();
        run.start(RollFiles.REAL, MIDNIGHT);
        logAt(run, MIDNIGHT, "next");
        run.close();

        assertThat(dir.resolve("logs/app.log")).hasContent("next\n");
    }

    @Test
    void I1_shouldGoOnInTheNextFileWhereMemoryIsShortBehindARoll() throws IOException {
        RollingRun run = runInSeconds(5);
        run.start(RollFiles.REAL, MIDNIGHT);
        logAt(run, MIDNIGHT, "one");
        run.beforeChore = () -> {
            run.beforeChore = () -> {};
            throw new OutOfMemoryError("test");
        };
        assertThatThrownBy(() -> logAt(run, MIDNIGHT + 1000, "two")).isInstanceOf(OutOfMemoryError.class);
        run.drain(new Random(1));
        run.close();

        assertThat(files()).containsExactly("app-20260302-000000.log", "app-20260302-000001.log");
        assertThat(dir.resolve("logs/app-20260302-000001.log")).hasContent("two\n");
    }

    @Test
    void I1_shouldBeginTheRollAgainForWhichMemoryIsShort() throws IOException {
        RollingRun run = run(false, ArchiveFormat.PLAIN, 1000);
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");
        logAt(run, MIDNIGHT + HOUR, "killed behind this one");
        run.close();
        Files.delete(dir.resolve("logs/app-2026-03-02.0.log"));
        FaultyRolls files = new FaultyRolls();
        run.start(files, MIDNIGHT + 2 * HOUR);
        files.beforeLength = () -> {
            files.beforeLength = () -> {};
            throw new OutOfMemoryError("test");
        };
        assertThatThrownBy(() -> logAt(run, MIDNIGHT + 72 * HOUR, "after")).isInstanceOf(OutOfMemoryError.class);
        run.drain(new Random(1));
        run.close();

        assertThat(files()).containsExactly("app-2026-03-01.0.log", "app-2026-03-05.0.log");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldRemoveWhatIsTooOldWhenTheClockIsSetForTheFirstTime() throws IOException {
        RollingRun run = runInSeconds(5);
        run.start(RollFiles.REAL, 0);
        for (int i = 0; i < 9; i++) {
            logAt(run, i * 1000, "no clock yet");
        }
        assertThat(files()).hasSize(6);
        logAt(run, MIDNIGHT, "set");
        run.close();

        assertThat(files()).containsExactly("app-20260302-000000.log");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void I8_shouldRollOnceWhereClocksGoBackAndOthersWriteToTheFile() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/app-"), new FileNamePattern.Date("yyyy-MM-dd-a", zone, true)));
        RollPlan plan = new RollPlan.Periodic(null, names, ArchiveFormat.PLAIN, RollPeriod.HALF_DAY, 0, 0, 0, false);
        long beforeNoon = Instant.parse("2026-10-25T10:30:00Z").toEpochMilli();
        Rolling rolling =
                new Rolling(Roller.of(plan), ArchiveQueue.NONE, false, true, RollFiles.REAL, () -> beforeNoon);
        RollSteps steps = new RollSteps("S", rolling, beforeNoon - 12 * HOUR, status);

        boolean isCut = steps.cutBefore(beforeNoon * 1000, 0);

        assertThat(isCut).isFalse();
        assertThat(steps.activeFile()).isEqualTo(dir.resolve("app-2026-10-25-AM"));
        assertThat(steps.cutBefore((beforeNoon + 1) * 1000, 10)).isFalse();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(dir.resolve("logs"))) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private void logAt(RollingRun run, long millis, String text) {
        run.log(millis * 1000, text + "\n");
        run.drain(new Random(1));
    }

    @Test
    void shouldRollAtTheEndOfThePeriodAndLeaveTheNextFileToItsFirstLine() throws IOException {
        RollingRun run = run(true, ArchiveFormat.PLAIN, 1000);
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");

        run.idleUntil(MIDNIGHT - 1);
        assertThat(files()).containsExactly("app.log");
        run.idleUntil(MIDNIGHT + 1000);
        assertThat(files()).containsExactly("app-2026-03-01.0.log");
        run.idleUntil(MIDNIGHT + 24 * HOUR + 1000);
        logAt(run, MIDNIGHT + 49 * HOUR, "after");
        run.close();

        assertThat(files()).containsExactly("app-2026-03-01.0.log", "app.log");
        assertThat(dir.resolve("logs/app-2026-03-01.0.log")).hasContent("before\n");
        assertThat(dir.resolve("logs/app.log")).hasContent("after\n");
    }

    @Test
    void shouldWaitForLinesWhoseCallsBeganBeforeTheEndOfThePeriod() throws IOException {
        RollingRun run = run(true, ArchiveFormat.PLAIN, 1000);
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");

        run.idleUntil(MIDNIGHT + 100);
        logAt(run, MIDNIGHT - 1, "late");
        run.idleUntil(MIDNIGHT + 1000);
        run.close();

        assertThat(dir.resolve("logs/app-2026-03-01.0.log")).hasContent("before\nlate\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNoEmptyFileOfThePeriodInWhichAnEarlierProcessWasKilled(boolean file) throws IOException {
        RollingRun run = run(file, ArchiveFormat.PLAIN, 1000);
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");
        logAt(run, MIDNIGHT + HOUR, "killed behind this one");
        run.close();
        Files.delete(dir.resolve(file ? "logs/app.log" : "logs/app-2026-03-02.0.log"));

        run.start(RollFiles.REAL, MIDNIGHT + 72 * HOUR);
        logAt(run, MIDNIGHT + 72 * HOUR, "after");
        run.close();

        assertThat(files()).containsExactly("app-2026-03-01.0.log", file ? "app.log" : "app-2026-03-05.0.log");
    }

    @Test
    void shouldRollAgainAfterAKillWhileTheClockWasYearsAhead() throws IOException {
        RollingRun run = run(true, ArchiveFormat.PLAIN, 1000);
        long wrong = MIDNIGHT + 3650 * 24 * HOUR;
        run.start(RollFiles.REAL, wrong);
        logAt(run, wrong, "by the wrong clock");
        run.close();

        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");
        logAt(run, MIDNIGHT + HOUR, "after");
        run.close();

        assertThat(dir.resolve("logs/app-2026-03-01.0.log")).hasContent("by the wrong clock\nbefore\n");
        assertThat(dir.resolve("logs/app.log")).hasContent("after\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRollByTheClockAgainThatWasYearsAheadForALine(boolean file) throws IOException {
        RollingRun run = run(file, ArchiveFormat.PLAIN, 1000);
        long wrong = MIDNIGHT + 3650 * 24 * HOUR;
        run.start(RollFiles.REAL, MIDNIGHT - 2 * HOUR);
        logAt(run, MIDNIGHT - 2 * HOUR, "before");
        run.idleUntil(wrong);
        logAt(run, wrong, "by the wrong clock");
        run.idleUntil(MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "behind");
        run.idleUntil(MIDNIGHT + 1000);
        logAt(run, MIDNIGHT + HOUR, "after");
        run.close();

        String goesOnIn = file ? "logs/app-2026-03-01.1.log" : "logs/app-2026-03-01.0.log";
        assertThat(dir.resolve("logs/app-2036-02-28.0.log")).hasContent("by the wrong clock\n");
        assertThat(dir.resolve(goesOnIn)).content().endsWith("behind\n");
        assertThat(dir.resolve(file ? "logs/app.log" : "logs/app-2026-03-02.0.log"))
                .hasContent("after\n");
    }

    @Test
    void shouldNotGoBackForEventsThatComeDaysLate() throws IOException {
        RollingRun run = run(true, ArchiveFormat.PLAIN, 20);
        run.start(RollFiles.REAL, MIDNIGHT);
        for (int i = 0; i < 6; i++) {
            logAt(run, MIDNIGHT - i % 2 * 240 * HOUR, "line " + i);
            run.idleUntil(MIDNIGHT + i);
        }
        run.close();

        assertThat(files()).containsExactly("app-2026-03-02.0.log", "app.log");
    }

    @Test
    void shouldHandTheFileOfThePeriodOverToCompression() throws IOException {
        RollingRun run = run(false, ArchiveFormat.GZIP, 1000);
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");

        run.idleUntil(MIDNIGHT + 1000);
        run.close();

        assertThat(run.jobs()).hasSize(1);
        assertThat(run.jobs().get(0).original()).isEqualTo(dir.resolve("logs/app-2026-03-01.0.log"));
        assertThat(files()).containsExactly("app-2026-03-01.0.log", "app-2026-03-01.0.log.gz.pending");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I1_shouldNotBringAFileBackThatTheClockHasRolledBeforeAKill(boolean framed) throws IOException {
        RollingRun run = run(false, ArchiveFormat.GZIP, 1000);
        if (framed) {
            run.framed();
        }
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");
        run.idleUntil(MIDNIGHT + 1000);
        run.close();
        Files.delete(dir.resolve("logs/app-2026-03-01.0.log.gz.pending"));
        Files.move(dir.resolve("logs/app-2026-03-01.0.log"), dir.resolve("logs/app-2026-03-01.0.log.gz"));

        run.start(RollFiles.REAL, MIDNIGHT + HOUR);
        assertThat(files()).containsExactly("app-2026-03-01.0.log.gz");
        run.idleUntil(MIDNIGHT + 2 * HOUR);
        logAt(run, MIDNIGHT + 3 * HOUR, "after");
        run.close();

        assertThat(files()).containsExactly("app-2026-03-01.0.log.gz", "app-2026-03-02.0.log");
        assertThat(dir.resolve("logs/app-2026-03-02.0.log"))
                .hasContent((framed ? Frames.HEADER + "\n" : "") + "after\n");
    }

    @Test
    void shouldNotRollAFileThatIsEmptyOrOnlyTooLarge() throws IOException {
        RollingRun empty = run(true, ArchiveFormat.PLAIN, 1000);
        empty.start(RollFiles.REAL, MIDNIGHT - HOUR);
        empty.idleUntil(MIDNIGHT + 1000);
        empty.stop();
        assertThat(files()).containsExactly("app.log");

        RollingRun large = run(true, ArchiveFormat.PLAIN, 3);
        large.start(RollFiles.REAL, MIDNIGHT + HOUR);
        logAt(large, MIDNIGHT + HOUR, "larger than three bytes");
        large.idleUntil(MIDNIGHT + 2 * HOUR);
        large.close();
        assertThat(files()).containsExactly("app.log");
    }

    @Test
    void shouldTryAgainAtTheNextPeriodWhenTheFileCannotBeRolled() throws IOException {
        RollingRun run = run(true, ArchiveFormat.PLAIN, 1000);
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        logAt(run, MIDNIGHT - HOUR, "before");
        Files.createDirectories(dir.resolve("logs/app-2026-03-01.0.log/in-the-way"));

        run.idleUntil(MIDNIGHT + 1000);
        logAt(run, MIDNIGHT + HOUR, "after");
        run.idleUntil(MIDNIGHT + 25 * HOUR);
        run.close();

        assertThat(status.list()).extracting(each -> each.code()).contains(StatusCode.MR320);
        assertThat(dir.resolve("logs/app-2026-03-02.0.log")).hasContent("before\nafter\n");
    }
}
