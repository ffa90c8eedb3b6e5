package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a start leaves behind that fails midway: nothing but the journal's files. */
@Timeout(30)
class FailedStartTest {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");
    private static final Level JUL_LEVEL = Logger.getLogger("").getLevel();

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    @AfterEach
    void restore() {
        Logger.getLogger("").setLevel(JUL_LEVEL);
    }

    /** What is open below the directory, but for segments: a closed journal has them as long as somebody has it. */
    static List<Path> openBelow(Path directory) throws IOException {
        List<Path> open = new ArrayList<>();
        String[] numbers = OPEN_FILES.toFile().list();
        assumeTrue(numbers != null, "no " + OPEN_FILES);
        for (String number : numbers) {
            Path link = OPEN_FILES.resolve(number);
            if (Files.isSymbolicLink(link)) {
                open.add(Files.readSymbolicLink(link));
            }
        }
        open.removeIf(file -> !file.startsWith(directory) || file.toString().endsWith(".seg"));
        return open;
    }

    /** Nobody can ask it anything. */
    private static final class Broken extends Charset {
        Broken() {
            super("x-broken", null);
        }

        @Override
        public boolean contains(Charset other) {
            return false;
        }

        @Override
        public boolean canEncode() {
            throw new IllegalStateException("broken");
        }

        @Override
        public CharsetDecoder newDecoder() {
            throw new IllegalStateException("broken");
        }

        @Override
        public CharsetEncoder newEncoder() {
            throw new IllegalStateException("broken");
        }
    }

    @Test
    void I7_shouldLeaveNoFileOpenWhereALaterSinkCannotBeMade() throws IOException {
        SinkPlan broken = new SinkPlan.FileSink(
                "BROKEN", Plans.pattern("%msg%n"), new Broken(), List.of(), dir.resolve("b.log"), true);
        Plan plan =
                Plans.plan(dir).file("FILE", dir.resolve("a.log")).sink(broken).build();

        assertThatThrownBy(() -> Bootstrap.start(plan, status)).isInstanceOf(IllegalStateException.class);

        assertThat(dir.resolve("a.log")).exists();
        assertThat(openBelow(dir)).isEmpty();
    }

    @Test
    void I7_shouldEndAllThreadsWhereTheLastStepFails() throws IOException {
        Logger failing = new Logger("dev.millrace.failing", null) {
            @Override
            public void setLevel(Level level) {
                throw new AssertionError("no level");
            }
        };
        assertThat(LogManager.getLogManager().addLogger(failing)).isTrue();
        Plan plan = Plans.plan(dir)
                .file("FILE", dir.resolve("a.log"))
                .logger(failing.getName(), Levels.INFO, true)
                .julLevels(Plan.JulLevels.SET)
                .build();
        Set<Thread> before = Thread.getAllStackTraces().keySet();

        assertThatThrownBy(() -> Bootstrap.start(plan, status)).hasMessage("no level");

        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            while (thread.getName().startsWith("millrace-") && thread.isAlive() && !before.contains(thread)) {
                EngineTest.pause(thread + " goes on");
            }
        }
        assertThat(openBelow(dir)).isEmpty();
        // A journal that nobody owns.
        Engine next = Bootstrap.start(
                Plans.plan(dir).file("FILE", dir.resolve("a.log")).build(), status);
        assertThat(next.open().journal().directory()).hasFileName("0");
        next.close();
        assertThat(dir.resolve(".millrace")).doesNotExist();
    }
}
