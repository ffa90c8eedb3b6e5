package dev.millrace.cli.transfer;

import java.util.Arrays;

/**
 * The values of one record, on their way in or out: texts as ranges of an array that somebody else owns, the rest as
 * numbers. Reused from line to line; not thread-safe.
 */
final class Row {
    static final long MISSING_INTEGER = Long.MIN_VALUE;

    /** Where no field is meant: a text that is set there is left out. */
    static final int NO_FIELD = -1;

    private static final int MISSING = -1;

    private final byte[][] source;
    private final int[] from;
    /** Length of a text; nanoseconds of a time; {@link #MISSING} for a value that is not there. */
    private final int[] length;

    /** An integer; the bits of a number; the seconds of a time. */
    private final long[] number;

    private byte[] scratch = new byte[1024];
    private int scratchLength;

    private LineFault fault;
    private int faultField;

    /** What the bad value is called where no field is kept of it; null where it has no name. */
    private String faultVariable;

    private int faultAt;

    /** A row of so many fields; one more may be set for the sake of its check. */
    Row(int fields) {
        source = new byte[fields + 1][];
        from = new int[fields + 1];
        length = new int[fields + 1];
        number = new long[fields + 1];
    }

    /** Empties the row, with room for the unescaped texts of a line that long. */
    void begin(int lineBytes) {
        clear();
        if (scratch.length < lineBytes) {
            scratch = new byte[Math.max(lineBytes, 2 * scratch.length)];
        }
    }

    /** Empties the row, for a line without escapes. */
    void clear() {
        Arrays.fill(length, MISSING);
        scratchLength = 0;
    }

    /** Where unescaped texts go; there is room for a whole line, and no escape is shorter than what it stands for. */
    byte[] scratch() {
        return scratch;
    }

    int scratchLength() {
        return scratchLength;
    }

    void scratchLength(int newLength) {
        scratchLength = newLength;
    }

    void text(int field, byte[] bytes, int start, int end) {
        if (field == NO_FIELD) {
            return;
        }
        source[field] = bytes;
        from[field] = start;
        length[field] = end - start;
    }

    void integer(int field, long value) {
        number[field] = value;
        length[field] = 0;
    }

    /** Sets an integer when there is any digit of it; without a branch, because few have none. */
    void integerIf(int digits, int field, long value) {
        number[field] = value;
        // No digit: -1, which is missing; else 0.
        length[field] = (digits - 1) >> (Integer.SIZE - 1);
    }

    void number(int field, double value) {
        number[field] = Double.doubleToRawLongBits(value);
        length[field] = 0;
    }

    void time(int field, long epochSecond, int nanos) {
        number[field] = epochSecond;
        length[field] = nanos;
    }

    void missing(int field) {
        length[field] = MISSING;
    }

    boolean isMissing(int field) {
        return length[field] == MISSING;
    }

    byte[] bytes(int field) {
        return source[field];
    }

    int offset(int field) {
        return from[field];
    }

    int length(int field) {
        return length[field];
    }

    long integer(int field) {
        return number[field];
    }

    double number(int field) {
        return Double.longBitsToDouble(number[field]);
    }

    long epochSecond(int field) {
        return number[field];
    }

    int nanos(int field) {
        return length[field];
    }

    /** Says why the line is bad; returns false, for {@code return row.fail(…)}. */
    boolean fail(LineFault why, int field, int at) {
        fault = why;
        faultField = field;
        faultVariable = null;
        faultAt = at;
        return false;
    }

    /** As {@link #fail(LineFault, int, int)}, where no field is meant. */
    boolean fail(LineFault why, int at) {
        return fail(why, NO_FIELD, at);
    }

    /** Names the variable whose value is bad, for a line of which no field keeps it. */
    boolean faultOf(String variable) {
        faultVariable = variable;
        return false;
    }

    /** Where the fault is in the line, when it was found in what the line says without escapes. */
    boolean faultIn(int at) {
        faultAt = at;
        return false;
    }

    LineFault fault() {
        return fault;
    }

    /** Offset in the array of the line at which it is bad. */
    int faultAt() {
        return faultAt;
    }

    /** As {@code status: no integer of 64 bits}. */
    String faultText(Schema schema) {
        boolean named = faultField >= 0 && faultField < schema.size();
        String name = named ? schema.fields().get(faultField).name() : faultVariable;
        return (name == null ? "" : name + ": ") + fault.text();
    }
}
