package dev.millrace.cli.transfer;

/**
 * Reads the times that logs hold: {@code 21/Nov/2026:17:18:05 +0100}, {@code 2026-11-21T17:18:05.123456Z} (or with an
 * offset, or a blank for the T), and numbers: seconds since the epoch with up to nine decimals, or milliseconds from
 * 100,000,000,000 on, which as seconds would be in the year 5138.
 */
final class Times {
    static final int NANOS_PER_SECOND = 1_000_000_000;
    /** Years 0 to 9999: what four digits can say. */
    static final long FIRST_SECOND = -62_167_219_200L;

    static final long LAST_SECOND = 253_402_300_799L;

    private static final long FIRST_MILLIS = 100_000_000_000L;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int COMMON_BYTES = 26;
    private static final int ISO_SECOND_BYTES = 19;
    private static final int[] MONTH_DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private Times() {}

    /** Sets a time of the row; false when the bytes are none. */
    static boolean parse(byte[] bytes, int from, int to, Row row, int field) {
        int length = to - from;
        if (length == COMMON_BYTES && bytes[from + 2] == '/') {
            return common(bytes, from, row, field);
        }
        if (length >= ISO_SECOND_BYTES && bytes[from + 4] == '-') {
            return iso(bytes, from, to, row, field);
        }
        return epoch(bytes, from, to, row, field);
    }

    private static boolean common(byte[] bytes, int from, Row row, int field) {
        int day = two(bytes, from);
        int month = month(bytes, from + 3);
        int year = four(bytes, from + 7);
        int second = clock(bytes, from + 12);
        int offset = offset(bytes, from + 21, from + COMMON_BYTES);
        boolean separated = bytes[from + 6] == '/' && bytes[from + 11] == ':' && bytes[from + 20] == ' ';
        if (!separated || second < 0 || offset == Integer.MIN_VALUE || !isDate(year, month, day)) {
            return row.fail(LineFault.TIME, field, from);
        }
        return set(row, field, epochDay(year, month, day) * SECONDS_PER_DAY + second - offset, 0, from);
    }

    private static boolean iso(byte[] bytes, int from, int to, Row row, int field) {
        int year = four(bytes, from);
        int month = two(bytes, from + 5);
        int day = two(bytes, from + 8);
        int second = clock(bytes, from + 11);
        boolean separated = bytes[from + 7] == '-' && (bytes[from + 10] == 'T' || bytes[from + 10] == ' ');
        if (!separated || second < 0 || !isDate(year, month, day)) {
            return row.fail(LineFault.TIME, field, from);
        }
        int at = from + ISO_SECOND_BYTES;
        int nanos = 0;
        if (at < to && (bytes[at] == '.' || bytes[at] == ',')) {
            int start = ++at;
            int unit = NANOS_PER_SECOND;
            while (at < to && isDigit(bytes[at])) {
                unit /= 10;
                nanos += (bytes[at++] - '0') * unit;
            }
            if (at == start || unit == 0) {
                return row.fail(LineFault.TIME, field, from);
            }
        }
        if (at == to) {
            return row.fail(LineFault.ZONE, field, from);
        }
        int offset = bytes[at] == 'Z' && at + 1 == to ? 0 : offset(bytes, at, to);
        if (offset == Integer.MIN_VALUE) {
            return row.fail(LineFault.TIME, field, from);
        }
        return set(row, field, epochDay(year, month, day) * SECONDS_PER_DAY + second - offset, nanos, from);
    }

    private static boolean epoch(byte[] bytes, int from, int to, Row row, int field) {
        int at = from;
        long whole = 0;
        while (at < to && isDigit(bytes[at]) && at - from < 15) {
            whole = whole * 10 + bytes[at++] - '0';
        }
        if (at == from) {
            return row.fail(LineFault.TIME, field, from);
        }
        boolean millis = whole >= FIRST_MILLIS;
        long nanos = millis ? whole % 1000 * 1_000_000 : 0;
        if (at < to && bytes[at] == '.') {
            int start = ++at;
            long unit = millis ? 1_000_000 : NANOS_PER_SECOND;
            while (at < to && isDigit(bytes[at]) && unit > 1) {
                unit /= 10;
                nanos += (bytes[at++] - '0') * unit;
            }
            if (at == start) {
                return row.fail(LineFault.TIME, field, from);
            }
        }
        if (at != to) {
            return row.fail(LineFault.TIME, field, from);
        }
        return set(row, field, millis ? whole / 1000 : whole, (int) nanos, from);
    }

