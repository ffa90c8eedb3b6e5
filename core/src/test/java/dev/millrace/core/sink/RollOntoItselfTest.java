package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.core.outbox.FileIdentity;
import dev.millrace.core.outbox.FileMove;
import dev.millrace.core.outbox.Outbox;
import dev.millrace.core.outbox.RollMark;
import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.roll.FileMover;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.RollStep;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two names lead to one file: a file is to become itself, or what is to be removed is written to. */
@Timeout(20)
class RollOntoItselfTest {
    private static final long MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final long HOUR = 3_600_000;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    @BeforeEach
    void makeALinkToTheFolder() throws IOException {
        Files.createDirectory(dir.resolve("logs"));
        Files.createSymbolicLink(dir.resolve("link"), dir.resolve("logs"));
    }

    private RollPlan periodic(String file, ArchiveFormat format, long maxFileSize, int maxHistory) {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/logs/app-"),
                new FileNamePattern.Date("yyyy-MM-dd", ZoneOffset.UTC, true),
                new FileNamePattern.Literal("."),
                new FileNamePattern.Index(0),
                new FileNamePattern.Literal(".log")));
        return new RollPlan.Periodic(
                dir.resolve(file), names, format, RollPeriod.DAY, maxFileSize, maxHistory, 0, maxHistory > 0);
    }

    private RollingRun run(RollPlan plan) {
        return new RollingRun(plan, dir.resolve("outbox"), status);
    }

    private static void logAt(RollingRun run, long millis, String text) {
        run.log(millis * 1000, text + "\n");
        run.drain(new Random(1));
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(dir.resolve("logs"))) {
            for (Path file : files.sorted().toList()) {
                if (!file.toString().endsWith(".pending")) {
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        return lines;
    }

    private long told() {
        return status.list().stream()
                .filter(each -> each.code() == StatusCode.MR320)
                .count();
    }

    @ParameterizedTest
    @EnumSource(
            value = ArchiveFormat.class,
            names = {"PLAIN", "GZIP"})
    void shouldGoOnInAFileThatIsToBecomeItself(ArchiveFormat format) throws IOException {
        RollingRun run = run(periodic("link/app-2026-03-01.0.log", format, 12, 0));
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        for (int i = 0; i < 6; i++) {
            logAt(run, MIDNIGHT - HOUR + i, "line " + i);
        }
        run.close();

        assertThat(lines()).containsExactlyInAnyOrder("line 0", "line 1", "line 2", "line 3", "line 4", "line 5");
        assertThat(told()).isEqualTo(1);
        assertThat(dir.resolve("logs/app-2026-03-01.1.log")).hasContent("line 0\nline 1\nline 2\nline 3\n");
        assertThat(run.jobs()).noneMatch(job -> job.original().endsWith("app-2026-03-01.0.log"));
    }

    @Test
    void shouldGoOnInAFileToWhichALinkOfTheArchivesNameLeads() throws IOException {
        RollingRun run = run(periodic("app.log", ArchiveFormat.PLAIN, 12, 0));
        run.start(RollFiles.REAL, MIDNIGHT - HOUR);
        Files.createSymbolicLink(dir.resolve("logs/app-2026-03-01.0.log"), dir.resolve("app.log"));
        for (int i = 0; i < 3; i++) {
            logAt(run, MIDNIGHT - HOUR + i, "line " + i);
        }
        run.close();

        assertThat(told()).isEqualTo(1);
        assertThat(dir.resolve("app.log")).hasContent("line 0\nline 1\nline 2\n");
    }

    @Test
    void shouldNotRemoveTheFileThatIsWrittenToAsTheLastOfAWindow() throws IOException {
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/logs/app."),
                new FileNamePattern.Index(0),
                new FileNamePattern.Literal(".log")));
        RollingRun run = run(new RollPlan.Window(dir.resolve("link/app.3.log"), names, ArchiveFormat.PLAIN, 12, 1, 3));
        run.start(RollFiles.REAL, MIDNIGHT);
        for (int i = 0; i < 5; i++) {
            logAt(run, MIDNIGHT + i, "line " + i);
        }
        run.close();

        assertThat(lines()).containsExactly("line 0", "line 1", "line 2", "line 3", "line 4");
        assertThat(told()).isPositive();
    }

    @Test
    void shouldNotRemoveTheFileThatIsWrittenToAsTooOld() throws IOException {
        Files.writeString(dir.resolve("logs/app-2026-02-20.0.log"), "before\n");
        Files.writeString(dir.resolve("logs/app-2026-02-21.0.log"), "removed\n");
        RollingRun run = run(periodic("link/app-2026-02-20.0.log", ArchiveFormat.PLAIN, 1000, 1));
        Files.setLastModifiedTime(dir.resolve("logs/app-2026-02-20.0.log"), FileTime.fromMillis(MIDNIGHT));
        run.start(RollFiles.REAL, MIDNIGHT + HOUR);
        logAt(run, MIDNIGHT + HOUR, "after");
        run.close();

        assertThat(lines()).containsExactly("before", "after");
    }

    @Test
    void shouldCopyWhatAFileHasNowToItsOwnEnd() throws IOException {
        Path file = Files.writeString(dir.resolve("app.log"), "line\n");

        RollFiles.REAL.append(file, 0, dir.resolve("logs/../app.log"));

        assertThat(file).hasContent("line\nline\n");
    }

    @Test
    void shouldNotMoveAFileOntoItself() throws IOException {
        Path file = Files.writeString(dir.resolve("logs/app.log"), "line\n");
        FileMover mover = new FileMover(RollFiles.REAL);
        Path link = dir.resolve("link/app.log");
        RollStep step = new RollStep(link, file, new RollMark(1, 1), null);

        try (Outbox outbox = Outbox.open(dir.resolve("outbox"))) {
            assertThatThrownBy(() -> mover.move(outbox, step))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("same file");
            assertThat(outbox.isPending()).isFalse();
        }
        assertThat(file).hasContent("line\n");
    }

    @ParameterizedTest
    @EnumSource(
            value = FileMove.Kind.class,
            names = {"RENAME", "COPY"})
    void shouldFinishAMoveOntoItselfByTakingBackWhatWasCopied(FileMove.Kind kind) throws IOException {
        Path file = Files.writeString(dir.resolve("logs/app.log"), "line\n");
        Path link = dir.resolve("link/app.log");
        try (Outbox outbox = Outbox.open(dir.resolve("outbox"))) {
            FileMove move = new FileMove(kind, file, 5);
            outbox.commitMove(link, FileIdentity.of(link), new RollMark(1, 1), move);
            if (kind == FileMove.Kind.COPY) {
                Files.write(file, "line\nli".getBytes(StandardCharsets.UTF_8));
            }

            new FileMover(RollFiles.REAL).finish(outbox);

            assertThat(outbox.isPending()).isFalse();
        }
        assertThat(file).hasContent("line\n");
    }
}
