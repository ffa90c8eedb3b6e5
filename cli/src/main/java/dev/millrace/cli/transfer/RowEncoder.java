package dev.millrace.cli.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes rows as {@code Codec.ofRecord} writes a Java record with these components, so that Java programs read an
 * imported queue as records. Not thread-safe.
 */
final class RowEncoder {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int LONGEST_FIXED_BYTES = Integer.BYTES + Long.BYTES;

    private final FieldType[] types;
    private byte[] bytes = new byte[1024];

    RowEncoder(Schema schema) {
        types = schema.types();
    }

    /** The encoded row; another array after a longer one. */
    byte[] bytes() {
        return bytes;
    }

    /** Encodes a row into {@link #bytes()} and returns its length in bytes. */
    int encode(Row row) {
        int at = 0;
        for (int field = 0; field < types.length; field++) {
            boolean missing = row.isMissing(field);
            int needed = LONGEST_FIXED_BYTES + (types[field].isText() && !missing ? row.length(field) : 0);
            if (bytes.length - at < needed) {
                bytes = Arrays.copyOf(bytes, Math.max(at + needed, 2 * bytes.length));
            }
            at = switch (types[field]) {
                case TEXT, JSON -> missing ? putByte(at) : putText(row, field, at);
                case INTEGER -> putLong(missing ? Row.MISSING_INTEGER : row.integer(field), at);
                case NUMBER -> putLong(Double.doubleToRawLongBits(missing ? Double.NaN : row.number(field)), at);
                case TIME -> missing ? putInt(-1, at) : putLong(row.epochSecond(field), putInt(row.nanos(field), at));
            };
        }
        return at;
    }

    private int putText(Row row, int field, int start) {
        int length = row.length(field);
        int at = start;
        int rest = length + 1;
        while ((rest & ~0x7F) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        System.arraycopy(row.bytes(field), row.offset(field), bytes, at, length);
        return at + length;
    }

    private int putByte(int at) {
        bytes[at] = 0;
        return at + 1;
    }

    private int putInt(int value, int at) {
        INT.set(bytes, at, value);
        return at + Integer.BYTES;
    }

    private int putLong(long value, int at) {
        LONG.set(bytes, at, value);
        return at + Long.BYTES;
    }
}
