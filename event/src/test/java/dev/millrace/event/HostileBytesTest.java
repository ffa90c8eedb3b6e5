package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** I6: damaged or hostile bytes never crash a reader. */
@Timeout(60)
class HostileBytesTest {
    private final Fixture fixture = new Fixture();
    private final byte[][] records =
            IntStream.range(0, 20).mapToObj(this::richRecord).toArray(byte[][]::new);

    @Test
    void shouldSurviveMutatedEventsI6() {
        int events = 0;
        for (int seed = 0; seed < RandomValues.seeds(20_000); seed++) {
            Random random = new Random(seed);
            byte[] record = records[seed % records.length].clone();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                mutate(record, random);
            }
            events += readEverything(record, 0, record.length) ? 1 : 0;
        }
        assertThat(events).as("mutations that still read as events").isGreaterThan(100);
    }

    @Test
    void shouldSurviveTruncatedEventsI6() {
        byte[] record = records[1];
        Random random = new Random(1);
        for (int length = 0; length < record.length; length++) {
            byte[] truncated = Arrays.copyOf(record, length + 40);
            for (int i = length; i < truncated.length; i++) {
                truncated[i] = (byte) random.nextInt();
            }
            readEverything(truncated, 0, length);
            readEverything(Arrays.copyOf(record, length), 0, length);
        }
    }

    @Test
    void shouldSurviveNoiseI6() {
        Random random = new Random(42);
        for (int round = 0; round < RandomValues.seeds(20_000); round++) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length > 8) {
                noise[0] = EventFormat.KIND_EVENT;
                noise[1] = Levels.INFO;
                noise[3] = (byte) (noise[3] & 1);
                noise[7] = 0;
            }
            readEverything(noise, 0, noise.length);
        }
    }

    /** A few bytes that stand for a long name, again and again. */
    @Test
    void shouldCallAThrowableDamagedThatIsMoreThanAnyEventHasI6() {
        String name = "x".repeat(1_000);
        int id = fixture.dictionary.idOf(name);
        id = id == 0 ? fixture.dictionary.idOf(name) : id;
        int nodes = 100_000;
        byte[] plain = fixture.record("m");
        ByteBuffer forged = ByteBuffer.allocate(plain.length + (nodes + 1) * 17).order(ByteOrder.LITTLE_ENDIAN);
        forged.put(plain);
        forged.put(EventFormat.FLAGS_OFFSET + 1, (byte) (EventFormat.THROWN >> 8));
        forged.put((byte) 0).putInt(id).putInt(0).putInt(0).putInt(nodes);
        for (int i = 0; i < nodes; i++) {
            forged.put((byte) 0).putInt(id).putInt(0).putInt(0).putInt(0);
        }
        byte[] bytes = forged.array();

        assertThat(fixture.event.wrap(bytes, 0, bytes.length)).isTrue();
        List<CapturedThrowable> suppressed = fixture.event.thrown().suppressed();
        assertThat(suppressed).hasSizeLessThan(nodes);
        assertThat(suppressed.get(suppressed.size() - 1).text()).isEqualTo("[damaged throwable]");
    }

    /** The same in the parts of a frame that are not its class or method. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldCallAThrowableDamagedWhoseFramesAreMoreThanAnyEventHasI6(int part) {
        String[] parts = {"", "module", "", ""};
        parts[part] = "x".repeat(4_000);
        int id = fixture.dictionary.idOfFrame(
                new StackTraceElement(parts[0], parts[1], parts[2], "c", "m", parts[3], 1));
        int frames = 60_000;
        byte[] plain = fixture.record("m");
        ByteBuffer forged = ByteBuffer.allocate(plain.length + 21 + 4 * frames).order(ByteOrder.LITTLE_ENDIAN);
        forged.put(plain);
        forged.put(EventFormat.FLAGS_OFFSET + 1, (byte) (EventFormat.THROWN >> 8));
        forged.put((byte) 0).putInt(0).putInt(0).putInt(0).putInt(frames);
        for (int i = 0; i < frames; i++) {
            forged.putInt(id);
        }
        byte[] bytes = forged.putInt(0).array();

        assertThat(id).isPositive();
        assertThat(fixture.event.wrap(bytes, 0, bytes.length)).isTrue();
        assertThat(fixture.event.thrown().frames()).hasSizeLessThan(frames);
    }

    @Test
    void shouldCallAThrowableDamagedWhoseFramesAreAllInCommonI6() {
        byte[] plain = fixture.record("m");
        ByteBuffer forged = ByteBuffer.allocate(plain.length + 17 + 4).order(ByteOrder.LITTLE_ENDIAN);
        forged.put(plain).put((byte) 0).putInt(0).putInt(0).putInt(Integer.MAX_VALUE);
        byte[] bytes = forged.array();
        bytes[EventFormat.FLAGS_OFFSET + 1] = (byte) (EventFormat.THROWN >> 8);

        assertThat(fixture.event.wrap(bytes, 0, bytes.length)).isTrue();
        assertThat(fixture.event.thrown().text()).isEqualTo("[damaged throwable]");
    }

    @Test
    void shouldFindEachOfAMillionMarkersWhereTheOneBeforeEndsI6() {
        int markers = 1_000_000;
        byte[] plain = fixture.record("m");
        ByteBuffer forged = ByteBuffer.allocate(plain.length + 4 + markers * 4).order(ByteOrder.LITTLE_ENDIAN);
        forged.put(plain).putInt(markers);
        byte[] bytes = forged.array();
        bytes[EventFormat.FLAGS_OFFSET] |= EventFormat.MARKERS;
        Utf8Buffer out = new Utf8Buffer(64);

        assertThat(fixture.event.wrap(bytes, 0, bytes.length)).isTrue();
        for (int i = 0; i < markers; i++) {
            fixture.event.marker(i, out);
        }
        fixture.event.marker(markers / 2, out);
        assertThat(out.length()).isZero();
    }

    @Test
    void shouldRefuseRangesOutsideOfTheArray() {
        byte[] record = records[1];
        int length = record.length;
        assertThat(fixture.event.wrap(record, 0, length + 1)).isFalse();
        assertThat(fixture.event.wrap(record, 1, length)).isFalse();
        assertThat(fixture.event.wrap(record, -1, length)).isFalse();
        assertThat(fixture.event.wrap(record, 0, -1)).isFalse();
        assertThat(fixture.event.wrap(record, Integer.MAX_VALUE, length)).isFalse();
        assertThat(LogEvent.levelOf(record, length - 5, 28)).isEqualTo(-1);
        assertThat(LogEvent.levelOf(new byte[0], 0, 0)).isEqualTo(-1);
    }

    @Test
    void shouldNotReadBehindTheRecord() {
        byte[] record = records[1];
        byte[] twice = Arrays.copyOf(record, record.length * 2);
        System.arraycopy(record, 0, twice, record.length, record.length);
        Random random = new Random(7);
        for (int round = 0; round < 5_000; round++) {
            byte[] mutated = twice.clone();
            int at = random.nextInt(record.length);
            mutated[at] = (byte) random.nextInt();
            readEverything(mutated, 0, record.length);
        }
    }

    private static void mutate(byte[] record, Random random) {
        int at = random.nextInt(record.length);
        switch (random.nextInt(4)) {
            case 0 -> record[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> record[at] = (byte) random.nextInt();
            case 2 -> Arrays.fill(record, at, Math.min(record.length, at + 4), (byte) 0xff);
            default -> {
                int to = Math.min(record.length, at + 4);
                Arrays.fill(record, at, to, (byte) 0);
                if (to - at == 4) {
                    record[at + 3] = 0x7f;
                }
            }
        }
    }

    private byte[] richRecord(int seed) {
        RandomValues values = new RandomValues(seed);
        Exception thrown = new Exception("outer", new IllegalStateException(values.string()));
        thrown.addSuppressed(new Error("suppressed", thrown));
        return fixture.record(
                values.template(),
                new Object[] {values.string(), 1, 2L, new int[] {1, 2}, new java.util.UUID(1, 2), 1.5, 'c'},
                thrown,
                MdcSnapshot.encode(Map.of("a", "b", "c", values.string())),
                new EventDetails(
                        List.of("M1", "M2"),
                        List.of("k1", "k2"),
                        Arrays.asList(1, values.string()),
                        new StackTraceElement("a.B", "c", null, 3),
                        0,
                        null,
                        List.of(new StackTraceElement("d.E", "f", "E.java", 4))));
    }

    /** Calls everything that can be called; whether the bytes were an event. */
    private boolean readEverything(byte[] bytes, int offset, int length) {
        LogEvent event = fixture.event;
        LogEvent.levelOf(bytes, offset, length);
        PlainEventTest.assertPlainWaySaysTheSame(event, bytes, offset, length);
        if (!event.wrap(bytes, offset, length)) {
            return false;
        }
        Utf8Buffer out = new Utf8Buffer(64);
        Levels.name(event.level());
        event.loggerName(out);
        event.threadName(out);
        event.message(out);
        event.forEachMdc((b, keyOffset, keyLength, valueOffset, valueLength) -> {
            out.put(b, keyOffset, keyLength);
            out.put(b, valueOffset, Math.max(0, valueLength));
        });
        event.mdcValue(new byte[] {'a'}, out);
        event.callers();
        event.sequenceNumber();
        for (int i = 0; i < event.markerCount(); i++) {
            event.marker(i, out);
        }
        for (int i = 0; i < event.keyValueCount(); i++) {
            event.key(i, out);
            event.value(i, out);
            event.valueKind(i);
        }
        for (int i = 0; i < event.argumentCount(); i++) {
            event.argument(i, out);
            event.argumentKind(i);
        }
        event.caller();
        event.thrown();
        assertThat(out.length()).isLessThan(1_000_000);
        return true;
    }
}
