package dev.millrace.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Seeded values of every kind that is captured in its own way, and of many that are not. */
final class RandomValues {
    private static final String[] PIECES = {
        "a",
        "order",
        " ",
        "{}",
        "{",
        "}",
        "\\",
        "\\{}",
        "\\\\{}",
        "é",
        "ß",
        "中",
        "€",
        "😀",
        "\uD83D",
        "\uDE00",
        "\n",
        "\t",
        "\u0000",
        "\u007f",
        "\u0080",
        "\u07ff",
        "\u0800",
        "\uffff",
        "0123456789abcdef"
    };

    private final Random random;

    RandomValues(long seed) {
        random = new Random(seed);
    }

    /** How many seeds to run: {@code -Dmillrace.test.factor=50} for a long run. */
    static int seeds(int usual) {
        return usual * Integer.getInteger("millrace.test.factor", 1);
    }

    Random random() {
        return random;
    }

    String string() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    /** Like {@link #string()}, but one that no neighbour completes to a pair of surrogates. */
    String whole() {
        return string().replaceAll("[\\ud800-\\udfff]", "s");
    }

    String template() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(9); i > 0; i--) {
            text.append(random.nextInt(3) == 0 ? "{}" : PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString().replaceAll("[\\ud800-\\udfff]", "s");
    }

    Object[] arguments() {
        Object[] values = new Object[random.nextInt(6)];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(0);
        }
        return values;
    }

    Object value(int depth) {
        return switch (random.nextInt(depth > 3 ? 34 : 38)) {
            case 0, 1, 2, 3 -> whole();
            case 4 -> null;
            case 5, 6 -> integer();
            case 7, 8 -> longer();
            case 9 -> random.nextBoolean();
            case 10 -> (byte) random.nextInt();
            case 11 -> (short) random.nextInt();
            case 12 -> (char) random.nextInt(0xd800);
            case 13 -> Float.intBitsToFloat(random.nextInt());
            case 14 -> Double.longBitsToDouble(random.nextLong());
            case 15 -> (double) random.nextInt(100000) / 100;
            case 16 -> new UUID(random.nextLong(), random.nextLong());
            case 17 -> new BigInteger(random.nextInt(200), random);
            case 18 -> new BigDecimal(new BigInteger(random.nextInt(100), random), random.nextInt(40) - 20);
            case 19 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case 20 -> LocalDate.ofEpochDay(random.nextInt(100000));
            case 21 -> LocalTime.ofNanoOfDay(random.nextInt(Integer.MAX_VALUE));
            case 22 -> LocalDateTime.of(2026, Month.of(1 + random.nextInt(12)), 3, 4, random.nextInt(60));
            case 23 -> OffsetDateTime.of(2026, 1, 1, 2, 3, 4, random.nextInt(1_000_000_000), ZoneOffset.ofHours(2));
            case 24 -> ZonedDateTime.of(2026, 7, 1, 2, 3, 4, 0, ZoneId.of("Europe/Berlin"));
            case 25 -> Duration.ofMillis(random.nextInt());
            case 26 -> Period.ofDays(random.nextInt(1000));
            case 27 -> TimeUnit.values()[random.nextInt(7)];
            case 28 -> Shout.values()[random.nextInt(3)];
            case 29 -> new AtomicLong(random.nextLong());
            case 30 -> List.of(1, "two", random.nextInt());
            case 31 -> new Misbehaving(random.nextInt(20) == 0 ? 4 : random.nextInt(4));
            case 32 -> new StringBuilder(whole());
            case 33 -> random.nextBoolean() ? Optional.of(1) : Map.of("k", random.nextInt());
            case 34, 35 -> primitives();
            case 36 -> nested(depth);
            default -> cyclic();
        };
    }

    private Integer integer() {
        return random.nextInt() >> random.nextInt(32);
    }

    private Long longer() {
        return switch (random.nextInt(8)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private Object primitives() {
        int length = random.nextInt(4);
        return switch (random.nextInt(8)) {
            case 0 -> random.ints(length).toArray();
            case 1 -> random.longs(length).toArray();
            case 2 -> random.doubles(length).toArray();
            case 3 -> {
                float[] floats = new float[length];
                Arrays.fill(floats, random.nextFloat());
                yield floats;
            }
            case 4 -> {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                yield bytes;
            }
            case 5 -> {
                char[] chars = new char[length];
                Arrays.fill(chars, (char) random.nextInt(0xd800));
                yield chars;
            }
            case 6 -> {
                short[] shorts = new short[length];
                Arrays.fill(shorts, (short) random.nextInt());
                yield shorts;
            }
            default -> {
                boolean[] flags = new boolean[length];
                Arrays.fill(flags, random.nextBoolean());
                yield flags;
            }
        };
    }

    private Object nested(int depth) {
        if (random.nextInt(4) == 0) {
            return new String[] {whole(), null, whole()};
        }
        Object[] array = new Object[random.nextInt(4)];
        for (int i = 0; i < array.length; i++) {
            array[i] = value(depth + 1);
        }
        return array;
    }

    private Object cyclic() {
        Object[] inner = {whole(), null, null};
        Object[] outer = {inner, 1, inner};
        inner[1] = random.nextBoolean() ? outer : inner;
        return outer;
    }

    /** An enum that does not print its names. */
    enum Shout {
        LOUD,
        QUIET {
            @Override
            public String toString() {
                return "psst";
            }
        },
        PLAIN;

        @Override
        public String toString() {
            return name() + "!";
        }
    }

    /** An object whose {@code toString} goes wrong in one of some ways. */
    static final class Misbehaving {
        private final int way;

        Misbehaving(int way) {
            this.way = way;
        }

        @Override
        public String toString() {
            return switch (way) {
                case 0 -> throw new IllegalStateException("on purpose");
                case 1 -> throw new AssertionError("on purpose");
                case 2 -> null;
                case 3 -> throw new NoClassDefFoundError("on purpose");
                default -> recurse(0);
            };
        }

        private String recurse(int depth) {
            return recurse(depth + 1) + depth;
        }
    }
}
