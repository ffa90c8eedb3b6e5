package dev.millrace.journal;

import java.io.BufferedOutputStream;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * A sealed segment of a queue, compressed into a file {@code <base>.sgz}.
 *
 * <pre>
 *       0  magic       "MRSGZ001"
 *       8  …           the rest of the segment's header page, as it was: base, seals, times
 *    7168  members     i32 each: where it starts, bytes behind the header page; all zero in archives of one member
 *    8192  data        gzip of the segment's data, in which the check of every record header is zero: a member for each
 *                      mebibyte
 * </pre>
 *
 * <p>The checks are a function of position, length and secret and do not compress, so they are left out and put back. The
 * seals are those of the segment: what comes out of an archive is believed as little as what lies in a segment.
 */
final class SegmentArchive {
    static final long MAGIC = 0x3130_305A_4753_524DL;
    static final String SUFFIX = ".sgz";

    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;
    private static final int NAME_DIGITS = 16;

    /** A jump into an archive unpacks so much. */
    static final int MEMBER_BYTES = 1 << 20;

    static final int MEMBERS_OFFSET = SegmentFormat.TIMES_OFFSET + SegmentFormat.MAX_BLOCKS * Integer.BYTES;

    private static final long WITHOUT_CHECK = 0xFF_FFFF_FFFFL;

    private SegmentArchive() {}

    static Path file(Path journal, long base) {
        String digits = Long.toHexString(base);
        return journal.resolve("0".repeat(NAME_DIGITS - digits.length()) + digits + SUFFIX);
    }

    /** The base that the name says; -1 when it is no archive's. */
    static long baseOf(Path file) {
        String name = file.getFileName().toString();
        if (name.length() != NAME_DIGITS + SUFFIX.length() || !name.endsWith(SUFFIX)) {
            return SegmentFormat.FREE;
        }
        try {
            return Long.parseLong(name.substring(0, NAME_DIGITS), 16);
        } catch (NumberFormatException e) {
            return SegmentFormat.FREE;
        }
    }

    /** The way of an archive's bytes into its file. */
    interface Output {
        OutputStream to(FileChannel channel);
    }

    /** Writes the whole archive and asks the disk to keep it. */
    static void write(Path file, ByteBuffer header, ByteBuffer data, Output output) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        page.put(0, header, 0, SegmentFormat.HEADER_BYTES).putLong(SegmentFormat.MAGIC_OFFSET, MAGIC);
        try (FileChannel channel =
                        PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
                OutputStream out = new BufferedOutputStream(output.to(channel), BLOCK_BYTES)) {
            out.write(page.array());
            byte[] block = new byte[BLOCK_BYTES];
            int record = 0;
            for (int from = 0; from < data.capacity(); from += MEMBER_BYTES) {
                out.flush();
                int start = (int) channel.position() - SegmentFormat.HEADER_BYTES;
                page.putInt(MEMBERS_OFFSET + from / MEMBER_BYTES * Integer.BYTES, start);
                try (Gzip gzip = new Gzip(out)) {
                    int to = Math.min(data.capacity(), from + MEMBER_BYTES);
                    for (int at = from; at < to; at += BLOCK_BYTES) {
                        data.get(at, block);
                        record = clearChecks(block, at, record);
                        gzip.write(block);
                    }
                    gzip.finish();
                }
            }
            out.flush();
            for (int at = 0; at < page.capacity(); ) {
                at += channel.write(page.position(at), at);
            }
            channel.force(true);
        }
    }

    /** Twice as fast as the usual level, for a tenth more bytes. */
    private static final class Gzip extends GZIPOutputStream {
        private static final int LEVEL = 3;

        Gzip(OutputStream out) throws IOException {
            super(out, BLOCK_BYTES);
            def.setLevel(LEVEL);
        }

        /** What it writes to stays open: other members follow. */
        @Override
        public void close() {
            def.end();
        }
    }

    /** Returns where the first record behind the block starts. */
    private static int clearChecks(byte[] block, int at, int firstRecord) {
        ByteBuffer words = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        int record = firstRecord;
        while (record < at + BLOCK_BYTES) {
            long header = words.getLong(record - at);
            words.putLong(record - at, header & WITHOUT_CHECK);
            record += RecordFormat.align(RecordFormat.length(header));
        }
        return record;
    }

    /** Whether nothing but records that belong there fills the data: only then can checks be left out. */
    static boolean isFilled(ByteBuffer data, long base, long secret) {
        int at = 0;
        while (at < data.capacity()) {
            long header = RecordFormat.headerAcquire(data, at);
            int length = RecordFormat.length(header);
            if (length <= 0 || !RecordFormat.valid(header, base + at, secret, data.capacity() - at)) {
                return false;
            }
            at += RecordFormat.align(length);
        }
        return true;
    }

    /** Reads the header page into {@code page}; false when the file is no archive of this journal's segment. */
    static boolean readHeader(DataInput in, ByteBuffer page, long base, int segmentBytes, long journalId)
            throws IOException {
        byte[] bytes = new byte[SegmentFormat.HEADER_BYTES];
        try {
            in.readFully(bytes);
        } catch (EOFException e) {
            return false;
        }
        page.put(0, bytes);
        return page.getLong(SegmentFormat.MAGIC_OFFSET) == MAGIC
                && page.getInt(SegmentFormat.VERSION_OFFSET) == SegmentFormat.VERSION
                && page.getInt(SegmentFormat.SEGMENT_BYTES_OFFSET) == segmentBytes
                && page.getLong(SegmentFormat.BASE_OFFSET) == base
                && page.getLong(SegmentFormat.JOURNAL_OFFSET) == journalId;
    }
}
