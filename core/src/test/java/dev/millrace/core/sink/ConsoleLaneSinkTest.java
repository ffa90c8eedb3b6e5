package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ConsoleLaneSinkTest {
    private final StatusLog status = new StatusLog();

    private final PrintStream before = System.out;
    private final PrintStream plain = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    @BeforeEach
    void beTheProcessesOwn() {
        System.setOut(plain);
    }

    @AfterEach
    void restore() {
        System.setOut(before);
    }

    @Test
    void shouldWriteEachLineOnceToAPipeThatLetsNobodyWait() {
        byte[] batch = "a line of some length\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        FullPipe pipe = new FullPipe();
        StandardStream stream = new StandardStream(1, FileDescriptor.out, plain, StreamKind.PIPE);
        ConsoleLaneSink sink = new ConsoleLaneSink("C", stream, new AtomicBoolean(), status, pipe);

        sink.commit(batch, batch.length, 0, 1, new long[0]);
        int later = 0;
        Outcome outcome = sink.flush();
        while (outcome == Outcome.LATER) {
            assertThat(sink.retryDelayNs()).isPositive();
            pipe.full = false;
            later++;
            outcome = sink.flush();
        }

        assertThat(outcome).isEqualTo(Outcome.DONE);
        assertThat(later).isPositive();
        assertThat(pipe.taken.toByteArray()).isEqualTo(batch);
        assertThat(sink.retryDelayNs()).isZero();
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldSayHowMuchOfARefusedBatchIsOut() {
        byte[] batch = "a line of some length\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        FullPipe pipe = new FullPipe();
        pipe.refusal = "broken";
        StandardStream stream = new StandardStream(1, FileDescriptor.out, plain, StreamKind.PIPE);
        ConsoleLaneSink sink = new ConsoleLaneSink("C", stream, new AtomicBoolean(), status, pipe);

        sink.commit(batch, batch.length, 0, 1, new long[0]);
        Outcome outcome = sink.flush();

        assertThat(outcome).isEqualTo(Outcome.REFUSED);
        assertThat(sink.bytesOut()).isEqualTo(pipe.taken.size()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWriteTheFooterBehindWhatWasWrittenInTheBackground(boolean atExit) {
        SinkPlan plan = new SinkPlan.ConsoleSink(
                "C",
                new LayoutPlan.Pattern("%m", "test", new FramePlan("begin\n", "the end\n"), false),
                StandardCharsets.UTF_8,
                List.of(),
                false);
        byte[] line = "a line\n".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        StandardStream stream = new StandardStream(1, FileDescriptor.out, plain, StreamKind.PIPE);
        ConsoleLaneSink sink = new ConsoleLaneSink("C", stream, new AtomicBoolean(), status, pipe)
                .framed(Frame.of(plan, StandardCharsets.UTF_8));

        assertThat(sink.recover(true)).isEqualTo(Outcome.DONE);
        sink.commit(line, line.length, 0, 1, new long[0]);
        assertThat(sink.flush()).isEqualTo(Outcome.DONE);
        if (atExit) {
            sink.boundWrites();
        }
        sink.end();

        assertThat(pipe.toString(StandardCharsets.UTF_8)).isEqualTo("begin\na line\nthe end\n");
        assertThat(status.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWriteInTheBackgroundToAStreamThatTheProgramHasSetBeforeOrSince(boolean isSetBefore) {
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream set = new PrintStream(printed, true, StandardCharsets.UTF_8);
        StandardStream stream = new StandardStream(1, FileDescriptor.out, plain, StreamKind.PIPE);
        if (isSetBefore) {
            System.setOut(set);
        }
        ConsoleLaneSink sink = new ConsoleLaneSink("C", stream, new AtomicBoolean(), status, pipe);

        if (!isSetBefore) {
            System.setOut(set);
            write(sink, "logged before\n");
            assertThat(sink.followsStream()).isFalse();
            sink.followStream();
        }
        write(sink, "logged since\n");
        System.setOut(plain);
        write(sink, "logged behind\n");

        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("logged since\n");
        assertThat(pipe.toString(StandardCharsets.UTF_8))
                .isEqualTo((isSetBefore ? "" : "logged before\n") + "logged behind\n");
        assertThat(sink.followsStream()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"PIPE", "FILE"})
    void i8ShouldWaitNotLongAtTheEndForAStreamThatTheProgramHasSet(StreamKind kind) throws IOException {
        CountDownLatch reads = new CountDownLatch(1);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(new Unread(reads, printed), true, StandardCharsets.UTF_8));
        ByteArrayOutputStream direct = new ByteArrayOutputStream();
        StandardStream stream = new StandardStream(1, FileDescriptor.out, plain, kind);
        ConsoleLaneSink sink = new ConsoleLaneSink("C", stream, new AtomicBoolean(), status, direct);
        sink.followStream();
        sink.boundWrites();
        byte[] batch = "a line\n".getBytes(StandardCharsets.UTF_8);

        sink.commit(batch, batch.length, 0, 1, new long[0]);
        assertThat(sink.flush()).isEqualTo(Outcome.LATER);
        while (sink.foreignWriter() == null) {
            Thread.onSpinWait();
        }
        // On its way already: not to be written twice.
        System.setOut(plain);
        assertThat(sink.flush()).isEqualTo(Outcome.LATER);
        assertThat(sink.retryDelayNs()).isPositive();
        assertThatThrownBy(() -> sink.writeLate(batch, batch.length)).hasMessage("nobody reads it");
        reads.countDown();
        Outcome outcome = sink.flush();
        while (outcome == Outcome.LATER) {
            Thread.onSpinWait();
            outcome = sink.flush();
        }
        sink.writeLate(batch, batch.length);

        assertThat(outcome).isEqualTo(Outcome.DONE);
        assertThat(sink.bytesOut()).isEqualTo(2L * batch.length);
        assertThat(sink.foreignWriter()).isNull();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("a line\n");
        assertThat(direct.toString(StandardCharsets.UTF_8)).isEqualTo("a line\n");
        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldTellAtTheEndThatAStreamReportsAnError() {
        System.setOut(new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("gone");
                    }
                },
                true,
                StandardCharsets.UTF_8));
        StandardStream stream = new StandardStream(1, FileDescriptor.out, plain, StreamKind.PIPE);
        ConsoleLaneSink sink =
                new ConsoleLaneSink("C", stream, new AtomicBoolean(), status, new ByteArrayOutputStream());
        sink.boundWrites();
        byte[] batch = "a line\n".getBytes(StandardCharsets.UTF_8);

        sink.commit(batch, batch.length, 0, 1, new long[0]);
        assertThat(sink.flush()).isEqualTo(Outcome.REFUSED);
        write(sink, "another\n");

        assertThat(status.list()).extracting(Status::code).containsExactly(StatusCode.MR341);
    }

    private static void write(ConsoleLaneSink sink, String text) {
        byte[] batch = text.getBytes(StandardCharsets.UTF_8);
        sink.commit(batch, batch.length, 0, 1, new long[0]);
        assertThat(sink.flush()).isEqualTo(Outcome.DONE);
    }

    /** Takes nothing before somebody reads. */
    private static final class Unread extends OutputStream {
        private final CountDownLatch reads;
        private final ByteArrayOutputStream taken;

        Unread(CountDownLatch reads, ByteArrayOutputStream taken) {
            this.reads = reads;
            this.taken = taken;
        }

        @Override
        public void write(int b) {
            throw new AssertionError("one byte at a time");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                // Behind that it fails: whoever stood here for good would hold up all that is printed.
                assertThat(reads.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            taken.write(bytes, offset, length);
        }
    }

    /** Takes one piece, and then none until somebody has read. */
    private static final class FullPipe extends OutputStream {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private boolean full;
        private String refusal = "Resource temporarily unavailable";

        @Override
        public void write(int b) {
            throw new AssertionError("one byte at a time");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (full) {
                throw new IOException(refusal);
            }
            full = true;
            taken.write(bytes, offset, length);
        }
    }
}
