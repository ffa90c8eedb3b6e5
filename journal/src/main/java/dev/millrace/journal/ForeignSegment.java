package dev.millrace.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;

/**
 * One segment file as seen by a process that does not own it: mapped read-only, and recycled at any moment.
 *
 * <p>Whoever reads here notes the base before, and compares it after ({@link #isStillAt}): the owner changes the base
 * before it touches the data, and no base comes twice. Not thread-safe: it belongs to one reader.
 */
final class ForeignSegment {
    private static final byte[] ZEROS = new byte[SegmentFormat.BLOCK_BYTES];

    /** The data, as much as the file has of it, little-endian. */
    final ByteBuffer data;

    final int segmentBytes;
    private final ByteBuffer header;

    /** Blocks whose seal was found to hold, while the base was {@link #verifiedBase}. */
    private final BitSet verified = new BitSet();

    private long verifiedBase = SegmentFormat.FREE;

    /** The last seal that was found not to hold, and its block: a damaged block is asked about once a record. */
    private long brokenSeal;

    private int brokenBlock = -1;

    /** Puts blocks there before they are looked at. */
    interface Source {
        void need(int block);
    }

    /** Null where all the data is there. */
    private final Source source;

    private boolean whole;

    private ForeignSegment(ByteBuffer header, ByteBuffer data, int segmentBytes, Source source) {
        this.segmentBytes = segmentBytes;
        this.source = source;
        this.header = header;
        this.data = data;
    }

    /** A segment's memory, header page first; with the page alone, its data is not there. */
    static ForeignSegment of(ByteBuffer mapped, int segmentBytes) {
        return of(mapped, segmentBytes, null);
    }

    /** The same, of which each block is asked for before its header words or its seal are looked at. */
    static ForeignSegment of(ByteBuffer mapped, int segmentBytes, Source source) {
        int dataBytes =
                Math.min(segmentBytes, mapped.capacity() - SegmentFormat.HEADER_BYTES) & -RecordFormat.ALIGNMENT;
        return new ForeignSegment(
                mapped.slice(0, SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN),
                mapped.slice(SegmentFormat.HEADER_BYTES, dataBytes).order(ByteOrder.LITTLE_ENDIAN),
                segmentBytes,
                source);
    }

    /** The same mapping for a reader on another thread: what was found out about seals is not shared. */
    ForeignSegment another() {
        return new ForeignSegment(header, data, segmentBytes, source);
    }

    /** Maps the file; null when it is no segment of this journal (or not one yet). */
    static ForeignSegment open(Path file, int segmentBytes, long journalId) throws IOException {
        if (UnbornSegment.isNoPlainFile(file)) {
            return null;
        }
        try (FileChannel channel = openChannel(file)) {
            ForeignSegment segment = null;
            long mappedBytes = 0;
            long length = lengthOf(channel, segmentBytes);
            // Again where it has grown: a segment is as long as it will be before it says that it is one.
            while (length >= SegmentFormat.HEADER_BYTES && length > mappedBytes) {
                mappedBytes = length;
                segment = map(channel, length, segmentBytes, journalId);
                length = segment == null ? 0 : lengthOf(channel, segmentBytes);
            }
            return segment;
        }
    }

    private static FileChannel openChannel(Path file) throws IOException {
        try {
            // Hundreds are opened at the start of a command, by code that nobody has compiled yet: this is the shorter
            // way.
            return new RandomAccessFile(file.toFile(), "r").getChannel();
        } catch (FileNotFoundException e) {
            // This one says what the matter is.
            return FileChannel.open(file, StandardOpenOption.READ);
        }
    }

    private static long lengthOf(FileChannel channel, int segmentBytes) throws IOException {
        return Math.min(channel.size(), (long) SegmentFormat.HEADER_BYTES + segmentBytes);
    }

