package dev.millrace.journal;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;

/**
 * One mapped segment. Appenders and readers use {@link #data}; everything else belongs to the keeper.
 *
 * <p>States: <b>free</b> (base −1, in the pool) → <b>filling</b> (base set, zeroed chunk by chunk while
 * {@code prepared} grows) → <b>ready</b> (prepared to the end) → free again when every cursor has passed it.
 */
final class Segment {
    private static final byte[] ZEROS = new byte[64 << 10];
    private static final int PAGE_BYTES = 4096;

    final SegmentFile file;

    /** The data part, little-endian. Absolute access only: it is shared by all threads. */
    final ByteBuffer data;

    private final ByteBuffer header;
    final int segmentBytes;

    private long journalId;

    /** Position of the first data byte; {@link SegmentFormat#FREE} while in the pool. */
    private long base;

    /** Data bytes that may be written and read by now. */
    private int preparedBytes;

    /** Data bytes that were prepared by an earlier process, and that its file does not have any more. */
    private int lostBytes;

    /** Data bytes that have disk (or memory) behind them; zeroing those needs no I/O. */
    private int allocatedBytes;

    /** Data bytes that may be other than zero from an earlier use. */
    private int dirtyBytes;

    /** When it came to the pool. */
    long freeSinceNs;

    /** Whether it is mapped for a while only, unless that ended at this moment: then it stays as it is. */
    boolean forAWhile = JournalMapping.isForAWhile();

