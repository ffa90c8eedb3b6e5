package dev.millrace.layout.time;

import java.util.Arrays;
import java.util.TimeZone;

/**
 * A date pattern of numbers only, such as {@code yyyy-MM-dd HH:mm:ss.SSS}, in the system's time zone, for the years in
 * which {@link TimeZone} and {@code java.time} agree in every zone.
 *
 * <p>It prints what {@code DateTimeFormatter} prints, without it: a program that starts would read the rules of all time
 * zones for its first line.
 */
final class NumericDate {
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int DAYS_PER_ERA = 146_097;
    private static final int DAYS_BEFORE_EPOCH = 719_468;

    /** The first second of 2037, at which the tables of {@link TimeZone} end, less the widest offset of any zone. */
    private static final long END_SECOND = 2_114_380_800L - SECONDS_PER_DAY;

    private final char[] letters;
    /** How often each letter stands there; 0 for a char that is printed as it is. */
    private final int[] counts;

    private final TimeZone zone;

    private NumericDate(char[] letters, int[] counts, TimeZone zone) {
        this.letters = letters;
        this.counts = counts;
        this.zone = zone;
    }

    /** Null when the pattern has other fields, or the zone is none of the JDK's. */
    static NumericDate of(String pattern, TimeZone zone) {
        char[] letters = new char[pattern.length()];
        int[] counts = new int[pattern.length()];
        int length = 0;
        int i = 0;
        while (i < pattern.length()) {
            char c = pattern.charAt(i);
            int end = i + 1;
            if (isLetter(c)) {
                while (end < pattern.length() && pattern.charAt(end) == c) {
                    end++;
                }
                if (!isNumber(c, end - i)) {
                    return null;
                }
                counts[length] = end - i;
            } else if (!isText(c)) {
                return null;
            }
            letters[length++] = c;
            i = end;
        }
        return isOfJdk(zone) ? new NumericDate(Arrays.copyOf(letters, length), counts, zone) : null;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isText(char c) {
        return switch (c) {
            case '\'', '[', ']', '{', '}', '#' -> false;
            default -> c < 0x80;
        };
    }

    private static boolean isNumber(char letter, int count) {
        return switch (letter) {
            case 'y', 'u' -> count == 4;
            case 'M', 'd', 'H', 'm', 's' -> count == 2;
            case 'S' -> count <= 9;
            default -> false;
        };
    }

    // A program may set a zone of its own, which java.time takes for the JDK's of that name.
    private static boolean isOfJdk(TimeZone zone) {
        String id = zone.getID();
        // Names of three letters are asked of nobody: newer JDKs print warnings about them.
        boolean isPlace = id.indexOf('/') > 0 || id.equals("UTC") || id.equals("GMT");
        return isPlace && TimeZone.getTimeZone(id).hasSameRules(zone);
    }

    /** Whether {@link #format} is right for a second since the epoch. */
    static boolean covers(long epochSecond) {
        return epochSecond >= SECONDS_PER_DAY && epochSecond < END_SECOND;
    }

    /** The text of a point in time. */
    String format(long epochSecond, int nanos) {
        long local = epochSecond + zone.getOffset(epochSecond * 1000) / 1000;
        int secondOfDay = (int) (local % SECONDS_PER_DAY);
        // Years begin in March here, so that the day that comes and goes is the last one.
        int day = (int) (local / SECONDS_PER_DAY) + DAYS_BEFORE_EPOCH;
        int dayOfEra = day % DAYS_PER_ERA;
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        int year = day / DAYS_PER_ERA * 400 + yearOfEra + (month <= 2 ? 1 : 0);

        StringBuilder text = new StringBuilder(letters.length * 4);
        for (int i = 0; i < letters.length; i++) {
            int count = counts[i];
            if (count == 0) {
                text.append(letters[i]);
                continue;
            }
            switch (letters[i]) {
                case 'y', 'u' -> digits(text, year, 1000);
                case 'M' -> digits(text, month, 10);
                case 'd' -> digits(text, dayOfYear - (153 * marchMonth + 2) / 5 + 1, 10);
                case 'H' -> digits(text, secondOfDay / 3600, 10);
                case 'm' -> digits(text, secondOfDay / 60 % 60, 10);
                case 's' -> digits(text, secondOfDay % 60, 10);
                case 'S' -> fraction(text, nanos, count);
                default -> throw new IllegalStateException("letter " + letters[i]);
            }
        }
        return text.toString();
    }

    private static void digits(StringBuilder text, int value, int highest) {
        for (int unit = highest; unit > 0; unit /= 10) {
            text.append((char) ('0' + value / unit % 10));
        }
    }

    private static void fraction(StringBuilder text, int nanos, int count) {
        int unit = 100_000_000;
        for (int i = 0; i < count; i++) {
            text.append((char) ('0' + nanos / unit % 10));
            unit /= 10;
        }
    }
}
