package dev.millrace.cli.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads what {@link RowEncoder} wrote. Bytes that cannot be such a row are refused, whatever they are. Not thread-safe. */
final class RowDecoder {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_VAR_SHIFT = 28;

    private final FieldType[] types;
    private byte[] bytes;
    private int at;
    private int end;

    RowDecoder(Schema schema) {
        types = schema.types();
    }

    /** Points the row's values into the record; false when the record is none of this schema. */
    boolean decode(byte[] record, int offset, int length, Row row) {
        bytes = record;
        at = offset;
        end = offset + length;
        for (int field = 0; field < types.length; field++) {
            boolean read =
                    switch (types[field]) {
                        case TEXT, JSON -> text(row, field);
                        case INTEGER -> integer(row, field);
                        case NUMBER -> number(row, field);
                        case TIME -> time(row, field);
                    };
            if (!read) {
                return false;
            }
        }
        return at == end;
    }

    private boolean text(Row row, int field) {
        long length = 0;
        for (int shift = 0; ; shift += 7) {
            if (at == end || shift > MAX_VAR_SHIFT) {
                return false;
            }
            byte next = bytes[at++];
            length |= (next & 0x7FL) << shift;
            if (next >= 0) {
                break;
            }
        }
        if (length == 0) {
            row.missing(field);
            return true;
        }
        if (length - 1 > end - at) {
            return false;
        }
        row.text(field, bytes, at, at + (int) (length - 1));
        at += (int) (length - 1);
        return true;
    }

    private boolean integer(Row row, int field) {
        if (end - at < Long.BYTES) {
            return false;
        }
        long value = takeLong();
        if (value == Row.MISSING_INTEGER) {
            row.missing(field);
        } else {
            row.integer(field, value);
        }
        return true;
    }

    private boolean number(Row row, int field) {
        if (end - at < Long.BYTES) {
            return false;
        }
        double value = Double.longBitsToDouble(takeLong());
        if (Double.isNaN(value)) {
            row.missing(field);
        } else {
            row.number(field, value);
        }
        return !Double.isInfinite(value);
    }

    private boolean time(Row row, int field) {
        if (end - at < Integer.BYTES) {
            return false;
        }
        int nanos = (int) INT.get(bytes, at);
        at += Integer.BYTES;
        if (nanos < 0) {
            row.missing(field);
            return nanos == -1;
        }
        if (end - at < Long.BYTES) {
            return false;
        }
        long second = takeLong();
        row.time(field, second, nanos);
        return nanos < Times.NANOS_PER_SECOND && second >= Times.FIRST_SECOND && second <= Times.LAST_SECOND;
    }

    private long takeLong() {
        long value = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return value;
    }
}
