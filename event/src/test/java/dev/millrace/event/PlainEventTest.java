package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The quick way through an event that is like most prints what the other one does, or nothing. */
@Timeout(60)
class PlainEventTest {
    private static final byte[] BEHIND = "\n".getBytes(StandardCharsets.US_ASCII);
    private static final String[] PIECES = {
        "", "{}", "order ", " of ", "\\{}", "\\\\{}", "a customer é {} with a longer text behind"
    };

    private final Fixture fixture = new Fixture();

    private byte[] plainRecord(String template, Object... args) {
        byte[] record = {};
        // Texts get their ids when they are seen again.
        for (int i = 0; i < 4; i++) {
            EventEncoder encoder = fixture.capture.encode(
                    fixture.dictionary.idOfRepeating("a.Logger"),
                    "a.Logger",
                    Levels.INFO,
                    0,
                    template,
                    args.length,
                    null,
                    null,
                    args,
                    null,
                    null,
                    null);
            record = Arrays.copyOf(encoder.bytes(), encoder.length());
            fixture.capture.release(encoder);
        }
        return record;
    }

    /** Whether it took the event; if so, the other way takes it, too, and prints the same. */
    static boolean assertPlainWaySaysTheSame(LogEvent event, byte[] bytes, int offset, int length) {
        Utf8Buffer out = new Utf8Buffer(1);
        out.putAscii("before");
        if (!event.wrapPlain(bytes, offset, length) || !event.plainMessage(BEHIND, out)) {
            assertThat(out.length()).isEqualTo(6);
            return false;
        }
        long micros = event.timestampMicros();
        int level = event.level();
        String names = Fixture.text(event::loggerName) + Fixture.text(event::threadName);
        assertThat(event.wrap(bytes, offset, length)).isTrue();
        byte[] expected = Fixture.printed(to -> {
            to.putAscii("before");
            event.message(to);
            to.put(BEHIND);
        });
        assertThat(Arrays.copyOf(out.bytes(), out.length())).isEqualTo(expected);
        assertThat(event.timestampMicros()).isEqualTo(micros);
        assertThat(event.level()).isEqualTo(level);
        assertThat(Fixture.text(event::loggerName) + Fixture.text(event::threadName))
                .isEqualTo(names);
        return true;
    }

    private boolean isTaken(byte[] record) {
        return assertPlainWaySaysTheSame(fixture.event, record, 0, record.length);
    }

    @Test
    void shouldPrintWhatTheOtherWayPrints() {
        int taken = 0;
        for (int seed = 0; seed < RandomValues.seeds(20_000); seed++) {
            Random random = new Random(seed);
            String template = template(new Random(seed % 200));
            Object[] args = new Object[random.nextInt(4)];
            for (int i = 0; i < args.length; i++) {
                args[i] = value(random, seed);
            }
            byte[] record = plainRecord(template, args);
            taken += isTaken(record) ? 1 : 0;
            for (int i = 0; i < 4; i++) {
                byte[] damaged = record.clone();
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                isTaken(damaged);
                isTaken(Arrays.copyOf(record, random.nextInt(record.length)));
            }
        }
        assertThat(taken).isGreaterThan(RandomValues.seeds(20_000) / 20);
    }

    /** Few enough for all of them to get an id. */
    private static String template(Random random) {
        StringBuilder template = new StringBuilder("a");
        for (int i = random.nextInt(6); i > 0; i--) {
            template.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return template.toString();
    }

    private static Object value(Random random, int seed) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> random.nextLong() >> random.nextInt(64);
            case 2, 3 -> random.nextInt() >> random.nextInt(32);
            case 4, 5 -> "é".repeat(random.nextInt(2)) + "x".repeat(random.nextInt(40));
            case 6 -> new RandomValues(seed).value(0);
            default -> null;
        };
    }

    @Test
    void shouldTakeTextsIntsAndLongsThatFillTheirPlaces() {
        assertThat(isTaken(plainRecord("no place"))).isTrue();
        assertThat(isTaken(plainRecord("{}", Long.MIN_VALUE))).isTrue();
        assertThat(isTaken(plainRecord("{}{}{}", Integer.MIN_VALUE, "", Long.MAX_VALUE)))
                .isTrue();
        assertThat(isTaken(plainRecord("a {} b {} c", 0, "a thousand".repeat(1_000))))
                .isTrue();
    }

    @Test
    void shouldLeaveTheRestToTheOtherWay() {
        assertThat(isTaken(plainRecord("{}", 1.5))).isFalse();
        assertThat(isTaken(plainRecord("{}", (Object) null))).isFalse();
        assertThat(isTaken(plainRecord("{} {}", 1))).isFalse();
        assertThat(isTaken(plainRecord("{}", 1, 2))).isFalse();
        assertThat(isTaken(plainRecord("\\{}", 1))).isFalse();
        assertThat(isTaken(fixture.record("not seen before", 1))).isFalse();
        assertThat(isTaken(fixture.record("{}", new Object[] {1}, new Error(), null, null)))
                .isFalse();
    }
}
