package dev.millrace.event;

import static dev.millrace.event.Fixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that are larger than the limit lose text, visibly, and never more than that. */
@Timeout(60)
class CutTest {
    private static final int MIN = EventCapture.MIN_EVENT_BYTES;

    @Test
    void shouldPrintOfNumbersInANestedArrayWhatThereIsRoomFor() {
        assertThat(new DeepArrayText(30, null).of(new int[][] {{1, 2}, new int[1_000_000]}))
                .isEqualTo("[[1, 2], [" + "0, ".repeat(7) + "\u2026[cut 999993 elements]]]");
    }

    @Test
    void shouldKeepAnEventOfExactlyTheLimit() {
        Fixture fixture = new Fixture(MIN);
        fixture.record("");
        fixture.record(""); // from now on the thread's name is an id
        int overhead = fixture.record("").length;

        byte[] whole = fixture.record("x".repeat(MIN - overhead));
        byte[] larger = fixture.record("x".repeat(MIN - overhead + 1));

        assertThat(whole).hasSize(MIN);
        assertThat(fixture.wrapped(whole).cut()).isFalse();
        assertThat(larger).hasSizeLessThan(MIN);
        assertThat(fixture.wrapped(larger).cut()).isTrue();
    }

    @Test
    void shouldSayHowManyBytesWereCut() {
        Fixture fixture = new Fixture(MIN);
        String line = "y".repeat(100_000);

        String printed = text(fixture.captured("{} and {}", line, "short")::message);

        assertThat(printed).endsWith("bytes] and short").contains("\u2026[cut ");
        int kept = printed.indexOf('\u2026');
        assertThat(printed).contains("\u2026[cut " + (line.length() - kept) + " bytes]");
        assertThat(kept).isGreaterThan(1000);
    }

    @Test
    void shouldCutBetweenCodePoints() {
        Fixture fixture = new Fixture(MIN);
        for (int shift = 0; shift < 4; shift++) {
            String line = "x".repeat(shift) + "\uD83D\uDE00".repeat(10_000);

            String printed = text(fixture.captured(line)::message);

            assertThat(printed).doesNotContain("\uFFFD").startsWith("x".repeat(shift) + "\uD83D\uDE00");
            int kept = printed.indexOf('\u2026');
            assertThat(printed).endsWith("[cut " + (40_000 - (kept - shift) * 2) + " bytes]");
        }
    }

    @Test
    void shouldKeepTheFirstFramesOfAThrowableThatDoesNotFit() {
        Fixture fixture = new Fixture(MIN);
        Exception thrown = new Exception("boom");
        StackTraceElement[] trace = new StackTraceElement[5000];
        Arrays.setAll(trace, i -> new StackTraceElement("a.B", "m" + i, "B.java", i));
        thrown.setStackTrace(trace);

        LogEvent event = fixture.captured("failed", thrown);

        CapturedThrowable captured = event.thrown();
        assertThat(event.cut()).isTrue();
        assertThat(captured.message()).isEqualTo("boom");
        int last = captured.frames().size() - 1;
        assertThat(captured.frames().subList(0, last)).isEqualTo(List.of(trace).subList(0, last));
        assertThat(last).isGreaterThan(10);
        assertThat(captured.frames().get(last).toString()).contains("\u2026[cut " + (5000 - last) + " frames]");
    }

    @Test
    void shouldCutArraysOfPrimitives() {
        Fixture fixture = new Fixture(MIN);

        String printed = text(fixture.captured("{}", (Object) new long[1_000_000])::message);

        assertThat(printed).startsWith("[0, 0, ").endsWith(" elements]]");
    }

    @ParameterizedTest
    @ValueSource(ints = {MIN, MIN + 1, 20_000, 65_536})
    void shouldFitTheLimitWhateverTheEventIsMadeOf(int limit) {
        Fixture fixture = new Fixture(fullDictionary(), limit);
        RandomValues values = new RandomValues(limit);
        for (int round = 0; round < RandomValues.seeds(12); round++) {
            int size = 1 << values.random().nextInt(14);
            int many = 1 << values.random().nextInt(12);
            byte[] record = fixture.record(
                    huge(values, size),
                    Stream.generate(() -> values.random().nextBoolean() ? huge(values, size) : (Object) new int[size])
                            .limit(many)
                            .toArray(),
                    thrown(values, size, 6),
                    MdcSnapshot.encode(hugeMdc(values, size, many)),
                    new EventDetails(
                            texts(values, size, many),
                            texts(values, size, many),
                            new ArrayList<>(texts(values, size, many)),
                            new StackTraceElement(huge(values, size), huge(values, size), huge(values, size), 1),
                            0,
                            huge(values, size)));

            assertThat(record).hasSizeLessThanOrEqualTo(limit);
            LogEvent event = fixture.wrapped(record);
            Fixture.printed(event::message);
            assertThat(event.thrown().className()).isNotEmpty();
            assertThat(event.mdcCount()).isPositive();
        }
    }

    @Test
    void shouldRefuseALimitThatSaysNothing() {
        assertThatThrownBy(() -> new Fixture(MIN - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxEventBytes=" + (MIN - 1));
    }

    private static Dictionary fullDictionary() {
        Dictionary dictionary = Dictionary.inMemory();
        dictionary.close(); // whatever comes goes inline
        return dictionary;
    }

    private static String huge(RandomValues values, int size) {
        return (values.random().nextBoolean() ? "\uD83D\uDE00é" : "abc").repeat(size / 3 + 1);
    }

    private static List<String> texts(RandomValues values, int size, int many) {
        return Stream.generate(() -> huge(values, size)).limit(many).toList();
    }

    private static Map<String, String> hugeMdc(RandomValues values, int size, int many) {
        Map<String, String> mdc = new LinkedHashMap<>();
        for (int i = 0; i < many; i++) {
            mdc.put(i + huge(values, size), i % 3 == 0 ? null : huge(values, size));
        }
        return mdc;
    }

    private static Throwable thrown(RandomValues values, int size, int depth) {
        Exception thrown = new Exception(huge(values, size), depth == 0 ? null : thrown(values, size, depth - 1));
        StackTraceElement[] trace = new StackTraceElement[values.random().nextInt(2000)];
        Arrays.setAll(trace, i -> new StackTraceElement("a.B".repeat(i % 7 + 1), "m", "B.java", i));
        thrown.setStackTrace(trace);
        if (depth > 0) {
            for (int i = values.random().nextInt(30); i > 0; i--) {
                thrown.addSuppressed(i == 7 ? thrown(values, size, depth - 2 < 0 ? 0 : depth / 3) : new Exception("s"));
            }
        }
        return thrown;
    }
}
