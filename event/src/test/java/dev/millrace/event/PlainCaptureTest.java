package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way of nearly all events, beside the one that any event can take. */
@Timeout(120)
class PlainCaptureTest {
    private static final int LIMIT = EventCapture.MIN_EVENT_BYTES;

    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(() -> 0, () -> 0), LIMIT);
    private final int logger = dictionary.idOfRepeating("a.Logger");

    @Test
    void shouldWriteTheSameBytesForGeneratedCalls() {
        int plain = 0;
        int seeds = RandomValues.seeds(4_000);
        for (int seed = 0; seed < seeds; seed++) {
            plain += compare(seed) ? 1 : 0;
        }
        assertThat(plain).isBetween(seeds / 6, seeds / 2);
    }

    private boolean compare(int seed) {
        RandomValues values = new RandomValues(seed);
        Object[] args = values.arguments();
        int count = args.length;
        Object first = null;
        Object second = null;
        if (count <= 2 && values.random().nextBoolean()) {
            first = count > 0 ? args[0] : null;
            second = count > 1 ? args[1] : null;
            args = null;
        } else if (values.random().nextInt(4) == 0 && count > 0) {
            args[values.random().nextInt(count)] =
                    "long ".repeat(values.random().nextInt(2 * LIMIT / 5));
        }
        String template = values.template();
        int level = values.random().nextInt(10) == 0
                ? values.random().nextInt(60)
                : values.random().nextInt(5) * 10;
        int generation = values.random().nextInt(0x10000);
        byte[] mdc = mdc(values);
        Object misbehaves = Arrays.stream(args == null ? new Object[] {first, second} : args)
                .filter(value -> value instanceof RandomValues.Misbehaving)
                .findAny()
                .orElse(null);

        long micros = values.random().nextInt();
        // The third time all names are known.
        byte[] expected = null;
        for (int i = 0; i < 3; i++) {
            expected = taken(capture.encodeFully(
                    micros,
                    logger,
                    "a.Logger",
                    level,
                    generation,
                    template,
                    count,
                    first,
                    second,
                    args,
                    null,
                    mdc,
                    null));
        }
        EventEncoder plain =
                capture.encodePlainly(micros, logger, level, generation, template, count, first, second, args, mdc);
        if (plain == null) {
            return false;
        }
        assertThat(misbehaves).isNull();
        assertThat(taken(plain)).as("seed %d", seed).isEqualTo(expected);
        return true;
    }

    private static byte[] mdc(RandomValues values) {
        Map<String, String> mdc = new LinkedHashMap<>();
        for (int i = values.random().nextInt(4); i > 0; i--) {
            mdc.put(values.string(), values.string());
        }
        return mdc.isEmpty() ? null : MdcSnapshot.encode(mdc);
    }

    private byte[] taken(EventEncoder encoder) {
        byte[] event = Arrays.copyOf(encoder.bytes(), encoder.length());
        capture.release(encoder);
        return event;
    }

    @Test
    void shouldLeaveToTheLongerWayWhatNeedsIt() {
        Object[] none = {};
        capture.release(full("known", none, null));
        capture.release(full("known", none, null));

        assertThat(plain(0, "known", none, null)).as("logger without an id").isNull();
        assertThat(plain(logger, "not known", none, null))
                .as("text without an id")
                .isNull();
        assertThat(plain(logger, null, none, null)).as("no text").isNull();
        assertThat(plain(logger, "known", new Object[] {new Exception()}, null))
                .as("throwable")
                .isNull();
        assertThat(plain(logger, "known", new Object[] {new StringBuilder()}, null))
                .as("foreign code")
                .isNull();
        assertThat(plain(logger, "known", new Object[] {"x".repeat(LIMIT)}, null))
                .as("too large")
                .isNull();
        assertThat(plain(logger, "known", none, new byte[LIMIT]))
                .as("MDC too large")
                .isNull();
        EventEncoder plain = plain(logger, "known", none, null);
        assertThat(plain.stripe())
                .as("a place of the pool: all were given back")
                .isNotEqualTo(EventEncoder.NO_STRIPE);
        assertThat(plain.length()).isEqualTo(EventFormat.HEAD_BYTES);
    }

    @Test
    void shouldLeaveToTheLongerWayMoreArgumentsThanTheirCountHolds() {
        EventCapture large = new EventCapture(dictionary, new EventClock(), 1 << 20);
        int most = EventFormat.MAX_ARGUMENTS;
        for (int i = 0; i < 3; i++) {
            large.release(large.encodeFully(
                    0,
                    logger,
                    "a.Logger",
                    Levels.INFO,
                    0,
                    "known",
                    most,
                    null,
                    null,
                    new Object[most],
                    null,
                    null,
                    null));
        }
        assertThat(large.encodePlainly(
                        0, logger, Levels.INFO, 0, "known", most + 1, null, null, new Object[most + 1], null))
                .isNull();
        assertThat(large.encodePlainly(0, logger, Levels.INFO, 0, "known", most, null, null, new Object[most], null))
                .isNotNull();
    }

    @Test
    void shouldNotTakeALookForASecondSight() {
        assertThat(dictionary.knownIdOf("seen once", true)).isZero();
        assertThat(dictionary.knownIdOf("seen once", true)).isZero();
        assertThat(dictionary.idOfLiteral("seen once")).isZero();
        assertThat(dictionary.knownIdOf("seen once", true)).isZero();
        int id = dictionary.idOfLiteral("seen once");
        assertThat(id).isNotZero();
        assertThat(dictionary.knownIdOf("seen once", true)).isEqualTo(id);
    }

    private EventEncoder full(String template, Object[] args, byte[] mdc) {
        return capture.encodeFully(
                0, logger, "a.Logger", Levels.INFO, 0, template, args.length, null, null, args, null, mdc, null);
    }

    private EventEncoder plain(int loggerId, String template, Object[] args, byte[] mdc) {
        return capture.encodePlainly(0, loggerId, Levels.INFO, 0, template, args.length, null, null, args, mdc);
    }
}