    private static boolean set(Row row, int field, long second, int nanos, int at) {
        if (second < FIRST_SECOND || second > LAST_SECOND) {
            return row.fail(LineFault.TIME, field, at);
        }
        row.time(field, second, nanos);
        return true;
    }

    /** Seconds of the day of {@code HH:MM:SS}; negative when it is none. */
    static int clock(byte[] bytes, int at) {
        int hour = two(bytes, at);
        int minute = two(bytes, at + 3);
        int second = two(bytes, at + 6);
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
            return -1;
        }
        return bytes[at + 2] == ':' && bytes[at + 5] == ':' ? hour * 3600 + minute * 60 + second : -1;
    }

    /** Seconds of {@code +0100}, {@code +01:00}; {@link Integer#MIN_VALUE} when it is none. */
    private static int offset(byte[] bytes, int from, int to) {
        boolean colon = to - from == 6 && bytes[from + 3] == ':';
        if ((to - from != 5 && !colon) || (bytes[from] != '+' && bytes[from] != '-')) {
            return Integer.MIN_VALUE;
        }
        int hours = two(bytes, from + 1);
        int minutes = two(bytes, to - 2);
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
            return Integer.MIN_VALUE;
        }
        int seconds = hours * 3600 + minutes * 60;
        return bytes[from] == '-' ? -seconds : seconds;
    }

    private static int month(byte[] bytes, int at) {
        return switch (((bytes[at] & 0xff) << 16) | ((bytes[at + 1] & 0xff) << 8) | (bytes[at + 2] & 0xff)) {
            case ('J' << 16) | ('a' << 8) | 'n' -> 1;
            case ('F' << 16) | ('e' << 8) | 'b' -> 2;
            case ('M' << 16) | ('a' << 8) | 'r' -> 3;
            case ('A' << 16) | ('p' << 8) | 'r' -> 4;
            case ('M' << 16) | ('a' << 8) | 'y' -> 5;
            case ('J' << 16) | ('u' << 8) | 'n' -> 6;
            case ('J' << 16) | ('u' << 8) | 'l' -> 7;
            case ('A' << 16) | ('u' << 8) | 'g' -> 8;
            case ('S' << 16) | ('e' << 8) | 'p' -> 9;
            case ('O' << 16) | ('c' << 8) | 't' -> 10;
            case ('N' << 16) | ('o' << 8) | 'v' -> 11;
            case ('D' << 16) | ('e' << 8) | 'c' -> 12;
            default -> -1;
        };
    }

    private static boolean isDate(int year, int month, int day) {
        if (year < 0 || month < 1 || month > 12 || day < 1 || day > MONTH_DAYS[month - 1]) {
            return false;
        }
        return month != 2 || day != 29 || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    }

    /** Days since 1970-01-01, with years that begin in March so that the leap day is the last. */
    private static long epochDay(int year, int month, int day) {
        int shifted = month <= 2 ? year - 1 : year;
        int century = Math.floorDiv(shifted, 400);
        int yearOfCentury = shifted - century * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        return century * 146_097L
                + yearOfCentury * 365L
                + yearOfCentury / 4
                - yearOfCentury / 100
                + dayOfYear
                - 719_468;
    }

    private static int two(byte[] bytes, int at) {
        return isDigit(bytes[at]) && isDigit(bytes[at + 1]) ? (bytes[at] - '0') * 10 + bytes[at + 1] - '0' : -1;
    }

    private static int four(byte[] bytes, int at) {
        int high = two(bytes, at);
        int low = two(bytes, at + 2);
        return high < 0 || low < 0 ? -1 : high * 100 + low;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
