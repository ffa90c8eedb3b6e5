package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way of nearly all events, beside the one that any event can take. */
@Timeout(120)
class PlainCaptureTest {
    private static final int LIMIT = EventCapture.MIN_EVENT_BYTES;

    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(() -> 0, () -> 0), LIMIT);
    private final int logger = dictionary.idOfRepeating("a.Logger");
    private final ValueResolver resolver = new ValueResolver(LIMIT);

    @Test
    void shouldWriteTheSameBytesForGeneratedCalls() {
        int plain = 0;
        int seeds = RandomValues.seeds(4_000);
        for (int seed = 0; seed < seeds; seed++) {
            plain += compare(seed) ? 1 : 0;
        }
        assertThat(plain).isBetween(seeds / 3, seeds - seeds / 4);
    }

    /** Returns whether the event went the plain way. */
    private boolean compare(int seed) {
        RandomValues values = new RandomValues(seed);
        // Resolved once, so that both ways see the same texts of values that change or misbehave.
        Object[] args = values.arguments();
        args = resolver.arguments(args, args.length);
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
        // The third time all names are known.
        byte[] expected = null;
        for (int i = 0; i < 3; i++) {
            expected = taken(capture.encodeFully(
                    0,
                    0,
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
                capture.encodePlainly(0, logger, level, generation, template, count, first, second, args, mdc);
        if (plain == null) {
            return false;
        }
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
    void shouldKeepWhatOnlyTheLongerWayWrites() {
        Redaction redaction = new Redaction(Set.of(), List.of(Pattern.compile("secret")), pattern -> {});
        EventCapture numbered =
                new EventCapture(dictionary, new EventClock(() -> 0, () -> 0), LIMIT, new CaptureOptions(true, false));
        EventCapture redacting =
                new EventCapture(dictionary, new EventClock(() -> 0, () -> 0), LIMIT, CaptureOptions.NONE, redaction);
        EventDetails marked = new EventDetails(List.of("M"), null, null, null, 0, null);
        // The third time all names are known.
        for (int i = 0; i < 3; i++) {
            assertThat(flags(capture, "{}", 1, "text", null, null)).isZero();
            assertThat(flags(capture, "{}", 1, new StringBuilder("foreign"), null, null))
                    .isZero();
            assertThat(flags(capture, "{}", 1, new Exception(), null, null)).isEqualTo(EventFormat.THROWN);
            assertThat(flags(capture, "{}", 1, "text", new Exception(), null)).isEqualTo(EventFormat.THROWN);
            assertThat(flags(capture, "{}", 1, "text", null, marked)).isEqualTo(EventFormat.MARKERS);
            assertThat(flags(numbered, "{}", 1, "text", null, null)).isEqualTo(EventFormat.NUMBER);
            assertThat(flags(redacting, "{}", 1, "secret", null, null)).isZero();
        }
    }

    private int flags(
            EventCapture from, String template, int count, Object argument, Throwable thrown, EventDetails details) {
        EventEncoder encoder = from.encode(
                logger, "a.Logger", Levels.INFO, 0, template, count, argument, null, null, thrown, null, details);
        byte[] event = Arrays.copyOf(encoder.bytes(), encoder.length());
        from.release(encoder);
        assertThat(new String(event, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
        return EventFormat.shortAt(event, EventFormat.FLAGS_OFFSET);
    }

    @Test
    void shouldLeaveToTheLongerWayMoreArgumentsThanTheirCountHolds() {
        EventCapture large = new EventCapture(dictionary, new EventClock(() -> 0, () -> 0), 1 << 20);
        int most = EventFormat.MAX_ARGUMENTS;
        for (int i = 0; i < 3; i++) {
            large.release(large.encodeFully(
                    0,
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
                0, 0, logger, "a.Logger", Levels.INFO, 0, template, args.length, null, null, args, null, mdc, null);
    }

    private EventEncoder plain(int loggerId, String template, Object[] args, byte[] mdc) {
        return capture.encodePlainly(0, loggerId, Levels.INFO, 0, template, args.length, null, null, args, mdc);
    }
}
