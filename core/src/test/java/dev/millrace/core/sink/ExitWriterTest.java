package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ExitWriterTest {
    private final Reader reader = new Reader();
    private final ExitWriter writer = new ExitWriter(new AtomicLong());

    @BeforeEach
    void goToTheReader() {
        writer.goesTo(reader, PieceSize.OF_FILE);
    }

    @Test
    void shouldWriteABatchOnceHoweverOftenItIsAskedFor() throws IOException {
        assertThat(batch("one\n")).isFalse();
        assertThat(batch("one\n")).isFalse();
        assertThat(writer.isLate()).isTrue();
        reader.reads.countDown();

        while (!batch("one\n")) {
            Thread.onSpinWait();
        }
        while (!batch("two\n")) {
            Thread.onSpinWait();
        }

        assertThat(reader.read()).isEqualTo("one\ntwo\n");
        assertThat(writer.isLate()).isFalse();
    }

    @Test
    void shouldGiveUpALateEventWhileNobodyReads() throws IOException {
        assertThat(batch("one\n")).isFalse();

        assertThatThrownBy(() -> late("two\n")).isInstanceOf(IOException.class).hasMessage("nobody reads it");
    }

    @Test
    void shouldNotWriteABatchAgainThatWentOutBeforeALateEvent() throws IOException {
        assertThat(batch("one\n")).isFalse();
        reader.reads.countDown();
        while (!isTaken("late\n")) {
            Thread.onSpinWait();
        }

        while (!batch("one\n")) {
            Thread.onSpinWait();
        }

        assertThat(reader.read()).isEqualTo("one\nlate\n");
    }

    @Test
    void shouldTellWhyAWriteFailed() {
        reader.failure = new IOException("Broken pipe");
        reader.reads.countDown();

        assertThatThrownBy(() -> {
                    while (!batch("one\n")) {
                        Thread.onSpinWait();
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessage("Broken pipe");
    }

    private boolean batch(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return writer.writeBatch(bytes, bytes.length);
    }

    private void late(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.writeLate(bytes, bytes.length);
    }

    private boolean isTaken(String text) {
        try {
            late(text);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Takes nothing before it reads. */
    private static final class Reader extends OutputStream {
        private final CountDownLatch reads = new CountDownLatch(1);
        private final StringBuffer text = new StringBuffer();
        private volatile IOException failure;

        @Override
        public void write(int b) {
            throw new AssertionError("one byte at a time");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                reads.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (failure != null) {
                throw failure;
            }
            text.append(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }

        private String read() {
            return text.toString();
        }
    }
}
