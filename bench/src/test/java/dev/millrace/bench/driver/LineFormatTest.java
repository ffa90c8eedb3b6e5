package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.MessageFormatter;

class LineFormatTest {
    private static final int[] MESSAGE_BYTES = {LineFormat.STANDARD_MESSAGE, 8, 36, 43, 150, 180, 1137};
    private static final int[] THREADS = {1, 64, 100, 101, 10_000};

    @Test
    void shouldBeAsLongAsItSays() {
        assertThat(LineFormat.standard(4).lineBytes()).isEqualTo(LineFormat.STANDARD_LINE_BYTES);
        for (int threads : THREADS) {
            for (int messageBytes : MESSAGE_BYTES) {
                LineFormat format = LineFormat.of(messageBytes, threads);
                byte[] line = logged(format, threads - 1, 42);

                assertThat(line).hasSize(format.lineBytes());
                if (messageBytes != LineFormat.STANDARD_MESSAGE) {
                    assertThat(new String(line, StandardCharsets.US_ASCII).split(" - ")[1])
                            .hasSize(messageBytes + 1);
                }
            }
        }
    }

    @Test
    void shouldReadBackThreadAndSequence() {
        for (int threads : THREADS) {
            for (int messageBytes : MESSAGE_BYTES) {
                LineFormat format = LineFormat.of(messageBytes, threads);
                byte[] line = logged(format, threads - 1, 11_999_999);

                assertThat(format.isWhole(line, 0)).isTrue();
                assertThat(format.thread(line, 0)).isEqualTo(threads - 1);
                assertThat(format.sequence(line, 0)).isEqualTo(11_999_999);
            }
        }
    }

    @Test
    void shouldRefuseALineWithAnyByteDamaged() {
        for (int messageBytes : MESSAGE_BYTES) {
            LineFormat format = LineFormat.of(messageBytes, 4);
            byte[] line = logged(format, 0, 0);
            for (int i = 0; i < line.length; i++) {
                byte right = line[i];
                line[i] = '~';
                assertThat(format.isWhole(line, 0)).as("damaged at %d", i).isFalse();
                line[i] = right;
            }
        }
    }

    @Test
    void shouldRefuseTheArgumentsOfAnotherLine() {
        LineFormat format = LineFormat.standard(4);
        String line = new String(logged(format, 0, 7), StandardCharsets.US_ASCII);

        assertThat(format.isWhole(bytes(line), 0)).isTrue();
        assertThat(format.isWhole(bytes(line.replace("customer-107", "customer-108")), 0))
                .isFalse();
        assertThat(format.isWhole(bytes(line.replace(" 207 items", " 208 items")), 0))
                .isFalse();
    }

    private static byte[] bytes(String line) {
        return line.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void shouldRenderWhatABackendRenders() {
        for (int messageBytes : MESSAGE_BYTES) {
            LineFormat format = LineFormat.of(messageBytes, 4);

            assertThat(format.line(3, 77)).isEqualTo(logged(format, 3, 77));
        }
    }

    @Test
    void shouldRefuseLengthsThatHoldNoNumber() {
        assertThatThrownBy(() -> LineFormat.of(20, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("20 bytes");
    }

    private static byte[] logged(LineFormat format, int thread, long sequence) {
        long id = format.firstId() + sequence;
        String message = MessageFormatter.arrayFormat(
                        format.template(), new Object[] {id, format.texts()[(int) id & 63], 100 + id % 900})
                .getMessage();
        return ("2026-11-21 08:00:00.000 [" + format.threadName(thread) + "] INFO  " + LineFormat.LOGGER + " - "
                        + message + "\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
