package dev.millrace.cli.transfer;

import java.nio.charset.StandardCharsets;

/** Reads decimal numbers, as JSON writes them. */
final class Numbers {
    private static final int EXACT_DIGITS = 15;
    private static final int MAX_EXPONENT_DIGITS = 4;

    /** Powers of ten that a double holds exactly: a product or quotient with one is rounded once, so correctly. */
    private static final double[] TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private Numbers() {}

    /** Sets an integer of the row; false when the bytes are none of 64 bits. */
    static boolean integer(byte[] bytes, int from, int to, Row row, int field) {
        boolean negative = from < to && bytes[from] == '-';
        int at = negative ? from + 1 : from;
        if (at == to || to - at > 19) {
            return row.fail(LineFault.INTEGER, field, from);
        }
        long value = 0;
        while (at < to) {
            int digit = bytes[at++] - '0';
            // Nineteen nines fit into 64 bits without a sign, so one look at the sign is enough.
            value = value * 10 + digit;
            if (digit < 0 || digit > 9 || value < 0) {
                return row.fail(LineFault.INTEGER, field, from);
            }
        }
        row.integer(field, negative ? -value : value);
        return true;
    }

    /** Sets a number of the row; false when the bytes are none that is finite. */
    static boolean number(byte[] bytes, int from, int to, Row row, int field) {
        int at = from < to && bytes[from] == '-' ? from + 1 : from;
        long digits = 0;
        int count = 0;
        int decimals = 0;
        int start = at;
        for (; at < to && isDigit(bytes[at]); at++) {
            digits = digits * 10 + bytes[at] - '0';
            count += digits == 0 ? 0 : 1;
        }
        boolean whole = at > start;
        if (whole && at < to && bytes[at] == '.') {
            int point = at++;
            for (; at < to && isDigit(bytes[at]); at++) {
                digits = digits * 10 + bytes[at] - '0';
                count += digits == 0 ? 0 : 1;
            }
            decimals = at - point - 1;
            whole = decimals > 0;
        }
        if (whole && at == to && count <= EXACT_DIGITS && decimals < TENS.length) {
            double value = digits / TENS[decimals];
            row.number(field, bytes[from] == '-' ? -value : value);
            return true;
        }
        return (whole && rare(bytes, from, at, to, row, field)) || row.fail(LineFault.NUMBER, field, from);
    }

    /** More digits than a double holds, or an exponent. */
    private static boolean rare(byte[] bytes, int from, int behindDigits, int to, Row row, int field) {
        int at = behindDigits;
        if (at < to) {
            if (bytes[at] != 'e' && bytes[at] != 'E') {
                return false;
            }
            at++;
            if (at < to && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            int start = at;
            while (at < to && isDigit(bytes[at])) {
                at++;
            }
            if (at != to || at == start || at - start > MAX_EXPONENT_DIGITS) {
                return false;
            }
        }
        double value = Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
        row.number(field, value);
        return Double.isFinite(value);
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
