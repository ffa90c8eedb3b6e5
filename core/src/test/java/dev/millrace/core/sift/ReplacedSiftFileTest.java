package dev.millrace.core.sift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.sink.AppendFile;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A value's file that rolls by its size is renamed or emptied by somebody else: only what it holds now counts. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplacedSiftFileTest {
    private static final int MAX_BYTES = 1000;
    private static final String LINE = "x".repeat(49) + "\n";

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private Path file;
    private Path archive;
    private SiftRun run;

    @BeforeEach
    void begin() {
        file = dir.resolve("a.log");
        archive = dir.resolve("a-1.log");
        Function<String, SinkPlan> template = value -> new SinkPlan.RollingFileSink(
                value,
                new LayoutPlan.Pattern("%m", "test"),
                StandardCharsets.UTF_8,
                List.of(),
                new RollPlan.Window(
                        dir.resolve(value + ".log"),
                        new FileNamePattern(List.of(
                                new FileNamePattern.Literal(dir + "/" + value + "-"),
                                new FileNamePattern.Index(0),
                                new FileNamePattern.Literal(".log"))),
                        ArchiveFormat.PLAIN,
                        MAX_BYTES,
                        1,
                        1));
        run = new SiftRun(template, dir.resolve("outbox"), status);
        run.start(AppendFile.REAL, RollFiles.REAL);
    }

    private void log(String text) {
        run.log(1, "a", text);
        run.drain(new Random(1));
    }

    private void log(int lines) {
        for (int i = 0; i < lines; i++) {
            log(LINE);
        }
    }

    private void awaitLook() {
        while (status.list().stream().map(Status::code).noneMatch(StatusCode.MR303::equals)) {
            log("");
        }
    }

    @Test
    void shouldRollByTheSizeOfTheFileThatItGoesOnIn() throws IOException {
        log(17);
        Files.move(file, dir.resolve("rotated"));
        awaitLook();
        log(10);

        assertThat(archive).doesNotExist();
        assertThat(file).hasContent(LINE.repeat(10));
        log(11);
        run.close();
        assertThat(archive).exists();
    }

    @Test
    void shouldCountWhatTheFileHoldsThatHasTakenItsName() throws IOException {
        log(3);
        Files.move(file, dir.resolve("rotated"));
        Files.writeString(file, LINE.repeat(18));
        awaitLook();
        log(3);
        run.close();

        assertThat(archive).hasContent(LINE.repeat(20));
        assertThat(file).hasContent(LINE);
    }

    @Test
    void shouldRollByWhatAFileHoldsThatWasEmptied() throws IOException {
        log(17);
        Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
        log(14);

        assertThat(archive).doesNotExist();
        assertThat(file).hasContent(LINE.repeat(14));
        log(7);
        run.close();
        assertThat(archive).exists();
    }
}