    private static ForeignSegment map(FileChannel channel, long length, int segmentBytes, long journalId)
            throws IOException {
        MappingLimit.OF_PROCESS.beforeMapping();
        ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, length);
        mapped.order(ByteOrder.LITTLE_ENDIAN);
        boolean ours = RecordFormat.headerAcquire(mapped, SegmentFormat.MAGIC_OFFSET) == SegmentFormat.MAGIC
                && mapped.getInt(SegmentFormat.VERSION_OFFSET) == SegmentFormat.VERSION
                && mapped.getInt(SegmentFormat.SEGMENT_BYTES_OFFSET) == segmentBytes
                && mapped.getLong(SegmentFormat.JOURNAL_OFFSET) == journalId;
        return ours ? of(mapped, segmentBytes) : null;
    }

    /** Whether the file was shorter when it was mapped than a segment is: for a moment, or it was cut. */
    boolean isShort() {
        return data.capacity() < segmentBytes;
    }

    /** Position of the first data byte by now; {@link SegmentFormat#FREE} when it holds nothing (or nonsense). */
    long base() {
        long base = RecordFormat.headerAcquire(header, SegmentFormat.BASE_OFFSET);
        return SegmentFormat.isBase(base, segmentBytes) ? base : SegmentFormat.FREE;
    }

    /** Whether everything that was read since the base was seen is of that base. */
    boolean isStillAt(long base) {
        // What was read before must have been read before the base is read again.
        VarHandle.acquireFence();
        return base() == base;
    }

    /** Data bytes that may be read by now. */
    int readableBytes() {
        long prepared = RecordFormat.headerAcquire(header, SegmentFormat.PREPARED_OFFSET);
        return (int) Math.max(0, Math.min(prepared, data.capacity())) & -RecordFormat.ALIGNMENT;
    }

    /** Bytes from {@code at} on that were prepared and are behind the file's end: it was shortened, by nobody of ours. */
    int cutBytes(int at) {
        long prepared = RecordFormat.headerAcquire(header, SegmentFormat.PREPARED_OFFSET);
        return at < data.capacity() ? 0 : (int) Math.max(0, Math.min(prepared, segmentBytes) - at);
    }

    long headerAt(int at) {
        need(at / SegmentFormat.BLOCK_BYTES);
        return RecordFormat.headerAcquire(data, at);
    }

    /** The first word from {@code from} on that is not zero; -1 when nothing was written there. */
    int firstWordFrom(int from) {
        // A copy: what compares memory at once does not survive that a mapped file is cut off.
        byte[] copy = new byte[SegmentFormat.BLOCK_BYTES];
        int end = readableBytes();
        int at = from;
        while (at < end) {
            int block = at / SegmentFormat.BLOCK_BYTES;
            need(block);
            int length = Math.min(end, (block + 1) * SegmentFormat.BLOCK_BYTES) - at;
            data.get(at, copy, 0, length);
            int written = Arrays.mismatch(copy, 0, length, ZEROS, 0, length);
            if (written >= 0) {
                return at + (written & -RecordFormat.ALIGNMENT);
            }
            at += length;
        }
        return -1;
    }

    /** When the block was sealed, epoch ms: nothing in it is younger. {@link Long#MAX_VALUE} where it is not sealed. */
    long sealedMs(int block) {
        return isSealed(block)
                ? header.getLong(SegmentFormat.STARTED_OFFSET)
                        + SegmentFormat.afterMs(header.getInt(SegmentFormat.TIMES_OFFSET + block * Integer.BYTES))
                : Long.MAX_VALUE;
    }

    int blocks() {
        return segmentBytes / SegmentFormat.BLOCK_BYTES;
    }

    boolean isSealed(int block) {
        return whole || seal(block) != 0;
    }

    /** Sealed to its end, as archives are: where a seal is gone, the block is damaged. */
    ForeignSegment whole() {
        whole = true;
        return this;
    }

    private void need(int block) {
        if (source != null) {
            source.need(block);
        }
    }

    long seal(int block) {
        need(block);
        return RecordFormat.headerAcquire(header, SegmentFormat.SEALS_OFFSET + block * Long.BYTES);
    }

    /** Where the first record starts in a sealed block, from the segment's start; -1 when none does, or nobody knows. */
    int firstRecord(int block) {
        int first = sealFirstRecord(seal(block));
        return first < 0 || first >= SegmentFormat.BLOCK_BYTES ? -1 : block * SegmentFormat.BLOCK_BYTES + first;
    }

    /** Offset in bytes inside the block at which the first record starts; -1 when none does. */
    static int sealFirstRecord(long seal) {
        int word = SegmentFormat.sealFirstWord(seal);
        return word == SegmentFormat.NO_RECORD_STARTS ? -1 : word * RecordFormat.ALIGNMENT;
    }

    /** What the records that start in the block are, by its seal; 0 where that is not known. */
    long summary(int block) {
        return SegmentFormat.summary(header, block, seal(block));
    }

    /** Whether the block is sealed and is what was sealed. Each block is summed up once, with room for a piece of it. */
    boolean sealHolds(int block, long base, long secret, byte[] piece) {
        if (verifiedBase != base) {
            verified.clear();
            verifiedBase = base;
            brokenBlock = -1;
        }
        if (verified.get(block)) {
            return true;
        }
        long seal = seal(block);
        int at = block * SegmentFormat.BLOCK_BYTES;
        if (at + SegmentFormat.BLOCK_BYTES > data.capacity() || (block == brokenBlock && seal == brokenSeal)) {
            return false;
        }
        ByteBuffer bytes = data.slice(at, SegmentFormat.BLOCK_BYTES);
        boolean holds =
                SegmentFormat.sealCrc(header, block, seal) == SegmentFormat.blockCrc(bytes, base + at, secret, piece);
        if (holds) {
            verified.set(block);
        } else {
            brokenBlock = block;
            brokenSeal = seal;
        }
        return holds;
    }
}
