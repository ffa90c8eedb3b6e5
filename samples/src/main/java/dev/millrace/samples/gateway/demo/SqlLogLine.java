package dev.millrace.samples.gateway.demo;

import dev.millrace.samples.gateway.Accounts;
import java.nio.charset.StandardCharsets;

/** Reads one line of sql.log and judges whether it is whole. */
final class SqlLogLine {
    /** Not a statement, but a whole line of the log. */
    static final long OTHER = -1;

    /** Not a line that the gateway can have logged. */
    static final long DAMAGED = -2;

    private static final byte[] STATEMENT = ascii(" gateway.sql ");
    private static final byte[] OTHER_LOGGER = ascii(" gateway.");
    private static final byte[] SEPARATOR = ascii(" - ");
    private static final byte[] KEY = ascii(" [");
    private static final int TIMESTAMP_LENGTH = "2026-01-31 23:59:59.999".length();

    private SqlLogLine() {}

    /** The statement's id, {@link #OTHER} or {@link #DAMAGED}; the range is without the line's end. */
    static long read(byte[] bytes, int from, int to) {
        if (!startsWithTimestamp(bytes, from, to)) {
            return DAMAGED;
        }
        int logger = find(STATEMENT, bytes, from + TIMESTAMP_LENGTH, to);
        if (logger < 0) {
            return find(OTHER_LOGGER, bytes, from + TIMESTAMP_LENGTH, to) < 0 ? DAMAGED : OTHER;
        }
        int message = find(SEPARATOR, bytes, logger + STATEMENT.length - 1, to);
        if (message < 0) {
            return DAMAGED;
        }
        int digitsStart = message + SEPARATOR.length;
        int digitsEnd = endOfDigits(bytes, digitsStart, to);
        if (digitsEnd == digitsStart || digitsEnd - digitsStart > 18) {
            return DAMAGED;
        }
        long id = number(bytes, digitsStart, digitsEnd);
        return endsAsExpected(id, bytes, digitsEnd, to) ? id : DAMAGED;
    }

    private static boolean endsAsExpected(long id, byte[] bytes, int from, int to) {
        int key = Accounts.keyOf(id);
        int keyStart = find(KEY, bytes, from, to);
        if (keyStart < 0) {
            return false;
        }
        byte[] expected = ascii(" [" + key + "] -> " + Accounts.ownerOf(key) + " " + Accounts.balanceOf(key));
        return to - keyStart == expected.length && matches(expected, bytes, keyStart);
    }

    private static boolean startsWithTimestamp(byte[] bytes, int from, int to) {
        return to - from > TIMESTAMP_LENGTH
                && bytes[from + 4] == '-'
                && bytes[from + 10] == ' '
                && bytes[from + 19] == '.'
                && bytes[from + TIMESTAMP_LENGTH] == ' ';
    }

    private static int endOfDigits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    private static long number(byte[] bytes, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + (bytes[i] - '0');
        }
        return number;
    }

    private static int find(byte[] wanted, byte[] bytes, int from, int to) {
        for (int at = from; at <= to - wanted.length; at++) {
            if (bytes[at] == wanted[0] && matches(wanted, bytes, at)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean matches(byte[] wanted, byte[] bytes, int at) {
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
