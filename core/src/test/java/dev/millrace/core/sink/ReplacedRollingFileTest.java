package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that rolls by its size is renamed or emptied by somebody else: only what it holds now counts. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplacedRollingFileTest {
    private static final int MAX_BYTES = 1000;
    private static final String LINE = "x".repeat(49) + "\n";

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private Path file;
    private Path archive;
    private RollingRun run;

    @BeforeEach
    void begin() {
        file = dir.resolve("app.log");
        archive = dir.resolve("app-1.log");
        FileNamePattern names = new FileNamePattern(List.of(
                new FileNamePattern.Literal(dir + "/app-"),
                new FileNamePattern.Index(0),
                new FileNamePattern.Literal(".log")));
        RollPlan plan = new RollPlan.Window(file, names, ArchiveFormat.PLAIN, MAX_BYTES, 1, 1);
        run = new RollingRun(plan, dir.resolve("outbox"), status);
    }

    private void log(String text) {
        run.log(0, text);
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

    private void empty() throws IOException {
        Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRollByTheSizeOfTheFileThatItGoesOnIn(boolean framed) throws IOException {
        if (framed) {
            run.framed();
        }
        run.start(RollFiles.REAL, 0);
        log(17);
        Files.move(file, dir.resolve("rotated"));
        awaitLook();
        log(10);

        assertThat(archive).doesNotExist();
        assertThat(Files.readAllLines(file)).hasSize(framed ? 11 : 10);
        log(11);
        run.close();
        assertThat(archive).exists();
    }

    @Test
    void shouldCountWhatTheFileHoldsThatHasTakenItsName() throws IOException {
        run.start(RollFiles.REAL, 0);
        log(3);
        Files.move(file, dir.resolve("rotated"));
        Files.writeString(file, LINE.repeat(18));
        awaitLook();
        log(3);
        run.close();

        assertThat(archive).hasContent(LINE.repeat(20));
        assertThat(file).hasContent(LINE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRollByWhatAFileHoldsThatWasEmptied(boolean framed) throws IOException {
        if (framed) {
            run.framed();
        }
        run.start(RollFiles.REAL, 0);
        log(17);
        empty();
        log(1);
        // What is counted is behind one line by now.
        log(13);

        assertThat(archive).doesNotExist();
        assertThat(file).hasContent(LINE.repeat(14));
        log(7);
        run.close();
        assertThat(archive).exists();
    }
}
