package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CodecTest {
    @TempDir
    Path directory;

    record Everything(
            long l,
            int i,
            short s,
            byte b,
            char c,
            boolean z,
            double d,
            float f,
            String text,
            DayOfWeek day,
            byte[] bytes,
            Instant instant) {}

    record Unknown(List<String> list) {}

    record Picky(int value) {
        Picky {
            if (value == 13) {
                throw new IllegalArgumentException("not this one");
            }
        }
    }

    record Tail(long id, byte... bytes) {}

    private static final class Visit {
        final StringBuilder url = new StringBuilder();
        long timeMs;
    }

    private static final Codec<Visit> VISITS = new Codec<>() {
        @Override
        public void encode(Visit value, RecordOutput out) {
            out.putLong(value.timeMs);
            out.putText(value.url);
        }

        @Override
        public Visit decode(RecordInput in, Visit reuse) {
            Visit visit = reuse == null ? new Visit() : reuse;
            visit.timeMs = in.getLong();
            if (!in.getText(visit.url)) {
                visit.url.setLength(0);
            }
            return visit;
        }
    };

    private static <T> T roundTrip(Codec<T> codec, T value) {
        RecordOutput out = new RecordOutput();
        codec.encode(value, out);
        RecordInput in = new RecordInput();
        in.wrap(out.bytes(), 0, out.length());
        T read = codec.decode(in, null);
        assertThat(in.remaining()).isZero();
        return read;
    }

    private static String randomText(Random random) {
        int length = random.nextInt(4) == 0 ? random.nextInt(700) : random.nextInt(20);
        int[] points = new int[length];
        int most = random.nextBoolean() ? 0x7F : 0xD7FF;
        for (int index = 0; index < length; index++) {
            points[index] = random.nextInt(50) == 0 ? 0x1F600 : random.nextInt(most + 1);
        }
        return random.nextInt(10) == 0 ? null : new String(points, 0, length);
    }

    @Test
    void shouldBringBackEveryComponentOfARecord() {
        Codec<Everything> codec = Codec.ofRecord(Everything.class, MethodHandles.lookup());
        Random random = new Random(51);
        for (int round = 0; round < 300; round++) {
            byte[] bytes = random.nextInt(5) == 0 ? null : new byte[random.nextInt(300)];
            Everything value = new Everything(
                    random.nextLong(),
                    random.nextInt(),
                    (short) random.nextInt(),
                    (byte) random.nextInt(),
                    (char) random.nextInt(),
                    random.nextBoolean(),
                    random.nextDouble(),
                    random.nextFloat(),
                    randomText(random),
                    random.nextInt(5) == 0 ? null : DayOfWeek.of(1 + random.nextInt(7)),
                    bytes,
                    random.nextInt(5) == 0 ? null : Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000)));

            Everything read = roundTrip(codec, value);

            assertThat(read.bytes()).as("round %d", round).isEqualTo(bytes);
            assertThat(read).usingRecursiveComparison().isEqualTo(value);
        }
    }

    @Test
    void shouldBringBackARecordWhoseLastComponentMayBeSeveral() {
        Codec<Tail> codec = Codec.ofRecord(Tail.class, MethodHandles.lookup());

        Tail read = roundTrip(codec, new Tail(7, (byte) 1, (byte) 2));

        assertThat(read.id()).isEqualTo(7);
        assertThat(read.bytes()).containsExactly(1, 2);
    }

    @Test
    void shouldBringBackTextsIntoEveryKindOfTarget() {
        Random random = new Random(53);
        Text text = new Text();
        StringBuilder builder = new StringBuilder();
        for (int round = 0; round < 2_000; round++) {
            String value = randomText(random);
            RecordOutput out = new RecordOutput();
            out.putText(value);
            out.putText(value == null ? null : new StringBuilder(value));
            RecordInput in = new RecordInput();
            in.wrap(out.bytes(), 0, out.length());
            assertThat(in.getText(text)).isEqualTo(value != null);
            out.putText(value == null ? null : text);
            in.wrap(out.bytes(), 0, out.length());

            assertThat(in.getText()).isEqualTo(value);
            assertThat(in.getText(builder)).isEqualTo(value != null);
            assertThat(in.getText()).isEqualTo(value);

            String expected = value == null ? "" : value;
            assertThat(builder.toString()).isEqualTo(expected);
            assertThat(text.toString()).isEqualTo(expected);
            assertThat(text.chars().toArray()).isEqualTo(expected.chars().toArray());
            assertThat(text.contentEquals(expected)).isTrue();
            assertThat(text).hasSameHashCodeAs(expected);
        }
    }

    @Test
    void shouldKeepTheOneCharThatIsNotAsciiWhereverItStands() {
        for (int length = 1; length < 40; length++) {
            for (int place = 0; place < length; place++) {
                for (String other : List.of("\u0080", "\u00e4", "\u0161", "\u2061")) {
                    String value = "a".repeat(place) + other + "b".repeat(length - 1 - place);

                    assertThat(text(value)).hasToString(value);
                }
            }
            assertThat(text("c".repeat(length))).hasToString("c".repeat(length));
        }
    }

    @Test
    void shouldTellTextsApartByTheirChars() {
        Text one = text("same");

        assertThat(one).isEqualTo(text("same")).isNotEqualTo(text("sane")).isNotEqualTo(text("samé"));
        assertThat(text("samé")).isEqualTo(text("samé")).isNotEqualTo(one);
        assertThat(one.subSequence(1, 3)).hasToString("am");
        assertThatThrownBy(() -> one.charAt(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static Text text(String value) {
        RecordOutput out = new RecordOutput();
        out.putText(value);
        RecordInput in = new RecordInput();
        in.wrap(out.bytes(), 0, out.length());
        Text text = new Text();
        assertThat(in.getText(text)).isTrue();
        return text;
    }

    @Test
    void I9_shouldKeepTheValuesOfACodecApartThatAppendsItself() throws Exception {
        try (JournalQueue queue = JournalQueue.open(
                directory.resolve("queue"), QueueOptions.defaults().withBudgetBytes(8L << 20))) {
            Codec<String> texts = new Codec<>() {
                @Override
                public void encode(String value, RecordOutput out) {
                    out.putText(value);
                    if (value.length() < 5) {
                        assertThat(queue.append(this, value + "+")).isNotNegative();
                    }
                    out.putText("end of " + value);
                }

                @Override
                public String decode(RecordInput in, String reuse) {
                    return in.getText() + ", " + in.getText();
                }
            };

            assertThat(queue.append(texts, "ab")).isNotNegative();

            Tailer tailer = queue.tailer();
            for (String value : List.of("ab+++", "ab++", "ab+", "ab")) {
                assertThat(tailer.next()).isTrue();
                assertThat(tailer.read(texts, null)).isEqualTo(value + ", end of " + value);
            }
        }
    }

    @Test
    void shouldBringBackNumbersOfAnyLength() {
        RecordOutput out = new RecordOutput();
        long[] values = {0, 1, 127, 128, 300, Integer.MAX_VALUE, Long.MAX_VALUE, -1, Long.MIN_VALUE};
        for (long value : values) {
            out.putVarLong(value);
        }
        RecordInput in = new RecordInput();
        in.wrap(out.bytes(), 0, out.length());

        assertThat(Arrays.stream(values).map(value -> in.getVarLong()))
                .containsExactly(Arrays.stream(values).boxed().toArray(Long[]::new));
    }

    @Test
    void I6_shouldRefuseHostileBytesByAnExceptionThatNamesThePosition() throws Exception {
        Codec<Everything> codec = Codec.ofRecord(Everything.class, MethodHandles.lookup());
        Random random = new Random(52);
        try (JournalQueue queue = JournalQueue.open(
                directory.resolve("queue"), QueueOptions.defaults().withBudgetBytes(8L << 20))) {
            for (int round = 0; round < 2_000; round++) {
                byte[] noise = new byte[random.nextInt(120)];
                random.nextBytes(noise);
                assertThat(queue.append(noise)).isNotNegative();
            }
            Tailer tailer = queue.tailer();
            while (tailer.next()) {
                try {
                    assertThat(tailer.read(codec, null)).isNotNull();
                } catch (IllegalArgumentException e) {
                    assertThat(e).hasMessageContaining("position=" + tailer.position());
                }
            }
        }
    }

    @Test
    void shouldReadIntoTheSameObject() throws Exception {
        try (JournalQueue queue = JournalQueue.open(
                directory.resolve("queue"), QueueOptions.defaults().withBudgetBytes(8L << 20))) {
            Visit visit = new Visit();
            for (int number = 0; number < 1_000; number++) {
                visit.timeMs = number;
                visit.url.setLength(0);
                visit.url.append("https://example.org/ä/").append(number);
                assertThat(queue.append(VISITS, visit)).isNotNegative();
            }
            Tailer tailer = queue.tailer();
            Visit reused = new Visit();
            for (int number = 0; number < 1_000; number++) {
                assertThat(tailer.next()).isTrue();
                assertThat(tailer.read(VISITS, reused)).isSameAs(reused);
                assertThat(reused.timeMs).isEqualTo(number);
                assertThat(reused.url.toString()).isEqualTo("https://example.org/ä/" + number);
            }
            assertThat(tailer.next()).isFalse();
        }
    }

    @Test
    void I9_shouldAppendNothingWhenACodecThrows() throws Exception {
        Codec<Integer> moody = new Codec<>() {
            @Override
            public void encode(Integer value, RecordOutput out) {
                out.putInt(value);
                if (value % 2 == 1) {
                    throw new IllegalStateException("odd");
                }
            }

            @Override
            public Integer decode(RecordInput in, Integer reuse) {
                return in.getInt();
            }
        };
        try (JournalQueue queue = JournalQueue.open(
                directory.resolve("queue"), QueueOptions.defaults().withBudgetBytes(8L << 20))) {
            for (int value = 0; value < 100; value++) {
                int odd = value;
                if (value % 2 == 1) {
                    assertThatThrownBy(() -> queue.append(moody, odd)).hasMessage("odd");
                } else {
                    assertThat(queue.append(moody, value)).isNotNegative();
                }
            }
            Tailer tailer = queue.tailer();
            for (int value = 0; value < 100; value += 2) {
                assertThat(tailer.next()).isTrue();
                assertThat(tailer.read(moody, null)).isEqualTo(value);
            }
            assertThat(tailer.next()).isFalse();
        }
    }

    @Test
    void I7_shouldNameWhatACodecCannotBeMadeFor() {
        assertThatThrownBy(() -> Codec.ofRecord(Unknown.class, MethodHandles.lookup()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component=list")
                .hasMessageContaining("java.util.List");
        assertThatThrownBy(() -> Codec.ofRecord(Picky.class, MethodHandles.publicLookup()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Picky");
    }

    @Test
    void shouldLetTheRecordRefuseItsValues() {
        RecordInput in = new RecordInput();
        in.wrap(new byte[] {13, 0, 0, 0}, 0, 4);

        assertThatThrownBy(() ->
                        Codec.ofRecord(Picky.class, MethodHandles.lookup()).decode(in, null))
                .hasMessage("not this one");
    }
}
