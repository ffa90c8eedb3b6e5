package dev.millrace.core;

import static dev.millrace.core.EngineTest.awaitLines;
import static dev.millrace.core.EngineTest.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that lead their standard output into their log, where a console appender prints it again. */
@Timeout(40)
class LoggingStreamTest {
    private static final int EVENTS = 20;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    /** What stands there when Millrace first looks counts as the process's own: look before a test replaces it. */
    private final boolean replacedBefore = StandardStream.OUT.isReplaced();

    private final PrintStream originalOut = System.out;
    private final List<String> printed = Collections.synchronizedList(new ArrayList<>());
    private Engine engine;

    @AfterEach
    void restore() {
        System.setOut(originalOut);
    }

    /** Logs each line that is printed. */
    private final class Lines extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (b != '\n') {
                line.write(b);
                return;
            }
            String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
            line.reset();
            printed.add(text);
            if (engine != null) {
                log(engine, "out", Levels.INFO, text);
            }
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"true", "false"})
    void shouldEndWhereTheStreamLogsEachLineThatIsPrintedI9(String sync) throws IOException {
        System.setOut(new PrintStream(new Lines(), true, StandardCharsets.UTF_8));
        Path file = dir.resolve("app.log");
        Plans plans = Plans.plan(dir).console("OUT", false).file("FILE", file);
        engine = Bootstrap.start((sync == null ? plans : plans.with("millrace.sync", sync)).build(), status);

        System.out.println("by hand");
        for (int i = 0; i < EVENTS; i++) {
            log(engine, "a", Levels.INFO, "m" + i);
        }
        awaitLines(file, 2 * EVENTS + 2);
        engine.close();

        assertThat(printed).hasSize(EVENTS + 2).startsWith("by hand", "INFO out by hand");
        assertThat(Files.readAllLines(file)).hasSize(2 * EVENTS + 2);
        SinkCounters console = engine.counters().sinks().get(0);
        assertThat(console.filtered()).isEqualTo(EVENTS + 1);
        assertThat(console.delivered()).isEqualTo(EVENTS + 1);
        assertThat(console.pending()).isZero();
        assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR005);
    }

    @Test
    void shouldEndWhereTheStreamLogsWhatIsPrintedAtTheEndI9() throws Exception {
        CountDownLatch inWrite = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        Lines lines = new Lines();
        System.setOut(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        inWrite.countDown();
                        try {
                            ends.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        lines.write(b);
                    }
                },
                true,
                StandardCharsets.UTF_8));
        Path file = dir.resolve("app.log");
        engine = Bootstrap.start(
                Plans.plan(dir)
                        .console("OUT", false)
                        .file("FILE", file)
                        .with("millrace.sync", "false")
                        .build(),
                status);
        log(engine, "a", Levels.INFO, "m0");
        inWrite.await();
        for (int i = 1; i < EVENTS; i++) {
            log(engine, "a", Levels.INFO, "m" + i);
        }
        Thread closing = new Thread(engine::close);
        closing.start();
        while (!engine.isClosing()) {
            EngineTest.pause("it does not end");
        }
        ends.countDown();
        closing.join();

        assertThat(printed).hasSize(EVENTS);
        assertThat(Files.readAllLines(file)).hasSize(2 * EVENTS);
        SinkCounters counters = engine.counters().sinks().get(0);
        assertThat(counters.filtered()).isEqualTo(EVENTS);
        assertThat(counters.delivered()).isEqualTo(EVENTS);
        assertThat(counters.pending()).isZero();
        assertThat(status.list()).extracting(Status::code).doesNotContain(StatusCode.MR005);
    }

    @Test
    void shouldNotWaitForAWriterThatWaitsForWhatTheCallerPrintsUnderI9() throws Exception {
        Object monitor = new Object();
        CountDownLatch inWrite = new CountDownLatch(1);
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        captured.write(b);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) {
                        inWrite.countDown();
                        synchronized (monitor) {
                            captured.write(bytes, offset, length);
                        }
                    }
                },
                true,
                StandardCharsets.UTF_8));
        engine = Bootstrap.start(Plans.plan(dir).console("OUT", false).build(), status);
        Thread other = new Thread(() -> log(engine, "a", Levels.INFO, "other"));
        synchronized (monitor) {
            other.start();
            inWrite.await();
            log(engine, "a", Levels.INFO, "printing");
        }
        other.join();
        engine.close();

        assertThat(captured.toString(StandardCharsets.UTF_8).split("\\R"))
                .containsExactly("INFO a other", "INFO a printing");
    }

    @Test
    void shouldNotSayThatAStreamTakesLinesAgainWhichCannotTell() {
        System.setOut(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("gone");
                    }
                },
                true,
                StandardCharsets.UTF_8));
        engine = Bootstrap.start(Plans.plan(dir).console("OUT", false).build(), status);
        log(engine, "a", Levels.INFO, "one");
        log(engine, "a", Levels.INFO, "two");
        List<StatusCode> untilNow = status.list().stream().map(Status::code).toList();
        System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        log(engine, "a", Levels.INFO, "three");
        engine.close();

        assertThat(untilNow).contains(StatusCode.MR341).doesNotContain(StatusCode.MR342);
        assertThat(status.list()).extracting(Status::code).contains(StatusCode.MR342);
    }
}
