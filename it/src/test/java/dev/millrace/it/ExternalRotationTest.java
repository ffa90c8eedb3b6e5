package dev.millrace.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.it.child.LoadChild;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.LineCheck;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody else moves, cuts or removes the file while it is logged to. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ExternalRotationTest {
    private static final int THREADS = 3;
    private static final int EVENTS_A_SECOND = 30_000;
    private static final int ROTATIONS = 4;
    private static final int PATIENCE_SECONDS = 60;

    private final WorkDir work = new WorkDir("rotation");
    private final Path file = work.path().resolve("app.log");
    private Oracle oracle;
    private ChildJvm child;

    @BeforeEach
    void startChild() {
        Path configuration = new Configuration()
                .file("FILE", file, LineShape.CUSTOMARY.pattern())
                .write(work.path().resolve("logback.xml"));
        Path returned = work.path().resolve("oracle");
        oracle = new Oracle(returned, THREADS);
        child = ChildJvm.of(Jdk.running(), LoadChild.class, work.path())
                .configuration(configuration)
                .arguments(returned, work.path().resolve("before-refusal"), THREADS, EVENTS_A_SECOND)
                .start();
        awaitBytes(file);
    }

    @AfterEach
    void close() {
        child.close();
        work.close();
    }

    private void awaitBytes(Path file) {
        assertThat(Waiting.until(PATIENCE_SECONDS, () -> file.toFile().length() > 100_000 || !child.alive())
                        && child.alive())
                .as("lines in " + file)
                .isTrue();
    }

    private void stopChild() {
        child.say("stop");
        assertThat(child.join(PATIENCE_SECONDS)).as(child.tail()).isZero();
    }

    @Test
    void shouldHaveEveryLineInTheMovedFilesOrTheNewOne() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < ROTATIONS; i++) {
            files.add(Files.move(file, work.path().resolve("app.log." + i)));
            awaitBytes(file);
        }
        stopChild();
        files.add(file);

        LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(files);

        assertThat(check.samples()).isEmpty();
        assertThat(check.otherLines()).isEmpty();
        for (int t = 0; t < THREADS; t++) {
            assertThat(check.missing(t, oracle.returned(t))).isZero();
        }
    }

    @Test
    void shouldGoOnWithWholeLinesAtTheNewEndOfAFileThatWasCut() throws IOException {
        for (int i = 0; i < ROTATIONS; i++) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            awaitBytes(file);
        }
        stopChild();

        LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(file);

        assertThat(check.doubled()).isZero();
        assertThat(check.reordered()).isZero();
        assertThat(check.tornEnd()).isFalse();
        assertThat(check.otherLines()).isEmpty();
        for (int t = 0; t < THREADS; t++) {
            long first = check.first(t);
            assertThat(check.gaps(t)).allMatch(s -> s < first);
            assertThat(check.next(t)).isEqualTo(oracle.returned(t));
        }
    }

    @Test
    void shouldCreateAFileThatWasRemoved() throws IOException {
        Files.delete(file);
        awaitBytes(file);
        stopChild();

        LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(file);

        assertThat(check.otherLines()).isEmpty();
        for (int t = 0; t < THREADS; t++) {
            assertThat(check.next(t)).isEqualTo(oracle.returned(t));
        }
    }
}
