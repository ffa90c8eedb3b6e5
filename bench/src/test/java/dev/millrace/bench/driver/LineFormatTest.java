package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.MessageFormatter;

class LineFormatTest {
    @Test
    void shouldBeAsLongAsItSays() {
        assertThat(line(3, 42)).hasSize(LineFormat.LINE_BYTES);
    }

    @Test
    void shouldReadBackThreadAndSequence() {
        byte[] line = line(63, 11_999_999);

        assertThat(LineFormat.isWhole(line, 0)).isTrue();
        assertThat(LineFormat.thread(line, 0)).isEqualTo(63);
        assertThat(LineFormat.sequence(line, 0)).isEqualTo(11_999_999);
    }

    @Test
    void shouldRefuseALineWithAnyFixedByteDamaged() {
        byte[] line = line(0, 0);
        for (int i = LineFormat.THREAD_OFFSET; i < LineFormat.ID_OFFSET; i++) {
            byte right = line[i];
            line[i] = '~';
            assertThat(LineFormat.isWhole(line, 0)).as("damaged at %d", i).isFalse();
            line[i] = right;
        }

        line[line.length - 1] = ' ';
        assertThat(LineFormat.isWhole(line, 0)).isFalse();
    }

    private static byte[] line(int thread, long sequence) {
        String message = MessageFormatter.arrayFormat(
                        LineFormat.TEMPLATE, new Object[] {LineFormat.FIRST_ID + sequence, "customer-100", 200})
                .getMessage();
        return ("2026-11-21 08:00:00.000 [" + LineFormat.threadName(thread) + "] INFO  " + LineFormat.LOGGER + " - "
                        + message + "\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
