package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Reads a journal that another process may own, live or dead, without ever writing into its directory.
 *
 * <p>Records come in journal order. The owner does not know of the reader and waits for nobody: a reader that is too slow
 * finds its records recycled, goes on with the oldest that are left, and {@link #overtakenBytes()} says how much of the
 * journal it has missed. Every record is copied first and given out only when its segment was still the same after the
 * copy. Damaged bytes are passed over and counted in {@link #damagedBytes()}; no content of the files makes a reader fail.
 * A file that is cut off while it is read is damaged from there on; compiled code of JDK 17 may throw the InternalError of
 * such a page only when the reader has returned already.
 *
 * <p>A record that was claimed and not committed ends what can be read, because its writer may still be at it. When the
 * owner is known to be dead ({@link JournalOwner}), {@link #passOverHoles} lets the reader go on behind it.
 *
 * <p>Not thread-safe: one thread at a time. Nothing is waited for; whoever follows a journal calls {@link #fill} again.
 *
 * @since 0.1.0
 */
public final class JournalReader implements AutoCloseable {
    private static final String CONTROL = JournalOpener.CONTROL;

    private static final int MOST_FAULTS = 10;

    private final Path directory;
    private final ControlPage control;
    private final ForeignSegments segments;
    private final RecordTrust trust;
    private final int segmentBytes;
    private final long segmentMask;

    private ForeignSegment segment;
    private long base;
    private long readPosition;

    /** Nothing is read from here on; where it is not the end of all, a segment starts there. */
    private long limit = Long.MAX_VALUE;

    private boolean passOverHoles;

    /** Null where everything is read. */
    private UnwantedBlocks unwanted;

    private long overtakenBytes;
    private long damagedBytes;
    private long holeBytes;

    JournalReader(Path directory, ControlPage control, ForeignSegments segments) {
        this.directory = directory;
        this.control = control;
        this.segmentBytes = control.segmentBytes();
        this.segmentMask = segmentBytes - 1L;
        this.segments = segments;
        this.trust = new RecordTrust(control.secret());
    }

    /**
     * Opens the journal in {@code directory} (the folder with its {@code control} file) for reading from its oldest
     * record on.
     *
     * @throws JournalException {@link JournalNotice#DIRECTORY_REFUSED} when there is no journal or it may not be read,
     *     {@link JournalNotice#NEWER_VERSION}, {@link JournalNotice#DAMAGED} when the control file cannot be used
     */
    public static JournalReader open(Path directory) throws JournalException {
        Path file = directory.resolve(CONTROL);
        try {
            if (!isThere(file)) {
                throw new JournalException(
                        JournalNotice.DIRECTORY_REFUSED,
                        "no journal here: directory=" + directory + " has no file named " + CONTROL,
                        null);
            }
            ControlPage control = ControlPage.openReadOnly(file);
            if (control == null) {
                throw new JournalException(
                        JournalNotice.DAMAGED,
                        "the control file is not whole: file=" + file + " (a start of its owner sets it aside)",
                        null);
            }
            JournalReader reader = new JournalReader(directory, control, new ForeignSegments(directory, control));
            reader.toStart();
            return reader;
        } catch (JournalException e) {
            throw e;
        } catch (IOException | RuntimeException | InternalError e) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED, "the journal cannot be read in " + directory + ": " + e, e);
        }
    }

    /** Throws when that cannot be told: what is another user's is not missing. */
    private static boolean isThere(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isRegularFile();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Lets the reader go on behind records that were claimed and never committed. Only for a journal without owner. */
    public JournalReader passOverHoles(boolean pass) {
        passOverHoles = pass;
        return this;
    }

    /**
     * From here on {@link #fill} and {@link #fillBefore} pass over sealed blocks without reading them, if their summary
     * ({@link RecordSummary}) says that nothing in them is wanted. Whether such a block is damaged is not known then.
     *
     * @param mayHold asked with the summary of each block that has one
     */
    public void passOverBlocks(LongPredicate mayHold) {
        unwanted = new UnwantedBlocks(mayHold);
    }

    /**
     * Another reader of the same journal, which stands where this one stands and has missed nothing yet. It may be used
     * by another thread; what is mapped already is not mapped again.
     */
    public JournalReader another() {
        JournalReader other = new JournalReader(directory, control, segments.another());
        other.readPosition = readPosition;
        other.passOverHoles = passOverHoles;
        return other;
    }

    /**
     * Positions that divide what follows the read position into pieces, ascending: no record lies in two of them. The
     * first piece ends at the first of the positions; what follows the last one is still being written, perhaps.
     */
    public long[] pieceEnds() throws IOException {
        long[] bases = segments.bases();
        int first = 0;
        while (first < bases.length && bases[first] <= readPosition) {
            first++;
        }
        return Arrays.copyOfRange(bases, first, bases.length);
    }

    /**
     * Goes to the start of a piece and forgets what was counted. From here on {@link #fill} ends where the piece does.
     *
     * @param from a place where a record starts: one of {@link #pieceEnds()}, or where they were asked for
     * @param to a later one of {@link #pieceEnds()}
     */
    public void toPiece(long from, long to) {
        segment = null;
        readPosition = from;
        limit = to;
        overtakenBytes = 0;
        damagedBytes = 0;
        holeBytes = 0;
    }

    /** How far this reader came since {@link #toPiece}, and what it passed over. */
    public JournalPassage passage() {
        return new JournalPassage(readPosition, overtakenBytes, damagedBytes, holeBytes);
    }

    /** As if nothing had been read since the passage was asked for. */
    void goBackTo(JournalPassage passage) {
        readPosition = passage.endPosition();
        overtakenBytes = passage.overtakenBytes();
        damagedBytes = passage.damagedBytes();
        holeBytes = passage.holeBytes();
    }

    /** Goes on where another reader came to, and counts what it passed over. */
    public void goOnBehind(JournalPassage passage) {
        segment = null;
        readPosition = passage.endPosition();
        overtakenBytes += passage.overtakenBytes();
        damagedBytes += passage.damagedBytes();
        holeBytes += passage.holeBytes();
    }

    /**
     * Copies the committed records from {@link #readPosition()} on into the batch, as many as fit, and moves the read
     * position behind them. Never waits.
     *
     * @return false when no committed record follows by now
     * @throws IOException when a segment cannot be opened
     */
    public boolean fill(ReadBatch batch) throws IOException {
        return fill(batch, null);
    }

    /**
     * The same for a batch that is walked with {@link ChoosingBatch#nextWanted}: where records are told from each other
     * anyway, its choice is asked about each one at once.
     */
    public boolean fillChoosing(ChoosingBatch batch) throws IOException {
        return fill(batch, batch);
    }

    private boolean fill(ReadBatch batch, ChoosingBatch choosing) throws IOException {
        return read(() -> fillForward(batch, choosing));
    }

    private boolean fillForward(ReadBatch batch, ChoosingBatch choosing) throws IOException {
        while (readPosition < limit && enterSegment()) {
            int start = (int) (readPosition - base);
            int wanted = unwanted == null ? start : unwanted.endFrom(segment, start);
            if (wanted > start && segment.isStillAt(base)) {
                readPosition = base + wanted;
                continue;
            }
            if (copySealed(batch, start, choosing)) {
                return true;
            }
            if (segment == null) {
                continue;
            }
            int end = committedEnd(start, batch.capacity());
            if (end > start) {
                if (copy(batch, start, end)) {
                    readPosition = base + end;
                    return true;
                }
            } else if (!passOver(start)) {
                return false;
            }
        }
        return false;
    }

    /** The quick way where whole blocks are sealed: their records are told from each other in the copy. */
    private boolean copySealed(ReadBatch batch, int start, ChoosingBatch choosing) {
        int most = unwanted == null ? batch.capacity() : unwanted.wantedFrom(segment, start, batch.capacity());
        int end = trust.sealedEnd(segment, base, start, most);
        if (end == start || !copy(batch, start, end)) {
            return false;
        }
        if (choosing != null) {
            choosing.beginList();
        }
        int length = trust.wholeRecords(batch, segmentBytes - start, choosing);
        batch.length = length;
        readPosition += length;
        return length > 0;
    }

    /**
     * As {@link #fill}, in the other direction: copies records that end where the read position is, and moves it before
     * them. Such a batch is walked with {@link ReadBatch#previous()}.
     *
     * @return false when no record precedes
     * @throws IOException when a segment cannot be opened
     */
    public boolean fillBefore(ReadBatch batch) throws IOException {
        return read(() -> fillBackward(batch));
    }

    private boolean fillBackward(ReadBatch batch) throws IOException {
        while (enterSegmentBefore()) {
            int stop = (int) (readPosition - base);
            int wanted = unwanted == null ? stop : unwanted.startBefore(segment, stop);
            if (wanted < stop && segment.isStillAt(base)) {
                readPosition = base + wanted;
                continue;
            }
            int from = unwanted == null
                    ? Math.max(0, stop - batch.capacity())
                    : unwanted.wantedUpTo(segment, stop, batch.capacity());
            int at = trust.boundaryBefore(segment, base, from);
            int start = at;
            int gapAt = at;
            while (at < stop) {
                if (stop - start > batch.capacity()) {
                    start = at;
                }
                int next = at < segment.data.capacity() ? trust.trustedEnd(segment, base, at) : at;
                if (next > stop) {
                    // Something is damaged: what stands here would reach over a place where the reader has been.
                    gapAt = at;
                    next = stop;
                    start = stop;
                } else if (next == at) {
                    gapAt = at;
                    next = trust.nextTrusted(segment, base, at + RecordFormat.ALIGNMENT);
                    next = next < 0 ? stop : Math.min(stop, next);
                    start = next;
                } else if (isPadding(at)) {
                    // It may be as long as the segment, and there is nothing in it.
                    gapAt = at;
                    start = next;
                }
                at = next;
            }
            if (start == stop) {
                if (segment.isStillAt(base)) {
                    readPosition = base + gapAt;
                }
            } else if (copy(batch, start, stop)) {
                readPosition = base + start;
                return true;
            }
        }
        return false;
    }

    /**
     * Passes the next committed record without copying it, and lets {@code record} show it where it lies.
     *
     * @return false when no committed record follows by now
     */
    boolean passInPlace(RecordView record) throws IOException {
        return read(() -> passForward(record));
    }

    private boolean passForward(RecordView record) throws IOException {
        while (enterSegment()) {
            int start = (int) (readPosition - base);
            int end = start < segment.data.capacity() ? trust.trustedEnd(segment, base, start) : start;
            if (end > start && !isPadding(start)) {
                record.show(segment, base, start);
                if (record.isIntact()) {
                    readPosition = base + end;
                    return true;
                }
                segment = null;
            } else if (!passOver(start)) {
                return false;
            }
        }
        return false;
    }

    /** What reads from where the reader stands; true when there was something. */
    private interface Reading {
        boolean once() throws IOException;
    }

    /**
     * Reads, and once more where a file was cut off under its mapping. Such a fault is thrown late, perhaps when the reader
     * has moved on already; so all is done again, with the files as long as they are by now.
     */
    private boolean read(Reading reading) throws IOException {
        long position = readPosition;
        long overtaken = overtakenBytes;
        long damaged = damagedBytes;
        long holes = holeBytes;
        for (int faults = 0; ; faults++) {
            try {
                return reading.once();
            } catch (InternalError e) {
                if (faults == MOST_FAULTS) {
                    throw new IOException(
                            "files are cut off again and again while they are read: directory=" + directory, e);
                }
                segments.forget();
                segment = null;
                readPosition = position;
                overtakenBytes = overtaken;
                damagedBytes = damaged;
                holeBytes = holes;
            }
        }
    }

    private boolean copy(ReadBatch batch, int start, int end) {
        segment.data.get(start, batch.array(end - start), 0, end - start);
        if (!segment.isStillAt(base)) {
            segment = null;
            return false;
        }
        batch.filled(base + start, end - start);
        return true;
    }

    private boolean isInSegment() {
        return segment != null && readPosition >= base && readPosition < base + segmentBytes && segment.base() == base;
    }

    private boolean enterSegment() throws IOException {
        if (isInSegment()) {
            return true;
        }
        long wanted = readPosition & ~segmentMask;
        if (enter(wanted)) {
            return true;
        }
        long first = Math.min(limit, segments.firstBaseFrom(wanted));
        if (first < 0 || enter(wanted)) {
            return first >= 0;
        }
        // What precedes is recycled first. So where that is still there, the next segment is not recycled but missing.
        boolean missing = segment != null && base + segmentBytes == readPosition && segment.base() == base;
        if (missing) {
            damagedBytes += first - readPosition;
        } else {
            overtakenBytes += first - readPosition;
        }
        readPosition = first;
        return first < limit && (enter(first) || enterSegment());
    }

    private boolean enter(long wanted) throws IOException {
        ForeignSegment found = segments.at(wanted);
        if (found == null) {
            return false;
        }
        segment = found;
        base = wanted;
        trust.vouchedOnly(control.rebootedSinceLastStamp());
        return true;
    }

    private boolean enterSegmentBefore() throws IOException {
        long last = readPosition - 1;
        if (last < 0) {
            return false;
        }
        if (segment != null && base <= last && last < base + segmentBytes && segment.base() == base) {
            return true;
        }
        if (enter(last & ~segmentMask)) {
            return true;
        }
        long before = segments.lastBaseBefore(last & ~segmentMask);
        if (before < 0) {
            return false;
        }
        readPosition = before + segmentBytes;
        return enter(before);
    }

    /** Where the run of trusted records from {@code start} on ends, within {@code capacity} or after one record. */
    private int committedEnd(int start, int capacity) {
        int at = start;
        while (at < segmentBytes && at < segment.data.capacity()) {
            if (at == start && isPadding(at)) {
                return start;
            }
            int next = trust.trustedEnd(segment, base, at);
            if (next == at || next > segment.data.capacity() || (next - start > capacity && at > start)) {
                break;
            }
            at = next;
        }
        return at;
    }

    private boolean isPadding(int at) {
        return RecordFormat.kind(segment.headerAt(at)) == RecordFormat.KIND_PADDING;
    }

    /** Goes past what is no record at {@code start}; false when the reader has to wait there. */
    private boolean passOver(int start) throws IOException {
        if (start < segmentBytes && segment.isShort() && isMappedAgain()) {
            return true;
        }
        // Before the header: what stands behind the prepared space is of an earlier use of the segment.
        boolean prepared = start < segment.readableBytes();
        long header = prepared ? segment.headerAt(start) : 0;
        if (!segment.isStillAt(base)) {
            segment = null;
            return true;
        }
        int length = RecordFormat.length(header);
        // What is sealed was complete, and what is cut off stays so: no writer is still at it.
        int cutBytes = segment.cutBytes(start);
        boolean finished =
                cutBytes > 0 || (start < segmentBytes && segment.isSealed(start / SegmentFormat.BLOCK_BYTES));
        if (!prepared && !finished) {
            return passOverUnprepared(start);
        }
        if (header == 0 && !finished) {
            return passOverHoles && passOverZeros(start);
        }
        if (length < 0 && !finished && trust.isHeader(segment, base, start, header)) {
            return passOverHoles && passOverHole(start + RecordFormat.align(-length), start);
        }
        int next = cutBytes > 0 ? start : trust.trustedEnd(segment, base, start);
        if (next > start) {
            // Padding, which may be longer than any batch; a record that was committed just now is seen by the caller.
            if (isPadding(start)) {
                readPosition = base + next;
            }
            return true;
        }
        return passOverDamage(start, cutBytes);
    }

    /** Whether the file is longer by now than what is mapped of it. */
    private boolean isMappedAgain() throws IOException {
        ForeignSegment before = segment;
        return enter(base) && segment != before;
    }

    private boolean passOverHole(int next, int start) {
        holeBytes += next - start;
        readPosition = base + next;
        return true;
    }

    private boolean passOverZeros(int start) throws IOException {
        int next = segment.firstWordFrom(start);
        return next >= 0 ? passOverHole(next, start) : isAnythingBehind() && passOverHole(segmentBytes, start);
    }

    /** A segment is prepared to its end before a later one is written to, unless its header is damaged. */
    private boolean passOverUnprepared(int start) throws IOException {
        if (!isAnythingBehind()) {
            return false;
        }
        // It may have been prepared, filled and left behind since it was looked at.
        if (isThereAgain() && start >= segment.readableBytes() && segment.isStillAt(base)) {
            damagedBytes += segmentBytes - start;
            readPosition = base + segmentBytes;
        }
        return true;
    }

    /** Archives are unpacked into one place: who looked at a later one unpacks this one again. */
    private boolean isThereAgain() throws IOException {
        return segment.isStillAt(base) || enter(base);
    }

    /** Whether a later segment was written to; some are always prepared ahead. */
    private boolean isAnythingBehind() throws IOException {
        for (long later = segments.firstBaseFrom(base + segmentBytes);
                later >= 0;
                later = segments.firstBaseFrom(later + segmentBytes)) {
            ForeignSegment behind = segments.at(later);
            if (behind != null && behind.firstWordFrom(0) >= 0) {
                return true;
            }
        }
        return false;
    }

    private boolean passOverDamage(int start, int cutBytes) throws IOException {
        if (trust.isVouchedOnly() && !control.rebootedSinceLastStamp()) {
            // Not damage: since this segment was entered, its owner came back and made whole what it found.
            trust.vouchedOnly(false);
            return true;
        }
        int next = trust.nextTrusted(segment, base, start + RecordFormat.ALIGNMENT);
        if (!segment.isStillAt(base)) {
            segment = null;
            return true;
        }
        if (next < 0) {
            if (!passOverHoles && !isAnythingBehind()) {
                return false;
            }
            // Once more: much may have been appended here since it was looked at.
            if (!isThereAgain() || trust.trustedEnd(segment, base, start) > start) {
                return true;
            }
            next = trust.nextTrusted(segment, base, start + RecordFormat.ALIGNMENT);
            next = next < 0 ? segmentBytes : next;
            if (!segment.isStillAt(base)) {
                return true;
            }
        }
        damagedBytes += cutBytes > 0 ? cutBytes : next - start;
        readPosition = base + next;
        return true;
    }

    /** Goes to the oldest record that is still there. */
    public void toStart() throws IOException {
        segment = null;
        readPosition = Math.max(0, segments.firstBaseFrom(0));
    }

    /** Goes behind the last record that is committed by now. */
    public void toEnd() throws IOException {
        // Again where a segment is gone: who opens the journal takes back what was prepared, and begins there anew.
        while (!read(this::atEnd)) {
            segment = null;
        }
    }

    private boolean atEnd() throws IOException {
        readPosition = 0;
        for (long last = segments.lastBase(); last >= 0; last = segments.lastBaseBefore(last)) {
            if (!enter(last) || !atFirst(segmentBytes)) {
                return false;
            }
            // The newest segments may be prepared and not used yet.
            if (readPosition > last) {
                return true;
            }
        }
        return true;
    }

    /**
     * Goes to the first record that starts at {@code position} or behind. A position that is recycled already means the
     * oldest record; what lies in between counts as overtaken at the next {@link #fill}.
     */
    public void seek(long position) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position=" + position + " is negative");
        }
        boolean ignored = read(() -> at(position));
    }

    private boolean at(long position) throws IOException {
        segment = null;
        readPosition = position & ~segmentMask;
        if (readPosition == position || !enter(readPosition) || !atFirst((int) (position & segmentMask))) {
            readPosition = position;
        }
        return true;
    }

    /**
     * Goes to a place before which nothing was appended at {@code epochMs} or later; up to a block of 64 KiB of older
     * records, and what was appended in the 40 ms before, may follow it. Reads a page of each segment up to there.
     */
    public void seekTime(long epochMs) throws IOException {
        if (!read(() -> atTime(epochMs))) {
            toEnd();
        }
    }

    private boolean atTime(long epochMs) throws IOException {
        segment = null;
        // One after the other: the owner's clock may have been set back, and then times do not ascend.
        for (long start : segments.bases()) {
            int block = blockOf(start, epochMs);
            if (block >= 0) {
                return at(start + block * (long) SegmentFormat.BLOCK_BYTES);
            }
        }
        return false;
    }

    /** The first block of a segment that may hold what was appended at that time or later; -1 when none does. */
    private int blockOf(long base, long epochMs) throws IOException {
        ForeignSegment found = segments.headerAt(base);
        for (int block = 0; found != null && block < found.blocks(); block++) {
            if (found.sealedMs(block) >= epochMs) {
                return block;
            }
        }
        return -1;
    }

    /** Moves to the first boundary at or behind {@code target}, or to the end of what is committed. */
    private boolean atFirst(int target) {
        int at = trust.boundaryBefore(segment, base, target);
        int end = segment.data.capacity();
        while (at < target && at < end) {
            int next = trust.trustedEnd(segment, base, at);
            if (next == at) {
                next = trust.nextTrusted(segment, base, at + RecordFormat.ALIGNMENT);
                if (next < 0) {
                    break;
                }
            }
            at = next;
        }
        if (!segment.isStillAt(base)) {
            segment = null;
            return false;
        }
        readPosition = base + at;
        return true;
    }

    /** Goes to a position that is known to be a boundary. */
    void seekBoundary(long position) {
        readPosition = position;
    }

    /** A number that no other journal has, also no later one in the same directory. */
    public long journalId() {
        return control.journalId();
    }

    /** Where the next {@link #fill} starts. */
    public long readPosition() {
        return readPosition;
    }

    /** Bytes of the journal (records with their headers) that were recycled before this reader came to them. */
    public long overtakenBytes() {
        return overtakenBytes;
    }

    /** Bytes that were passed over because they are damaged, missing, or vouched for by nothing after a new boot. */
    public long damagedBytes() {
        return damagedBytes;
    }

    /**
     * Files that were the journal's segments, by their names, and are not any more: cut below their header, overwritten, or
     * another journal's. What they held is in none of the counts.
     */
    public List<Path> brokenSegments() {
        return segments.broken();
    }

    /** Bytes that were claimed and never committed, and passed over. */
    public long holeBytes() {
        return holeBytes;
    }

    /** The cursors that are persisted in the journal, as they stand now. */
    public List<CursorState> cursors() {
        return CursorState.of(control);
    }

    /** Value of a striped counter since the owner opened the journal; see {@link Journal#stripe}. */
    public long stripe(int stripe) {
        return control.stripe(stripe);
    }

    /** Whether the machine was booted since the journal was last in use: then only checked bytes are given out. */
    public boolean rebooted() {
        return control.rebootedSinceLastStamp();
    }

    /**
     * Whether this journal is no longer the one of its directory: its owner ended and left nothing, or another journal
     * was begun there. What is mapped can still be read to its end.
     */
    public boolean isReplaced() throws IOException {
        ControlPage now = ControlPage.openReadOnly(directory.resolve(CONTROL));
        return now == null || now.journalId() != control.journalId();
    }

    /** Directory of the journal. */
    public Path directory() {
        return directory;
    }

    /** Size of a segment's data in bytes. */
    public int segmentBytes() {
        return segmentBytes;
    }

    /** Forgets the segments. What they map is given back by the garbage collector. */
    @Override
    public void close() {
        segment = null;
    }
}
