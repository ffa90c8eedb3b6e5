package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How a segment file is laid out: one page of header, then the data.
 *
 * <pre>
 *        0  magic               "MRSEG001"
 *        8  version             i32
 *       12  segmentBytes        i32   size of the data
 *       16  base                i64   position of the first data byte; -1 while the segment is free
 *       24  prepared            i64   data bytes from the start that are zeroed or written: nothing behind is read
 *       32  journal             i64   id of the journal it belongs to
 *       40  started             i64   when it was taken into use, epoch ms
 *     1024  seals               i64 × (segmentBytes / 65536)
 *     5120  times               i32 × (segmentBytes / 65536)   when each block was sealed, ms after started; negative: seconds
 *     7168  summaries           i16 × (segmentBytes / 65536)   more of what a seal says about its block's records
 *     8192  data                records from offset 0 to segmentBytes; no record straddles the end
 * </pre>
 *
 * <p>A seal is {@code crc32c | (firstRecord + 1) << 32}: the checksum of one finished 64 KiB block, seeded with the
 * journal's secret and the block's position, and the offset in words at which the first record starts in the block
 * ({@value #NO_RECORD_STARTS} when none does). 0 means not sealed. The 17 bits above, with the 16 of the summaries above
 * them, say what the records that start in the block are ({@link RecordSummary}), 0 where nobody knows; the checksum is
 * mixed with them.
 */
final class SegmentFormat {
    static final long MAGIC = 0x3130_3047_4553_524DL;
    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = MAGIC_OFFSET + 8;
    static final int SEGMENT_BYTES_OFFSET = VERSION_OFFSET + 4;
    static final int BASE_OFFSET = SEGMENT_BYTES_OFFSET + 4;
    static final int PREPARED_OFFSET = BASE_OFFSET + 8;
    static final int JOURNAL_OFFSET = PREPARED_OFFSET + 8;
    static final int STARTED_OFFSET = JOURNAL_OFFSET + 8;
    static final int SEALS_OFFSET = 1024;
    static final int HEADER_BYTES = 8192;

    static final int BLOCK_BYTES = 64 << 10;
    static final int MAX_BLOCKS = 512;
    static final int TIMES_OFFSET = SEALS_OFFSET + MAX_BLOCKS * Long.BYTES;
    static final int SUMMARIES_OFFSET = TIMES_OFFSET + MAX_BLOCKS * Integer.BYTES;
    static final int NO_RECORD_STARTS = 0x3FFF;

    /** What is copied and summed up at a time: it stays in the nearest cache meanwhile. */
    static final int PIECE_BYTES = 4 << 10;

    private static final int FIRST_RECORD_SHIFT = 32;
    private static final int SUMMARY_SHIFT = 47;
    private static final int SEAL_SUMMARY_BITS = Long.SIZE - SUMMARY_SHIFT;
    private static final int FIRST_RECORD_MASK = (1 << (SUMMARY_SHIFT - FIRST_RECORD_SHIFT)) - 1;

    static final long FREE = -1;

    static final int MIN_SEGMENT_BYTES = 256 << 10;
    static final int MAX_SEGMENT_BYTES = MAX_BLOCKS * BLOCK_BYTES;

    private static final long MAX_BASE = 1L << 62;

    private SegmentFormat() {}

    /** Whether a segment can start at that position; no journal comes to the end of its numbers. */
    static boolean isBase(long base, int segmentBytes) {
        return base >= 0 && base <= MAX_BASE && base % segmentBytes == 0;
    }

    static boolean isSize(int segmentBytes) {
        return Integer.bitCount(segmentBytes) == 1
                && segmentBytes >= MIN_SEGMENT_BYTES
                && segmentBytes <= MAX_SEGMENT_BYTES;
    }

    /** The seal of a block; {@link #moreSummary} says the rest of its summary. */
    static long seal(int crc, int firstRecordWord, long summary) {
        return ((crc ^ mixed(summary)) & 0xFFFF_FFFFL)
                | ((long) (firstRecordWord + 1) << FIRST_RECORD_SHIFT)
                | (summary << SUMMARY_SHIFT);
    }

    /** The part of a summary that a seal has no room for. */
    static short moreSummary(long summary) {
        return (short) (summary >>> SEAL_SUMMARY_BITS);
    }

    /** What the records that start in the sealed block are, as a header page says; 0 where that is not known. */
    static long summary(ByteBuffer page, int block, long seal) {
        long inSeal = seal >>> SUMMARY_SHIFT;
        long more = page.getShort(SUMMARIES_OFFSET + block * Short.BYTES) & 0xFFFFL;
        return inSeal == 0 ? 0 : inSeal | more << SEAL_SUMMARY_BITS;
    }

    /** Nothing for a block without a summary. */
    private static int mixed(long summary) {
        return (int) ((summary * 0x9E37_79B9_7F4A_7C15L) >>> 32);
    }

    /** A time as it is kept: rounded up to seconds behind the 24 days that milliseconds have room for. */
    static int sealTime(long afterMs) {
        return afterMs <= Integer.MAX_VALUE
                ? (int) Math.max(0, afterMs)
                : (int) -Math.min(Integer.MAX_VALUE, (afterMs + 999) / 1000);
    }

    static long afterMs(int sealTime) {
        return sealTime >= 0 ? sealTime : -1000L * sealTime;
    }

    /** The checksum that the seal of a block was made of, as a header page says. */
    static int sealCrc(ByteBuffer page, int block, long seal) {
        return (int) seal ^ mixed(summary(page, block, seal));
    }

    /** Checksum of one block that starts at the position. */
    static int blockCrc(ByteBuffer block, long position, long secret) {
        return blockCrc(block, position, secret, new byte[PIECE_BYTES]);
    }

    /** The same, with room for a piece of it. */
    static int blockCrc(ByteBuffer block, long position, long secret, byte[] piece) {
        CRC32C crc = blockSum(position, secret);
        sumUp(crc, block, 0, block.capacity(), piece);
        return (int) crc.getValue();
    }

    /**
     * Adds a copy of these bytes to a checksum. Where the file was cut off under its mapping, a copy is an error; the
     * checksum's own code would take down the process.
     */
    static void sumUp(CRC32C crc, ByteBuffer bytes, int from, int to, byte[] piece) {
        for (int at = from; at < to; at += piece.length) {
            int count = Math.min(piece.length, to - at);
            bytes.get(at, piece, 0, count);
            crc.update(piece, 0, count);
        }
    }

    /** The checksum of a block that starts at the position, before any of its bytes. */
    static CRC32C blockSum(long position, long secret) {
        CRC32C crc = new CRC32C();
        byte[] head = new byte[2 * Long.BYTES];
        RecordFormat.put(head, 0, Long.reverseBytes(secret));
        RecordFormat.put(head, Long.BYTES, Long.reverseBytes(position));
        crc.update(head);
        return crc;
    }

    /** Offset in words at which the first record starts; {@link #NO_RECORD_STARTS} when none does. */
    static int sealFirstWord(long seal) {
        return ((int) (seal >>> FIRST_RECORD_SHIFT) & FIRST_RECORD_MASK) - 1;
    }
}
