package dev.millrace.cli.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads times such as {@code 21/Nov/2026:17:18:05 +0100}, and remembers the day: lines come in the order of time, so most
 * have the day of the one before. Not thread-safe.
 */
final class CommonTimes {
    /** Length of such a time. */
    static final int BYTES = 26;

    /** Where its zone begins, with the blank before it. */
    static final int ZONE = 20;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int YEAR_END = 8;
    private static final int CLOCK = 12;
    private static final int SECOND = 18;
    private static final int LAST_OF_DAY = 86_399;
    private static final int SECOND_BITS = 2 * Byte.SIZE;

    private static final long HIGH_BITS = Scan.pattern(0x80);
    /** The clock at midnight, {@code 00:00:00}, in the order of an array: its first byte is the lowest. */
    private static final long MIDNIGHT = 0x30_30_3a_30_30_3a_30_30L;
    /** Added to the digits of a clock, it carries into the high bit of each that is above 2, 9, 5, 9, 5 and 9, or no digit. */
    private static final long ABOVE_MOST = 0x76_7a_7f_76_7a_7f_76_7dL;

    /** What stands around the clock: zeros, which are in no time, at first. */
    private long date;

    private int yearEnd;
    private long zone;

    /** The second at which the clock of that day is 00:00:00. */
    private long dayStart;

    /** Sets a time of the row from the bytes there, of which the array has enough; false when they are none. */
    boolean parse(byte[] bytes, int from, Row row, int field) {
        long newDate = (long) LONG.get(bytes, from);
        int newYearEnd = (int) INT.get(bytes, from + YEAR_END);
        long newZone = (long) LONG.get(bytes, from + SECOND) >>> SECOND_BITS;
        long digits = (long) LONG.get(bytes, from + CLOCK) ^ MIDNIGHT;
        long pairs = digits * 10 + (digits >>> Byte.SIZE);
        long hour = pairs & 0xff;
        long unusual = (newDate ^ date)
                | (newYearEnd ^ yearEnd)
                | (newZone ^ zone)
                | (((digits + ABOVE_MOST) | digits) & HIGH_BITS)
                | ((23 - hour) & HIGH_BITS);
        if (unusual != 0) {
            return parseDay(bytes, from, row, field);
        }
        row.time(field, dayStart + hour * 3600 + ((pairs >>> 24) & 0xff) * 60 + ((pairs >>> 48) & 0xff), 0);
        return true;
    }

    private boolean parseDay(byte[] bytes, int from, Row row, int field) {
        if (bytes[from + 2] != '/' || !Times.parse(bytes, from, from + BYTES, row, field)) {
            return false;
        }
        long start = row.epochSecond(field) - Times.clock(bytes, from + CLOCK);
        if (start < Times.FIRST_SECOND || start > Times.LAST_SECOND - LAST_OF_DAY) {
            // Not every second of this day is a time.
            return true;
        }
        date = (long) LONG.get(bytes, from);
        yearEnd = (int) INT.get(bytes, from + YEAR_END);
        zone = (long) LONG.get(bytes, from + SECOND) >>> SECOND_BITS;
        dayStart = start;
        return true;
    }
}
