package dev.millrace.event;

import static dev.millrace.event.Fixture.printed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class Utf8BufferTest {
    @Test
    void shouldPrintLongsAsLongToStringDoes() {
        Random random = new Random(3);
        for (int i = 0; i < 50_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(printed(out -> out.putLong(value)))
                    .isEqualTo(Long.toString(value).getBytes(UTF_8));
        }
        for (long value = 1, i = 0; i < 19; i++, value *= 10) {
            for (long near = value - 2; near <= value + 2; near++) {
                long each = near;
                assertThat(printed(out -> out.putLong(each)))
                        .isEqualTo(Long.toString(each).getBytes(UTF_8));
                assertThat(printed(out -> out.putInt((int) -each)))
                        .isEqualTo(Integer.toString((int) -each).getBytes(UTF_8));
            }
        }
        for (long edge :
                new long[] {Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 1L << 31}) {
            assertThat(printed(out -> out.putLong(edge)))
                    .isEqualTo(Long.toString(edge).getBytes(UTF_8));
        }
    }

    @Test
    void shouldEncodeStringsAsTheJdkDoes() {
        for (int seed = 0; seed < 5_000; seed++) {
            String text = new RandomValues(seed).string();
            assertThat(printed(out -> out.putUtf8(text))).isEqualTo(text.getBytes(UTF_8));
            assertThat(printed(out -> out.putUtf8(new StringBuilder(text)))).isEqualTo(text.getBytes(UTF_8));
            assertThat(Utf8.lengthOf(text)).isEqualTo(text.getBytes(UTF_8).length);
        }
    }

    @Test
    void shouldEncodeEveryCharAsTheJdkDoes() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            char value = (char) c;
            assertThat(printed(out -> out.putChar(value)))
                    .isEqualTo(String.valueOf(value).getBytes(UTF_8));
        }
    }

    @Test
    void shouldPrintUuidsFloatsAndBooleansAsTheJdkDoes() {
        Random random = new Random(4);
        for (int i = 0; i < 2_000; i++) {
            UUID uuid = new UUID(random.nextLong(), random.nextLong());
            assertThat(printed(out -> out.putUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits())))
                    .isEqualTo(uuid.toString().getBytes(UTF_8));
            double number = Double.longBitsToDouble(random.nextLong());
            assertThat(printed(out -> out.putDouble(number)))
                    .isEqualTo(Double.toString(number).getBytes(UTF_8));
            assertThat(printed(out -> out.putFloat((float) number)))
                    .isEqualTo(Float.toString((float) number).getBytes(UTF_8));
        }
        assertThat(printed(out -> out.putBoolean(true))).isEqualTo("true".getBytes(UTF_8));
    }

    @Test
    void shouldGrowFromNothing() {
        Utf8Buffer out = new Utf8Buffer(0);
        out.put('a');
        out.put("bcd".getBytes(UTF_8), 1, 2);
        out.putAscii("e");

        assertThat(new String(out.bytes(), 0, out.length(), UTF_8)).isEqualTo("acde");
    }
}