    Segment(SegmentFile file, ByteBuffer mapped, int segmentBytes) {
        this.file = file;
        this.segmentBytes = segmentBytes;
        mapped.order(ByteOrder.LITTLE_ENDIAN);
        this.header = mapped.slice(0, SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        this.data = mapped.slice(SegmentFormat.HEADER_BYTES, segmentBytes).order(ByteOrder.LITTLE_ENDIAN);
        this.base = SegmentFormat.FREE;
    }

    /** A fresh segment: nothing behind it but the header page. */
    static Segment fresh(SegmentFile file, ByteBuffer mapped, int segmentBytes, long journalId) {
        Segment segment = new Segment(file, mapped, segmentBytes);
        segment.journalId = journalId;
        segment.header.putLong(SegmentFormat.BASE_OFFSET, SegmentFormat.FREE);
        segment.header.putLong(SegmentFormat.PREPARED_OFFSET, 0);
        segment.identify();
        return segment;
    }

    private void identify() {
        header.putInt(SegmentFormat.VERSION_OFFSET, SegmentFormat.VERSION);
        header.putInt(SegmentFormat.SEGMENT_BYTES_OFFSET, segmentBytes);
        header.putLong(SegmentFormat.JOURNAL_OFFSET, journalId);
        RecordFormat.headerRelease(header, SegmentFormat.MAGIC_OFFSET, SegmentFormat.MAGIC);
    }

    /** A segment of an earlier process, as its header says; {@code dataBytes} of its file exist. */
    static Segment existing(SegmentFile file, ByteBuffer mapped, int segmentBytes, int dataBytes) {
        Segment segment = new Segment(file, mapped, segmentBytes);
        segment.journalId = segment.header.getLong(SegmentFormat.JOURNAL_OFFSET);
        segment.base = segment.header.getLong(SegmentFormat.BASE_OFFSET);
        long prepared = segment.header.getLong(SegmentFormat.PREPARED_OFFSET);
        segment.preparedBytes = (int) Math.max(0, Math.min(prepared, dataBytes)) & -RecordFormat.ALIGNMENT;
        segment.lostBytes = (int) Math.max(0, Math.min(prepared, segmentBytes) - segment.preparedBytes);
        segment.allocatedBytes = 0;
        segment.dirtyBytes = segmentBytes;
        return segment;
    }

    long base() {
        return base;
    }

    long end() {
        return base + segmentBytes;
    }

    int preparedBytes() {
        return preparedBytes;
    }

    /** What its file was short of when it was opened. */
    int lostBytes() {
        return lostBytes;
    }

    int allocatedBytes() {
        return allocatedBytes;
    }

    /** Takes the segment out of the pool for a new range. What it held is unreachable from here on. */
    void startAt(long newBase) {
        preparedBytes = 0;
        // The base changes last: neither a reader nor what is left by a kill may show anything of the earlier use under
        // it. And readers look at the base again after they copied: nothing here may show before it became free.
        VarHandle.storeStoreFence();
        header.putLong(SegmentFormat.PREPARED_OFFSET, 0);
        for (int block = 0; block < segmentBytes / SegmentFormat.BLOCK_BYTES; block++) {
            header.putLong(SegmentFormat.SEALS_OFFSET + block * 8, 0);
        }
        header.putLong(SegmentFormat.STARTED_OFFSET, System.currentTimeMillis());
        RecordFormat.headerRelease(header, SegmentFormat.BASE_OFFSET, newBase);
        if (header.getLong(SegmentFormat.MAGIC_OFFSET) == 0) {
            // Its file has lost the header, and the next start would set aside what it holds from here on.
            identify();
        }
        // The same for the data, which is prepared from here on.
        VarHandle.storeStoreFence();
        base = newBase;
    }

    /** Zeroes the next {@code count} bytes and puts disk behind them; a full disk is an exception and changes nothing. */
    void prepare(int count) throws IOException {
        int from = preparedBytes;
        int to = Math.min(segmentBytes, from + count);
        int zeroTo = Math.min(to, Math.min(allocatedBytes, dirtyBytes));
        for (int at = from; at < zeroTo; at += ZEROS.length) {
            data.put(at, ZEROS, 0, Math.min(ZEROS.length, zeroTo - at));
        }
        if (to > allocatedBytes) {
            int start = Math.max(from, allocatedBytes);
            file.writeZeros(SegmentFormat.HEADER_BYTES + start, to - start);
            for (int at = start; at < to; at += PAGE_BYTES) {
                RecordFormat.touch(data, at);
            }
            allocatedBytes = to;
            if (allocatedBytes == segmentBytes) {
                file.letGo();
            }
        }
        dirtyBytes = Math.max(dirtyBytes, to);
        preparedBytes = to;
        RecordFormat.headerRelease(header, SegmentFormat.PREPARED_OFFSET, to);
    }

    /** From here on zeros go through the file again, which puts disk behind them or says that there is none. */
    void distrust() {
        if (file.path() != null) {
            boolean unused = base == SegmentFormat.FREE || preparedBytes == segmentBytes;
            allocatedBytes = unused ? 0 : Math.min(allocatedBytes, preparedBytes);
        }
    }

    /** Puts space behind what was never prepared, where even reading it needs some. */
    void fillUp() throws IOException {
        if (preparedBytes < segmentBytes && file.readingNeedsSpace()) {
            int prepared = SegmentFormat.HEADER_BYTES + preparedBytes;
            try {
                file.writeZeros(prepared, segmentBytes - preparedBytes);
            } catch (IOException e) {
                // A part of it would help nobody.
                file.giveBack(prepared);
                throw e;
            } finally {
                file.letGo();
            }
        }
    }

    /** After recovery: this much of the data may be read. */
    void recovered(int readableBytes) {
        preparedBytes = readableBytes;
        RecordFormat.headerRelease(header, SegmentFormat.PREPARED_OFFSET, readableBytes);
    }

    /** Puts the segment into the pool. */
    void free(long nowNs) {
        base = SegmentFormat.FREE;
        freeSinceNs = nowNs;
        RecordFormat.headerRelease(header, SegmentFormat.BASE_OFFSET, SegmentFormat.FREE);
    }

    boolean isInMemory() {
        return file.path() == null;
    }

    /** Whether somebody has shortened its file. */
    boolean isCut() {
        return file.isShorterThan(SegmentFormat.HEADER_BYTES + segmentBytes);
    }

    /**
     * Whether nobody will complete what is missing there: its block is sealed, or the header is gone that would say so. Any
     * thread.
     */
    boolean isFinished(int at) {
        int seal = SegmentFormat.SEALS_OFFSET + at / SegmentFormat.BLOCK_BYTES * Long.BYTES;
        return RecordFormat.headerAcquire(header, seal) != 0 || header.getLong(SegmentFormat.STARTED_OFFSET) == 0;
    }

    /** Gives the disk space of a pooled segment back; the mapping stays for its next use. Not for one in memory. */
    void trim() throws IOException {
        file.giveBack(SegmentFormat.HEADER_BYTES);
        allocatedBytes = 0;
        dirtyBytes = 0;
    }

    /** The same where there is anything to give back; false where there is not. */
    boolean tryTrim() throws IOException {
        boolean holdsDisk = isDirty() && !isInMemory();
        if (holdsDisk) {
            trim();
        }
        return holdsDisk;
    }

    /** Whether an earlier use, perhaps of another process, left anything. */
    boolean isDirty() {
        return dirtyBytes > 0;
    }

    /** Whether there is anything but zeros in what may be read. */
    boolean isWritten() {
        return !isZero(0, preparedBytes);
    }

    /**
     * Overwrites what is not zero already, for good once the disk was asked to {@link #keep()} it. Through the file: the
     * mapped page may have no disk behind it.
     */
    void wipe(int from, int to) throws IOException {
        for (int at = from; at < to; ) {
            int next = Math.min(to, (at & -PAGE_BYTES) + PAGE_BYTES);
            if (!isZero(at, next)) {
                file.writeZeros(SegmentFormat.HEADER_BYTES + at, next - at);
            }
            at = next;
        }
        file.letGo();
    }

    private boolean isZero(int from, int to) {
        for (int at = from; at < to; at += Long.BYTES) {
            if (data.getLong(at) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns when the disk keeps header and data as they are now. */
    void keep() throws IOException {
        if (header instanceof MappedByteBuffer mapped) {
            mapped.force();
        }
        file.force();
    }

    /** The header page, for looking only. */
    ByteBuffer headerPage() {
        return header;
    }

    long seal(int block) {
        return header.getLong(SegmentFormat.SEALS_OFFSET + block * 8);
    }

    /** Seals a finished block of which nobody has seen what its records are. */
    void seal(int block, int firstRecordWord, long secret) {
        sealAs(block, firstRecordWord, crcOf(block, secret), 0);
    }

    /** Seals a block once more of which a part became padding. */
    void sealAgain(int block, long secret) {
        long seal = seal(block);
        sealAs(
                block,
                SegmentFormat.sealFirstWord(seal),
                crcOf(block, secret),
                SegmentFormat.summary(header, block, seal));
    }

    /** Seals a finished block whose checksum and summary are known. */
    void sealAs(int block, int firstRecordWord, int crc, long summary) {
        long seal = SegmentFormat.seal(crc, firstRecordWord, summary);
        long afterMs = System.currentTimeMillis() - header.getLong(SegmentFormat.STARTED_OFFSET);
        header.putInt(SegmentFormat.TIMES_OFFSET + block * Integer.BYTES, SegmentFormat.sealTime(afterMs));
        header.putShort(SegmentFormat.SUMMARIES_OFFSET + block * Short.BYTES, SegmentFormat.moreSummary(summary));
        RecordFormat.headerRelease(header, SegmentFormat.SEALS_OFFSET + block * 8, seal);
    }

    boolean isSealed() {
        for (int block = segmentBytes / SegmentFormat.BLOCK_BYTES - 1; block >= 0; block--) {
            if (seal(block) == 0) {
                return false;
            }
        }
        return true;
    }

    /** When the last block was sealed, epoch ms: nothing in here is younger. Only of a sealed segment. */
    long sealedMs() {
        int last = segmentBytes / SegmentFormat.BLOCK_BYTES - 1;
        return header.getLong(SegmentFormat.STARTED_OFFSET)
                + SegmentFormat.afterMs(header.getInt(SegmentFormat.TIMES_OFFSET + last * Integer.BYTES));
    }

    /** Asks the disk to keep the data of this range, and what the header says of it. */
    void force(int from, int to) {
        if (data instanceof MappedByteBuffer mapped) {
            file.force(mapped, from, to - from);
        }
        if (header instanceof MappedByteBuffer mapped) {
            file.force(mapped, 0, SegmentFormat.HEADER_BYTES);
        }
    }

    /** All pages of the header, and of the data up to there, will be written anew by the next {@link #force}. */
    void touch(int end) {
        for (int at = 0; at < SegmentFormat.HEADER_BYTES; at += PAGE_BYTES) {
            RecordFormat.touch(header, at);
        }
        for (int at = 0; at < end; at += PAGE_BYTES) {
            RecordFormat.touch(data, at);
        }
    }

    void unseal(int block) {
        RecordFormat.headerRelease(header, SegmentFormat.SEALS_OFFSET + block * 8, 0);
    }

    boolean sealHolds(int block, long secret) {
        return SegmentFormat.sealCrc(header, block, seal(block)) == crcOf(block, secret);
    }

    private int crcOf(int block, long secret) {
        int at = block * SegmentFormat.BLOCK_BYTES;
        return SegmentFormat.blockCrc(data.slice(at, SegmentFormat.BLOCK_BYTES), base + at, secret);
    }
}
