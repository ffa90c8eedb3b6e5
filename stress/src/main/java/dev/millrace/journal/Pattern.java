package dev.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Payloads in which every word follows from the first one, so that a torn or misplaced byte shows. */
final class Pattern {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private Pattern() {}

    /** Writes a payload; the length is a multiple of 8. */
    static void write(byte[] target, int length, long value) {
        long word = value;
        for (int at = 0; at < length; at += Long.BYTES) {
            WORD.set(target, at, word);
            word = word * STEP + length;
        }
    }

    /** The value of a payload. */
    static long value(byte[] source, int offset) {
        return (long) WORD.get(source, offset);
    }

    /** Whether a payload is as it was written, to the last byte. */
    static boolean isWhole(byte[] source, int offset, int length) {
        if (length < Long.BYTES || length % Long.BYTES != 0) {
            return false;
        }
        long word = value(source, offset);
        for (int at = 0; at < length; at += Long.BYTES) {
            if ((long) WORD.get(source, offset + at) != word) {
                return false;
            }
            word = word * STEP + length;
        }
        return true;
    }
}
