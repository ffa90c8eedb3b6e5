package dev.millrace.cli.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Takes lines of a log format apart that are as most are, in one pass and without knowing where they end: without escapes
 * and control characters, with blanks and quotes where the format has them. Others are left to {@link LogLines}. Not
 * thread-safe.
 */
final class PlainLines {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LF = Scan.pattern('\n');

    private final byte[] prefix;
    private final PlainValue[] values;
    private final CommonTimes times = new CommonTimes();

    private PlainLines(byte[] prefix, PlainValue[] values) {
        this.prefix = prefix;
        this.values = values;
    }

    /** For the lines of a format; null when it has what cannot be told from the next bytes alone. */
    static PlainLines of(byte[] prefix, List<LogValue> all) {
        PlainValue[] values = new PlainValue[all.size()];
        boolean mayBeEmpty = prefix.length == 0 && all.size() == 1 && all.get(0).literal().length == 0;
        if (mayBeEmpty || Scan.indexOf(prefix, 0, prefix.length, LF) < prefix.length) {
            // The empty line is bad, and none holds a line's end.
            return null;
        }
        for (int index = 0; index < values.length; index++) {
            values[index] = PlainValue.of(all.get(index), index == values.length - 1);
            if (values[index] == null) {
                return null;
            }
        }
        return new PlainLines(prefix, values);
    }

    /**
     * As {@link LineParser#parseAhead}.
     *
     * <p>Design note: whatever is not plain leaves by one branch, which is taken for the last line of each piece of a file. A
     * branch of its own for each would be compiled as never taken, and the first such line would throw the compiled code
     * away.
     */
    int parse(byte[] bytes, int from, int to, Row row) {
        if (!LogLines.startsWith(bytes, from, to, prefix)) {
            return LineParser.CUT_OFF;
        }
        row.clear();
        int at = from + prefix.length;
        for (PlainValue value : values) {
            int start = at;
            long word = (long) LONG.get(bytes, start);
            int digits = 0;
            switch (value.kind) {
                case COMMON_TIME -> at += CommonTimes.BYTES;
                case INTEGER -> {
                    digits = Digits.count(word);
                    at += digits + Digits.isDash(word);
                }
                default -> at = value.end(bytes, start);
            }
            long other = ((long) LONG.get(bytes, at) ^ value.literal) & value.literalMask;
            // A time may reach beyond the bytes: what it sees there, of earlier lines, is nothing.
            if ((other | (((long) to - at) >> (Long.SIZE - 1))) != 0) {
                return to - at < Long.BYTES ? LineParser.CUT_OFF : LineParser.NOT_AHEAD;
            }
            switch (value.kind) {
                case COMMON_TIME -> {
                    if (!times.parse(bytes, start, row, value.field)) {
                        return LineParser.NOT_AHEAD;
                    }
                }
                case INTEGER -> row.integerIf(digits, value.field, Digits.value(word, digits));
                case TEXT -> {
                    if ((((at - start) ^ 1) | (bytes[start] ^ '-')) != 0) {
                        row.text(value.field, bytes, start, at);
                    }
                }
                case REQUEST -> {
                    if ((((at - start) ^ 1) | (bytes[start] ^ '-')) != 0) {
                        Request.split(bytes, start, at, row, value.method, value.target, value.protocol);
                    }
                }
                case OTHER -> {
                    if (!value.set(bytes, start, at, row)) {
                        return LineParser.NOT_AHEAD;
                    }
                }
            }
            at += value.literalBytes;
        }
        return at - 1;
    }
}
