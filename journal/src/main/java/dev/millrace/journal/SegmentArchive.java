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

/**
 * A sealed segment of a queue, compressed into a file {@code <base>.sgz}.
 *
 * <pre>
 *       0  magic       "MRSGZ001", or "MRSZS001" where the members are zstd
 *       8  …           the rest of the segment's header page, as it was: base, seals, times
 *    7168  members     i32 each: where it starts, bytes behind the header page; all zero in archives of one member
 *    8192  data        gzip or zstd of the segment's data, in which the check of every record header is zero: a member for
 *                      each mebibyte
 * </pre>
 *
 * <p>The checks are a function of position, length and secret and do not compress, so they are left out and put back. The
 * seals are those of the segment: what comes out of an archive is believed as little as what lies in a segment.
 */
final class SegmentArchive {
    static final String SUFFIX = ".sgz";

    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;
    private static final int NAME_DIGITS = 16;

    /** A jump into an archive unpacks so much. */
    static final int MEMBER_BYTES = 1 << 20;

    static final int MEMBERS_OFFSET = SegmentFormat.TIMES_OFFSET + SegmentFormat.MAX_BLOCKS * Integer.BYTES;

    private static final int MEMBER_OVERHEAD_BYTES = 4 << 10;
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

    /** Writes the whole archive, packed with that packing's codec, and asks the disk to keep it. */
    static void write(Path file, ByteBuffer header, ByteBuffer data, Packing packing, MemberCodec codec, Output output)
            throws IOException {
        ByteBuffer page = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        page.put(0, header, 0, SegmentFormat.HEADER_BYTES).putLong(SegmentFormat.MAGIC_OFFSET, packing.magic());
        try (FileChannel channel =
                        PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
                OutputStream out = new BufferedOutputStream(output.to(channel), BLOCK_BYTES)) {
            out.write(page.array());
            byte[] member = new byte[Math.min(data.capacity(), MEMBER_BYTES)];
            int record = 0;
            for (int from = 0; from < data.capacity(); from += MEMBER_BYTES) {
                out.flush();
                int start = (int) channel.position() - SegmentFormat.HEADER_BYTES;
                page.putInt(MEMBERS_OFFSET + from / MEMBER_BYTES * Integer.BYTES, start);
                int bytes = Math.min(data.capacity() - from, MEMBER_BYTES);
                data.get(from, member, 0, bytes);
                record = clearChecks(member, from, bytes, record);
                codec.pack(member, bytes, out);
            }
            out.flush();
            for (int at = 0; at < page.capacity(); ) {
                at += channel.write(page.position(at), at);
            }
            channel.force(true);
        }
    }

    /** Returns where the first record behind the member starts. */
    private static int clearChecks(byte[] member, int at, int bytes, int firstRecord) throws IOException {
        ByteBuffer words = ByteBuffer.wrap(member).order(ByteOrder.LITTLE_ENDIAN);
        int record = firstRecord;
        while (record < at + bytes) {
            long header = words.getLong(record - at);
            words.putLong(record - at, header & WITHOUT_CHECK);
            int length = RecordFormat.length(header);
            if (length < RecordFormat.HEADER_BYTES) {
                throw new IOException("no record: length=" + length);
            }
            record += RecordFormat.align(length);
        }
        return record;
    }

    /** What a member of that many bytes takes at most, however little it can be compressed. */
    static int mostPackedBytes(int bytes) {
        return bytes + bytes / 8 + MEMBER_OVERHEAD_BYTES;
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

    /**
     * Reads the header page into {@code page}.
     *
     * @return what its members are packed with; null when the file is no archive of this journal's segment
     * @throws JournalException when it may be one of a newer version
     */
    static Packing readHeader(Path file, DataInput in, ByteBuffer page, long base, ControlPage journal)
            throws IOException {
        byte[] bytes = new byte[SegmentFormat.HEADER_BYTES];
        try {
            in.readFully(bytes);
        } catch (EOFException e) {
            return null;
        }
        page.put(0, bytes);
        if (page.getInt(SegmentFormat.SEGMENT_BYTES_OFFSET) != journal.segmentBytes()
                || page.getLong(SegmentFormat.BASE_OFFSET) != base
                || page.getLong(SegmentFormat.JOURNAL_OFFSET) != journal.journalId()) {
            return null;
        }
        long magic = page.getLong(SegmentFormat.MAGIC_OFFSET);
        String later = Packing.laterName(magic);
        if (later != null) {
            throw new JournalException(
                    JournalNotice.NEWER_VERSION,
                    "a compressed segment of a newer version, or damaged: file=" + file + ", format=" + later
                            + " (nothing was changed; use the version that wrote it, or a later one, or restore the"
                            + " file from a copy)",
                    null);
        }
        return page.getInt(SegmentFormat.VERSION_OFFSET) == SegmentFormat.VERSION ? Packing.of(magic) : null;
    }
}
