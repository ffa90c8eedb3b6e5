package dev.millrace.layout.time;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The text of points in time by a {@link java.time.format.DateTimeFormatter} pattern, in UTF-8, between a fixed prefix and suffix.
 *
 * <p>The text of a second is made once, by the formatter; within the second only the digits of the fraction are
 * written anew. Where those stand is found by formatting the second with two known fractions. Patterns that show time
 * within the second otherwise than by runs of {@code S} ({@code n}, {@code N}, {@code A}) are formatted once per
 * microsecond value. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class DateText {
    /** The pattern that stands for {@code ISO8601}, and in for patterns that cannot be used. */
    public static final String ISO8601_PATTERN = "yyyy-MM-dd HH:mm:ss,SSS";

    /** The pattern that stands for {@code STRICT}. */
    public static final String STRICT_PATTERN = "yyyy-MM-dd'T'HH:mm:ss,SSS";

    private static final int MICROS_PER_SECOND = 1_000_000;
    /** A fraction of nine different digits: each tells its place. */
    private static final int TELLING_NANOS = 123_456_789;

    private static final byte[] THREE_DIGITS = threeDigits();

    /** Digits of the fraction in the text: {@code count} of them from {@code offset}, starting with the first. */
    private record FractionRun(int offset, int count) {}

    private final Formats formats;
    private final boolean fixedWithinSecond;
    private final byte[] prefix;
    private final byte[] suffix;

    private byte[] text;
    // No point in time is between these: the first one that is asked for makes its own text.
    private long textFromMicros = Long.MAX_VALUE;
    private long textToMicros = Long.MIN_VALUE;

    private FractionRun[] runs = {};
    /** How long the text stays right: until its last digit changes. */
    private int stepMicros = MICROS_PER_SECOND;

    private long secondStartMicros = Long.MAX_VALUE;
    private long secondEndMicros = Long.MIN_VALUE;
    private long secondOfText;

    private DateText(Formats formats, boolean fixedWithinSecond, byte[] prefix, byte[] suffix) {
        this.formats = formats;
        this.fixedWithinSecond = fixedWithinSecond;
        this.prefix = prefix;
        this.suffix = suffix;
    }

    /**
     * Reads a pattern.
     *
     * @param zone null for {@code system}
     * @param system the zone of a program, which need not be one of the JDK's; used where {@code zone} is null
     * @throws IllegalArgumentException when the pattern is invalid
     */
    public static DateText of(String pattern, ZoneId zone, Locale locale, TimeZone system) {
        return new DateText(
                Formats.of(pattern, zone, locale, system), !showsTimeWithinSecond(pattern), new byte[0], new byte[0]);
    }

    /** A zone by the JDK's rules; for one that a program has made itself, and the JDK has none for, its fixed offset. */
    public static ZoneId zoneOf(TimeZone zone) {
        try {
            return zone.toZoneId();
        } catch (DateTimeException e) {
            return ZoneOffset.ofTotalSeconds(zone.getRawOffset() / 1000);
        }
    }

    /** The same dates with other text around them. */
    public DateText between(byte[] newPrefix, byte[] newSuffix) {
        return new DateText(formats, fixedWithinSecond, newPrefix, newSuffix);
    }

    /**
     * The text of a point in time, prefix and suffix included. The array is the whole text, belongs to this object and
     * is valid until the next call.
     *
     * @param micros microseconds since the epoch
     */
    public byte[] at(long micros) {
        // Compared, not subtracted: where the bounds overflow at the ends of time, no point is between them.
        if (micros < textFromMicros || micros > textToMicros) {
            moveTo(micros);
        }
        return text;
    }

    /** The first microsecond at which the last text of {@link #at} is right. */
    public long fromMicros() {
        return textFromMicros;
    }

    /** The last microsecond at which it is. */
    public long toMicros() {
        return textToMicros;
    }

    // Apart from the above and from each other, because of how rarely each is run: a compiler takes what it has not
    // seen
    // for impossible, and compiles everything around it again when it comes.
    private void moveTo(long micros) {
        if (micros < secondStartMicros || micros > secondEndMicros) {
            startSecond(micros);
        }
        int within = (int) (micros - secondStartMicros);
        int start = within - within % stepMicros;
        if (fixedWithinSecond) {
            putFraction(start);
        } else {
            text = format(secondOfText, start * 1000);
        }
        textFromMicros = secondStartMicros + start;
        textToMicros = textFromMicros + stepMicros - 1;
    }

    private void startSecond(long micros) {
        long second = Math.floorDiv(micros, MICROS_PER_SECOND);
        byte[] whole = format(second, 0);
        if (fixedWithinSecond) {
            runs = findRuns(whole, format(second, TELLING_NANOS));
        }
        // Not before the text is there: formatting may run out of memory.
        text = whole;
        textToMicros = Long.MIN_VALUE;
        stepMicros = fixedWithinSecond ? stepOf(runs) : 1;
        secondOfText = second;
        secondStartMicros = second * MICROS_PER_SECOND;
        secondEndMicros = secondStartMicros + MICROS_PER_SECOND - 1;
    }

    private static int stepOf(FractionRun[] runs) {
        int step = MICROS_PER_SECOND;
        for (FractionRun run : runs) {
            step = Math.min(step, run.count > 3 ? 1 : 1000);
        }
        return step;
    }

    private void putFraction(int microsOfSecond) {
        int millis = microsOfSecond / 1000;
        for (FractionRun run : runs) {
            putDigits(text, run.offset, run.count, millis);
            if (run.count > 3) {
                putDigits(text, run.offset + 3, run.count - 3, microsOfSecond - millis * 1000);
            }
        }
    }

    private static void putDigits(byte[] to, int offset, int count, int value) {
        int from = value * 3;
        to[offset] = THREE_DIGITS[from];
        if (count > 1) {
            to[offset + 1] = THREE_DIGITS[from + 1];
            if (count > 2) {
                to[offset + 2] = THREE_DIGITS[from + 2];
            }
        }
    }

    private byte[] format(long epochSecond, int nanos) {
        byte[] bytes = formats.format(epochSecond, nanos).getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(prefix, prefix.length + bytes.length + suffix.length);
        System.arraycopy(bytes, 0, whole, prefix.length, bytes.length);
        System.arraycopy(suffix, 0, whole, prefix.length + bytes.length, suffix.length);
        return whole;
    }

    private static FractionRun[] findRuns(byte[] zero, byte[] telling) {
        List<FractionRun> found = new ArrayList<>();
        int at = 0;
        while (at < zero.length) {
            int start = at;
            while (at < zero.length && telling[at] != zero[at] && telling[at] == '1' + (at - start)) {
                at++;
            }
            if (at > start) {
                // Digits below the microsecond are not known: they stay the zeros they are.
                found.add(new FractionRun(start, Math.min(at - start, 6)));
            } else {
                at++;
            }
        }
        return found.toArray(new FractionRun[0]);
    }

    private static boolean showsTimeWithinSecond(String pattern) {
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            } else if (!quoted && (c == 'n' || c == 'N' || c == 'A')) {
                return true;
            }
        }
        return false;
    }

    private static byte[] threeDigits() {
        byte[] digits = new byte[3000];
        for (int i = 0; i < 1000; i++) {
            digits[i * 3] = (byte) ('0' + i / 100);
            digits[i * 3 + 1] = (byte) ('0' + i / 10 % 10);
            digits[i * 3 + 2] = (byte) ('0' + i % 10);
        }
        return digits;
    }
}
