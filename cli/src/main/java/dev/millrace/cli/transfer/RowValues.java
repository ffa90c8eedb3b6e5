package dev.millrace.cli.transfer;

import dev.millrace.event.Utf8Buffer;

/** Prints numbers and times in the same way in every format. */
final class RowValues {
    private static final double EXACT_LIMIT = 1e15;
    private static final int MICRO = 1_000_000;
    private static final int SECONDS_PER_DAY = 86_400;

    private RowValues() {}

    /** Prints a value that is no text. */
    static void put(FieldType type, Row row, int field, Utf8Buffer out) {
        switch (type) {
            case INTEGER -> out.putLong(row.integer(field));
            case NUMBER -> number(row.number(field), out);
            case TIME -> time(row.epochSecond(field), row.nanos(field), out);
            case TEXT, JSON -> throw new IllegalArgumentException("a text: field=" + field);
        }
    }

    /** Prints a number so that it is read as the same double again, as {@code 0.25} where six decimals are enough. */
    static void number(double value, Utf8Buffer out) {
        double micros = value * MICRO;
        long rounded = Math.round(micros);
        // Such a quotient is what a reader makes of the digits.
        boolean exact = Math.abs(micros) < EXACT_LIMIT && rounded / (double) MICRO == value;
        if (!exact || (value == 0 && 1 / value < 0)) {
            out.putDouble(value);
            return;
        }
        long rest = Math.abs(rounded);
        if (rounded < 0) {
            out.put('-');
        }
        out.putLong(rest / MICRO);
        if (rest % MICRO != 0) {
            out.put('.');
            fraction((int) (rest % MICRO), MICRO / 10, out);
        }
    }

    private static void fraction(int value, int firstUnit, Utf8Buffer out) {
        int rest = value;
        for (int unit = firstUnit; rest > 0; unit /= 10) {
            out.put('0' + rest / unit);
            rest %= unit;
        }
    }

    /** Prints {@code 2026-11-21T17:18:05.25Z}. */
    static void time(long epochSecond, int nanos, Utf8Buffer out) {
        long day = Math.floorDiv(epochSecond, SECONDS_PER_DAY);
        int second = (int) (epochSecond - day * SECONDS_PER_DAY);
        date(day, out);
        out.put('T');
        two(second / 3600, out);
        out.put(':');
        two(second / 60 % 60, out);
        out.put(':');
        two(second % 60, out);
        if (nanos != 0) {
            out.put('.');
            fraction(nanos, Times.NANOS_PER_SECOND / 10, out);
        }
        out.put('Z');
    }

    /** The date of a day since 1970, with years that begin in March so that the leap day is the last. */
    private static void date(long epochDay, Utf8Buffer out) {
        long shifted = epochDay + 719_468;
        long era = Math.floorDiv(shifted, 146_097);
        int dayOfEra = (int) (shifted - era * 146_097);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        int year = (int) (yearOfEra + era * 400) + (month <= 2 ? 1 : 0);
        two(year / 100, out);
        two(year % 100, out);
        out.put('-');
        two(month, out);
        out.put('-');
        two(dayOfYear - (153 * marchMonth + 2) / 5 + 1, out);
    }

    private static void two(int value, Utf8Buffer out) {
        out.put('0' + value / 10);
        out.put('0' + value % 10);
    }
}
