package dev.millrace.cli.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** One variable of a {@link PlainLines} format, and what stands behind it. Immutable. */
final class PlainValue {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = Scan.pattern(1);
    private static final long HIGH_BITS = Scan.pattern(0x80);
    private static final long BACKSLASH = Scan.pattern('\\');

    /** Swaps the quote with the blank, and leaves the control characters below them among themselves. */
    private static final long QUOTE_TO_BLANK = Scan.pattern('"' ^ ' ');

    /** With the end of the line it fits into a word. */
    private static final int LONGEST_LITERAL = Long.BYTES - 1;

    /** How the value is read. */
    enum Kind {
        TEXT,
        INTEGER,
        COMMON_TIME,
        REQUEST,
        OTHER
    }

    final Kind kind;
    final int field;
    final int method;
    final int target;
    final int protocol;
    /** What follows: its bytes in the order of an array, and which of them there are. */
    final long literal;

    final long literalMask;
    final int literalBytes;

    private final FieldType type;
    private final long flip;
    private final long limit;

    private PlainValue(LogValue value, Kind kind, FieldType type, boolean last) {
        this.kind = kind;
        this.type = type;
        this.field = value.fieldCount() == 0 ? Row.NO_FIELD : value.field();
        this.method = value.method();
        this.target = value.target();
        this.protocol = value.protocol();
        byte[] literal = value.literal();
        // The end of the line is what follows the last value.
        byte[] bytes = last ? Arrays.copyOf(literal, literal.length + 1) : literal;
        if (last) {
            bytes[literal.length] = '\n';
        }
        long word = 0;
        for (int index = bytes.length - 1; index >= 0; index--) {
            word = (word << Byte.SIZE) | (bytes[index] & 0xff);
        }
        this.literal = word;
        this.literalBytes = bytes.length;
        this.literalMask = -1L >>> (Long.SIZE - Byte.SIZE * bytes.length);
        this.flip = bytes[0] == '"' ? QUOTE_TO_BLANK : 0;
        this.limit = Scan.pattern(bytes[0] == '\n' ? ' ' : ' ' + 1);
    }

    /** Null when such a value cannot be told from what follows it without looking further. */
    static PlainValue of(LogValue value, boolean last) {
        if (value.escapes() != ValueEscapes.DEFAULT || value.isList() || value.fieldCount() > 1) {
            return null;
        }
        byte[] literal = value.literal();
        for (byte next : literal) {
            if (next < ' ') {
                return null;
            }
        }
        boolean request = value.method() >= 0 || value.target() >= 0 || value.protocol() >= 0;
        FieldType type = value.fieldCount() == 0 ? FieldType.TEXT : value.type();
        boolean local = value.variable().equals(LogVariables.TIME_LOCAL);
        boolean commonTime = local && type == FieldType.TIME;
        boolean endsPlainly =
                literal.length == 0 || literal[0] == ' ' || literal[0] == '"' || (commonTime && literal[0] == ']');
        // As a text it has a blank itself.
        endsPlainly &= !local || commonTime;
        if (!endsPlainly || literal.length > LONGEST_LITERAL || (request && value.fieldCount() > 0)) {
            return null;
        }
        return new PlainValue(value, kind(type, request, commonTime), type, last);
    }

    private static Kind kind(FieldType type, boolean request, boolean commonTime) {
        if (request) {
            return Kind.REQUEST;
        }
        return switch (type) {
            case TEXT -> Kind.TEXT;
            case INTEGER -> Kind.INTEGER;
            case TIME -> commonTime ? Kind.COMMON_TIME : Kind.OTHER;
            case NUMBER, JSON -> Kind.OTHER;
        };
    }

    /** Where the literal may begin; else the value has a backslash or a control character there, or the line ends. */
    int end(byte[] bytes, int from) {
        int at = from;
        while (true) {
            long word = (long) LONG.get(bytes, at);
            long flipped = word ^ flip;
            long backslash = word ^ BACKSLASH;
            // Of either kind the lowest that is found is right, and so it is of both together.
            long found = (((flipped - limit) & ~flipped) | ((backslash - LOW_BITS) & ~backslash)) & HIGH_BITS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
    }

    /** Sets the field; false when the value is none of its type. */
    boolean set(byte[] bytes, int from, int to, Row row) {
        return (to - from == 1 && bytes[from] == '-') || Values.set(type, bytes, from, to, row, field);
    }
}
