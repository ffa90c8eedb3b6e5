package dev.millrace.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * How one record stands in a segment.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------------------------------------------------------+
 *  |  length: payload + 8; negative until committed, never 0       |  0
 *  +---------------+-----------------------------------------------+
 *  |  kind         |  check: 24 bits of position, length, secret   |  4
 *  +---------------+-----------------------------------------------+
 *  |  payload …                                                    |  8
 *  |                                     zeros to a multiple of 8  |
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Little-endian. The header is one 64-bit word, stored twice: with a negative length (release, then a store-store
 * fence) when the range is claimed, with the positive length (release) when the payload is complete. Readers load it
 * with acquire. Memory ahead of the tail is zero, so the first non-zero word behind a gap is a header. The check makes
 * stale, misplaced or forged headers recognisable without reading the payload.
 */
final class RecordFormat {
    static final int HEADER_BYTES = 8;
    static final int ALIGNMENT = 8;

    static final int KIND_DATA = 1;
    static final int KIND_PADDING = 2;

    /** Data whose first four payload bytes are a CRC32C of the rest, seeded with secret and position. */
    static final int KIND_CHECKED_DATA = 3;

    static final int CHECKSUM_BYTES = 4;

    private static final VarHandle MAPPED_LONG =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle HEAP_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private RecordFormat() {}

    /** Bytes that a record of this payload takes in a segment. */
    static int recordBytes(int payloadBytes) {
        return align(payloadBytes + HEADER_BYTES);
    }

    static int align(int bytes) {
        return (bytes + (ALIGNMENT - 1)) & -ALIGNMENT;
    }

    /** The committed header of a record. */
    static long header(int kind, int lengthBytes, long position, long secret) {
        long check = check(lengthBytes, position, secret);
        return (check << 40) | ((long) kind << 32) | lengthBytes;
    }

    /** The same header before its commit. */
    static long uncommitted(long header) {
        return (header & 0xFFFF_FFFF_0000_0000L) | (-(int) header & 0xFFFF_FFFFL);
    }

    static int length(long header) {
        return (int) header;
    }

    static int kind(long header) {
        return (int) (header >>> 32) & 0xFF;
    }

    /** Whether a header (committed or not) can stand at this position of a segment with this much room left. */
    static boolean valid(long header, long position, long secret, int roomBytes) {
        int length = Math.abs(length(header));
        int kind = kind(header);
        return length >= HEADER_BYTES
                && length <= roomBytes
                && kind >= KIND_DATA
                && kind <= KIND_CHECKED_DATA
                && header >>> 40 == check(length, position, secret)
                && (kind != KIND_CHECKED_DATA || length >= HEADER_BYTES + CHECKSUM_BYTES);
    }

    private static long check(int lengthBytes, long position, long secret) {
        long mixed = (position ^ secret) * 0x9E37_79B9_7F4A_7C15L + lengthBytes;
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58_476D_1CE4_E5B9L;
        return mixed >>> 40;
    }

    /** Whether the checksum of a record of {@link #KIND_CHECKED_DATA} at {@code at} holds. */
    static boolean checksumHolds(ByteBuffer data, int at, long position, int lengthBytes, long secret, byte[] piece) {
        int body = at + HEADER_BYTES;
        CRC32C crc = new CRC32C();
        SegmentFormat.sumUp(crc, data, body + CHECKSUM_BYTES, at + lengthBytes, piece);
        return data.getInt(body) == ((int) crc.getValue() ^ (int) secret ^ (int) position);
    }

    static long headerAcquire(ByteBuffer mapped, int offset) {
        return (long) MAPPED_LONG.getAcquire(mapped, offset);
    }

    /** Pairs with {@link #headerAcquire}: whoever sees this header sees everything stored before. */
    static void headerRelease(ByteBuffer mapped, int offset, long header) {
        MAPPED_LONG.setRelease(mapped, offset, header);
    }

    static long header(byte[] copy, int offset) {
        return (long) HEAP_LONG.get(copy, offset);
    }

    static void put(byte[] copy, int offset, long word) {
        HEAP_LONG.set(copy, offset, word);
    }

    /** A write that changes nothing but makes the page present and writable. */
    static void touch(ByteBuffer mapped, int offset) {
        long ignored = (long) MAPPED_LONG.getAndAdd(mapped, offset, 0L);
    }
}
