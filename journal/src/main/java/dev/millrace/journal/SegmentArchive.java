package dev.millrace.journal;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * A sealed segment of a queue, compressed into a file {@code <base>.sgz}.
 *
 * <pre>
 *       0  magic       "MRSGZ001"
 *       8  …           the rest of the segment's header page, as it was: base, seals, times
 *    8192  data        gzip of the segment's data, in which the check of every record header is zero
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

    /** Writes the whole archive and asks the disk to keep it. */
    static void write(Path file, ByteBuffer header, ByteBuffer data) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        page.put(0, header, 0, SegmentFormat.HEADER_BYTES).putLong(SegmentFormat.MAGIC_OFFSET, MAGIC);
        try (FileChannel channel =
                        PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BLOCK_BYTES)) {
            out.write(page.array());
            try (Gzip gzip = new Gzip(out)) {
                writeWithoutChecks(data, gzip);
                gzip.finish();
                gzip.flush();
                channel.force(true);
            }
        }
    }

    /** Twice as fast as the usual level, for a tenth more bytes. */
    private static final class Gzip extends GZIPOutputStream {
        private static final int LEVEL = 3;

        Gzip(OutputStream out) throws IOException {
            super(out, BLOCK_BYTES);
            def.setLevel(LEVEL);
        }
    }

    private static void writeWithoutChecks(ByteBuffer data, OutputStream out) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        ByteBuffer words = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        int record = 0;
        for (int at = 0; at < data.capacity(); at += BLOCK_BYTES) {
            data.get(at, block);
            while (record < at + BLOCK_BYTES) {
                long header = words.getLong(record - at);
                words.putLong(record - at, header & WITHOUT_CHECK);
                record += RecordFormat.align(RecordFormat.length(header));
            }
            out.write(block);
        }
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
    static boolean readHeader(InputStream in, ByteBuffer page, long base, int segmentBytes, long journalId)
            throws IOException {
        byte[] bytes = in.readNBytes(SegmentFormat.HEADER_BYTES);
        if (bytes.length < SegmentFormat.HEADER_BYTES) {
            return false;
        }
        page.put(0, bytes);
        return page.getLong(SegmentFormat.MAGIC_OFFSET) == MAGIC
                && page.getInt(SegmentFormat.VERSION_OFFSET) == SegmentFormat.VERSION
                && page.getInt(SegmentFormat.SEGMENT_BYTES_OFFSET) == segmentBytes
                && page.getLong(SegmentFormat.BASE_OFFSET) == base
                && page.getLong(SegmentFormat.JOURNAL_OFFSET) == journalId;
    }

    /** Takes the blocks of an archive, one after the other. The array is used again. */
    interface Blocks {
        void block(int number, byte[] bytes);
    }

    /**
     * Reads an archive: its header page, then its data as it was in the segment. What of a damaged file cannot be unpacked
     * is zero; the seals tell.
     *
     * @return false when the file is no archive of this journal's segment
     */
    static boolean read(Path file, ByteBuffer page, long base, int segmentBytes, ControlPage journal, Blocks blocks)
            throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BLOCK_BYTES)) {
            if (!readHeader(in, page, base, segmentBytes, journal.journalId())) {
                return false;
            }
            unpack(in, base, segmentBytes, journal.secret(), blocks);
            return true;
        }
    }

    private static void unpack(InputStream in, long base, int segmentBytes, long secret, Blocks blocks)
            throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        int at = 0;
        try (GZIPInputStream gzip = new GZIPInputStream(in, BLOCK_BYTES)) {
            for (int record = 0; at < segmentBytes; at += BLOCK_BYTES) {
                if (gzip.readNBytes(block, 0, BLOCK_BYTES) < BLOCK_BYTES) {
                    break;
                }
                record = restoreChecks(block, at, record, base, secret);
                blocks.block(at / BLOCK_BYTES, block);
            }
        } catch (ZipException | EOFException e) {
            // Damaged from here on.
        }
        Arrays.fill(block, (byte) 0);
        for (; at < segmentBytes; at += BLOCK_BYTES) {
            blocks.block(at / BLOCK_BYTES, block);
        }
    }

    /** Returns where the first record behind the block starts. */
    private static int restoreChecks(byte[] block, int at, int firstRecord, long base, long secret) {
        ByteBuffer words = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        int record = firstRecord;
        while (record < at + BLOCK_BYTES) {
            long header = words.getLong(record - at);
            int length = RecordFormat.length(header);
            if (length < RecordFormat.HEADER_BYTES || length > SegmentFormat.MAX_SEGMENT_BYTES) {
                return Integer.MAX_VALUE;
            }
            words.putLong(record - at, RecordFormat.header(RecordFormat.kind(header), length, base + record, secret));
            record += RecordFormat.align(length);
        }
        return record;
    }
}
