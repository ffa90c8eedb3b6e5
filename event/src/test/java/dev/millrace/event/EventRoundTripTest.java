package dev.millrace.event;

import static dev.millrace.event.Fixture.printed;
import static dev.millrace.event.Fixture.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventRoundTripTest {
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    private final Fixture fixture = new Fixture(1 << 20);

    @Test
    void shouldReadBackWhatWasCapturedForGeneratedEvents() {
        for (int seed = 0; seed < RandomValues.seeds(1_000); seed++) {
            roundTrip(new RandomValues(seed));
        }
    }

    private void roundTrip(RandomValues values) {
        String logger = "logger." + values.string();
        int loggerId = values.random().nextBoolean() ? fixture.dictionary.idOfRepeating(logger) : 0;
        int level = LEVELS[values.random().nextInt(LEVELS.length)];
        int generation = values.random().nextInt(0x10000);
        Map<String, String> mdc = new LinkedHashMap<>();
        for (int i = values.random().nextInt(4); i > 0; i--) {
            mdc.put(values.string(), values.random().nextInt(5) == 0 ? null : values.string());
        }
        List<String> markers = values.random().nextBoolean() ? null : texts(values);
        List<String> keys = values.random().nextBoolean() ? null : texts(values);
        List<Object> pairValues = new ArrayList<>();
        for (int i = 0; keys != null && i < keys.size(); i++) {
            pairValues.add(
                    values.random().nextBoolean()
                            ? values.string()
                            : values.random().nextInt());
        }
        StackTraceElement caller = values.random().nextBoolean()
                ? null
                : new StackTraceElement(
                        "l",
                        "m",
                        "v",
                        "C" + values.string(),
                        "m",
                        "F.java",
                        values.random().nextInt());
        long time = values.random().nextBoolean() ? 0 : values.random().nextLong();
        String thread = values.random().nextBoolean() ? null : values.string();
        Exception thrown = values.random().nextBoolean() ? null : new Exception(values.string());
        Object[] arguments = {values.whole(), values.random().nextLong(), null};
        EventDetails details = new EventDetails(
                markers,
                keys,
                pairValues,
                caller,
                time,
                thread,
                caller == null || values.random().nextBoolean()
                        ? null
                        : List.of(caller, new StackTraceElement("O", "o", null, 2)));
        long before = System.currentTimeMillis() * 1000 - 5_000_000;

        EventEncoder encoder = fixture.capture.encode(
                loggerId,
                logger,
                level,
                generation,
                "{} {} {}",
                3,
                null,
                null,
                arguments,
                thrown,
                MdcSnapshot.encode(mdc),
                details);
        byte[] record = Arrays.copyOf(encoder.bytes(), encoder.length());
        fixture.capture.release(encoder);
        LogEvent event = fixture.wrapped(record);

        assertThat(LogEvent.levelOf(record, 0, record.length)).isEqualTo(level);
        assertThat(event.level()).isEqualTo(level);
        assertThat(event.generation()).isEqualTo(generation);
        assertThat(event.cut()).isFalse();
        assertThat(event.loggerId()).isEqualTo(loggerId);
        assertThat(printed(event::loggerName)).isEqualTo(logger.getBytes(UTF_8));
        assertThat(printed(event::threadName))
                .isEqualTo((thread == null ? Thread.currentThread().getName() : thread).getBytes(UTF_8));
        if (time == 0) {
            assertThat(event.timestampMicros()).isBetween(before, before + 3600_000_000L);
        } else {
            assertThat(event.timestampMicros()).isEqualTo(time);
        }
        assertThat(printed(event::message)).isEqualTo((arguments[0] + " " + arguments[1] + " null").getBytes(UTF_8));
        assertMdc(event, mdc);
        assertThat(event.markerCount()).isEqualTo(markers == null ? 0 : markers.size());
        for (int i = 0; i < event.markerCount(); i++) {
            int index = i;
            assertThat(printed(out -> event.marker(index, out)))
                    .isEqualTo(markers.get(i).getBytes(UTF_8));
        }
        assertThat(event.keyValueCount()).isEqualTo(keys == null ? 0 : keys.size());
        for (int i = 0; i < event.keyValueCount(); i++) {
            int index = i;
            assertThat(printed(out -> event.key(index, out)))
                    .isEqualTo(keys.get(i).getBytes(UTF_8));
            assertThat(printed(out -> event.value(index, out)))
                    .isEqualTo(String.valueOf(pairValues.get(i)).getBytes(UTF_8));
            assertThat(event.valueKind(i))
                    .isEqualTo(pairValues.get(i) instanceof String ? ValueKind.TEXT : ValueKind.NUMBER);
        }
        assertThat(event.callers()).hasSize(caller == null ? 0 : details.outerCallers() == null ? 1 : 3);
        assertThat(event.sequenceNumber()).isZero();
        assertThat(String.valueOf(event.caller())).isEqualTo(utf8(String.valueOf(caller)));
        assertThat(event.hasThrown()).isEqualTo(thrown != null);
        if (thrown != null) {
            assertThat(event.thrown().message()).isEqualTo(utf8(thrown.getMessage()));
        } else {
            assertThat(event.thrown()).isNull();
        }
    }

    private static List<String> texts(RandomValues values) {
        List<String> texts = new ArrayList<>();
        for (int i = values.random().nextInt(4); i > 0; i--) {
            texts.add(values.string());
        }
        return texts;
    }

    private static void assertMdc(LogEvent event, Map<String, String> mdc) {
        assertThat(event.mdcCount()).isEqualTo(mdc.size());
        List<String> visited = new ArrayList<>();
        event.forEachMdc((bytes, keyOffset, keyLength, valueOffset, valueLength) -> {
            visited.add(new String(bytes, keyOffset, keyLength, UTF_8));
            visited.add(valueLength < 0 ? null : new String(bytes, valueOffset, valueLength, UTF_8));
        });
        List<String> expected = new ArrayList<>();
        mdc.forEach((key, value) -> {
            expected.add(utf8(key));
            expected.add(value == null ? null : utf8(value));
        });
        assertThat(visited).isEqualTo(expected);
        for (int i = 0; i < expected.size(); i += 2) {
            Utf8Buffer out = new Utf8Buffer(8);
            boolean found = event.mdcValue(expected.get(i).getBytes(UTF_8), out);
            int first = expected.indexOf(expected.get(i));
            if (first == i) {
                assertThat(found).isEqualTo(expected.get(i + 1) != null);
            }
        }
        assertThat(event.mdcValue("no such key".getBytes(UTF_8), new Utf8Buffer(8)))
                .isFalse();
    }

    private static String utf8(String text) {
        return new String(text.getBytes(UTF_8), UTF_8);
    }

    @Test
    void shouldPrintPairValuesAsStringValueOfDoes() {
        Object[] values = {null, 1.5f, 'c', new int[] {1}, new String[] {"a"}, new StringBuilder("b"), true};
        List<String> keys = List.of("a", "b", "c", "d", "e", "f", "g");

        LogEvent event = fixture.captured("m", new Object[0], null, null, Fixture.pairs(keys, Arrays.asList(values)));

        for (int i = 0; i < values.length; i++) {
            int index = i;
            assertThat(text(out -> event.value(index, out))).isEqualTo(String.valueOf(values[i]));
        }
    }

    @Test
    void shouldTakeTheNextLowerLevelForOneThatIsNone() {
        int[] given = {-5, 0, 3, 15, 20, 39, 45, Integer.MAX_VALUE};
        int[] expected = {0, 0, 0, 10, 20, 30, 40, 40};

        for (int i = 0; i < given.length; i++) {
            EventEncoder encoder =
                    fixture.capture.encode(0, "l", given[i], 0, "m", 0, null, null, null, null, null, null);
            assertThat(LogEvent.levelOf(encoder.bytes(), 0, encoder.length())).isEqualTo(expected[i]);
            fixture.capture.release(encoder);
        }
    }

    @Test
    void shouldWriteAQuestionMarkForALoneSurrogate() {
        String odd = "a\uD83D b\uDE00 c\uD83D\uDE00 d\uD83D";

        assertThat(fixture.message(odd, 1)).isEqualTo(odd.getBytes(UTF_8));
        assertThat(fixture.message("{}", odd)).isEqualTo(odd.getBytes(UTF_8));
        assertThat(fixture.message("{}", '\uD83D')).isEqualTo("?".getBytes(UTF_8));
    }

    @Test
    void shouldHaveTheDocumentedBytes() {
        EventDetails replayed = new EventDetails(null, null, null, null, 0x0102030405060708L, "t");
        EventEncoder encoder =
                fixture.capture.encode(0, "a.B", Levels.WARN, 3, "x {}", 2, "é", 258, null, null, null, replayed);
        byte[] record = Arrays.copyOf(encoder.bytes(), encoder.length());
        fixture.capture.release(encoder);

        assertThat(java.util.HexFormat.of().withUpperCase().formatHex(record))
                .isEqualTo("011E0000" + "03000200" + "0807060504030201" + "00000000" + "00000000" + "00000000"
                        + "07000000" + "612E42" + "03000000" + "74" + "09000000" + "78207B7D"
                        + "01" + "04000000" + "C3A9" + "06" + "02010000");
    }

    @Test
    void shouldGiveBackScratchThatOthersThenTake() {
        EventEncoder first = fixture.capture.encode(0, "l", 20, 0, "m", 0, null, null, null, null, null, null);
        EventEncoder second = fixture.capture.encode(0, "l", 20, 0, "m", 0, null, null, null, null, null, null);
        assertThat(second).isNotSameAs(first);
        assertThat(second.stripe()).isNotEqualTo(first.stripe());
        fixture.capture.release(second);
        fixture.capture.release(first);

        EventEncoder third = fixture.capture.encode(0, "l", 20, 0, "m", 0, null, null, null, null, null, null);

        assertThat(third).isSameAs(first);
        assertThat(third.stripe()).isBetween(0, EventCapture.STRIPES - 1);
    }

    @Test
    void shouldAllocateAnExtraEncoderWhenTheNearbyPlacesAreTaken() {
        List<EventEncoder> held = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            held.add(fixture.capture.encode(0, "l", 20, 0, "m", 0, null, null, null, null, null, null));
        }

        assertThat(held.get(4).stripe()).isEqualTo(-1);
        assertThat(held.stream().map(EventEncoder::stripe).filter(stripe -> stripe >= 0))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldNotKeepScratchThatOneLargeEventMadeGrow() {
        EventEncoder encoder =
                fixture.capture.encode(0, "l", 20, 0, "x".repeat(500_000), 0, null, null, null, null, null, null);
        assertThat(encoder.bytes().length).isGreaterThan(EventEncoder.KEPT_BYTES);

        fixture.capture.release(encoder);

        assertThat(encoder.bytes()).hasSize(EventEncoder.INITIAL_BYTES);
    }
}
