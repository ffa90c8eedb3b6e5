package dev.millrace.journal;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Unpacks a {@link SegmentArchive}, member by member. Not thread-safe.
 *
 * <p>Random access files do not close when their thread is interrupted.
 */
final class ArchiveMembers {
    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;

    /** Takes blocks of a member, one after the other. The array is used again. */
    interface Blocks {
        void block(int number, byte[] bytes);
    }

    /** Arrays and codecs that are used again, for one archive after the other. */
    static final class Room {
        private final byte[] block = new byte[BLOCK_BYTES];
        private byte[] packed = new byte[0];
        private final Map<Packing, MemberCodec> codecs = new EnumMap<>(Packing.class);

        /** A member as it is in the file; with room to spare, because the next one is a little larger. */
        byte[] packed(int bytes) {
            if (packed.length < bytes) {
                packed = new byte[bytes + bytes / 4];
            }
            return packed;
        }

        /** The only one of that packing: each takes memory outside the heap. */
        MemberCodec codec(Packing packing) throws IOException {
            MemberCodec codec = codecs.get(packing);
            if (codec == null) {
                codec = packing.codec();
                codecs.put(packing, codec);
            }
            return codec;
        }

        private MemberCodec codec(Packing packing, Path file) throws IOException {
            try {
                return codec(packing);
            } catch (IOException e) {
                throw new JournalException(
                        JournalNotice.DIRECTORY_REFUSED,
                        "a compressed segment cannot be read: file=" + file + ": " + e.getMessage(),
                        e);
            }
        }
    }

    private final Path file;
    private final ByteBuffer page;
    private final long base;
    private final int segmentBytes;
    private final long secret;
    private final Room room;
    private final Packing packing;
    private final MemberCodec codec;

    private ArchiveMembers(Path file, ByteBuffer page, long base, ControlPage journal, Room room, Packing packing)
            throws IOException {
        this.file = file;
        this.page = page;
        this.base = base;
        this.segmentBytes = journal.segmentBytes();
        this.secret = journal.secret();
        this.room = room;
        this.packing = packing;
        this.codec = room.codec(packing, file);
    }

    /**
     * Reads the header page into {@code page}, which has to stay as it is.
     *
     * @return null when the file is no archive of this journal's segment
     * @throws NoSuchFileException when it is not there (any more)
     * @throws JournalException when it is of a newer version
     * @throws IOException also when the library that unpacks it is missing
     */
    static ArchiveMembers open(Path file, ByteBuffer page, long base, ControlPage journal, Room room)
            throws IOException {
        try (RandomAccessFile in = opened(file)) {
            Packing packing = SegmentArchive.readHeader(file, in, page, base, journal);
            return packing == null ? null : new ArchiveMembers(file, page, base, journal, room, packing);
        }
    }

    static RandomAccessFile opened(Path file) throws IOException {
        // Opening a directory fails; opening a pipe waits for its writer.
        if (UnbornSegment.isNoPlainFile(file) && !Files.isDirectory(file)) {
            throw new NoSuchFileException(file.toString(), null, "not a plain file");
        }
        try {
            return new RandomAccessFile(file.toFile(), "r");
        } catch (FileNotFoundException e) {
            if (Files.exists(file)) {
                // Not allowed, or no descriptor is left: that is not the same as given up.
                throw e;
            }
            throw new NoSuchFileException(file.toString(), null, e.getMessage());
        }
    }

    /** The first block of the member that holds this one. */
    int firstBlock(int number) {
        return isOneMember() ? 0 : number & -(SegmentArchive.MEMBER_BYTES / BLOCK_BYTES);
    }

    /** Earlier versions, which had gzip only, did not divide segments. */
    private boolean isOneMember() {
        return segmentBytes <= SegmentArchive.MEMBER_BYTES || (packing == Packing.GZIP && start(1) == 0);
    }

    private int start(int member) {
        return page.getInt(SegmentArchive.MEMBERS_OFFSET + member * Integer.BYTES);
    }

    /**
     * Unpacks a member: its blocks as they were in the segment. What of a damaged file cannot be unpacked is zero; the
     * seals tell.
     *
     * @param first block of the member
     * @return whether all of it came out; that does not say that it is what was packed
     */
    boolean unpack(int first, Blocks blocks) throws IOException {
        int bytes = isOneMember() ? segmentBytes : SegmentArchive.MEMBER_BYTES;
        int from = first * BLOCK_BYTES;
        int to = Math.min(segmentBytes, from + bytes);
        byte[] block = room.block;
        int packed = readPacked(from / bytes, to == segmentBytes, bytes);
        int at = from;
        try (InputStream member = codec.unpack(room.packed, packed)) {
            for (int record = firstRecord(from, to); at < to; at += BLOCK_BYTES) {
                if (member.readNBytes(block, 0, BLOCK_BYTES) < BLOCK_BYTES) {
                    break;
                }
                record = restoreChecks(at, record);
                blocks.block(at / BLOCK_BYTES, block);
            }
        } catch (IOException e) {
            // Nothing is read from the disk here: it is damaged from here on.
        }
        boolean whole = at == to;
        Arrays.fill(block, (byte) 0);
        for (; at < to; at += BLOCK_BYTES) {
            blocks.block(at / BLOCK_BYTES, block);
        }
        return whole;
    }

    /** Reads a member as it is in the file into the room; how many bytes, and none where that cannot be. */
    private int readPacked(int member, boolean last, int unpackedBytes) throws IOException {
        try (RandomAccessFile in = opened(file)) {
            long rest = in.length() - SegmentFormat.HEADER_BYTES;
            long start = member == 0 ? 0 : start(member);
            long end = last ? rest : start(member + 1);
            if (start < 0 || start > end || end > rest || end - start > SegmentArchive.mostPackedBytes(unpackedBytes)) {
                return 0;
            }
            int bytes = (int) (end - start);
            in.seek(SegmentFormat.HEADER_BYTES + start);
            in.readFully(room.packed(bytes), 0, bytes);
            return bytes;
        } catch (EOFException e) {
            return 0;
        }
    }

    /** Where the first record starts at {@code from} or behind, as the seals say; {@code to} when none does. */
    private int firstRecord(int from, int to) {
        for (int at = from; from > 0 && at < to; at += BLOCK_BYTES) {
            long seal = page.getLong(SegmentFormat.SEALS_OFFSET + at / BLOCK_BYTES * Long.BYTES);
            int first = ForeignSegment.sealFirstRecord(seal);
            if (first >= 0 && first < BLOCK_BYTES) {
                return at + first;
            }
        }
        return from == 0 ? 0 : to;
    }

    /** Returns where the first record behind the block starts. */
    private int restoreChecks(int at, int firstRecord) {
        ByteBuffer words = ByteBuffer.wrap(room.block).order(ByteOrder.LITTLE_ENDIAN);
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
