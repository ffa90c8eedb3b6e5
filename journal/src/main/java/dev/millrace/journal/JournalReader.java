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

    private final Path directory;
    private final ControlPage control;
    private final ReadPlace place;
    private final JournalSeek seek;
    private final UnreadableBytes unreadable;
    private final CommittedRecords records;

    JournalReader(Path directory, ControlPage control, ForeignSegments segments) {
        this.directory = directory;
        this.control = control;
        this.place = new ReadPlace(directory, control, segments);
        this.seek = new JournalSeek(place);
        this.unreadable = new UnreadableBytes(place);
        this.records = new CommittedRecords(place, unreadable);
    }

    /**
     * Opens the journal in {@code directory} (the folder with its {@code control} file) for reading from its oldest
     * record on.
     *
     * @throws JournalException {@link JournalNotice#DIRECTORY_REFUSED} when there is no journal (yet) or it may not be read,
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
            ControlPage control = Uninterrupted.result(() -> wholeControl(directory, file));
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

    private static ControlPage wholeControl(Path directory, Path file) throws IOException {
        ControlPage control = ControlPage.openReadOnly(file);
        if (control == null && ControlPage.isUnfinished(file) && !JournalOpener.hasSegments(directory)) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED,
                    "no journal here yet: directory=" + directory + ", its owner is creating it or was killed at that",
                    null);
        }
        if (control == null) {
            // Once more: its owner may have finished it since.
            control = ControlPage.openReadOnly(file);
        }
        if (control == null) {
            throw new JournalException(
                    JournalNotice.DAMAGED,
                    "the control file is not whole: file=" + file + " (a start of its owner sets it aside)",
                    null);
        }
        return control;
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
        unreadable.passOverHoles = pass;
        return this;
    }

    /**
     * From here on {@link #fill} and {@link #fillBefore} pass over sealed blocks without reading them, if their summary
     * ({@link RecordSummary}) says that nothing in them is wanted. Whether such a block is damaged is not known then.
     *
     * @param mayHold asked with the summary of each block that has one
     */
    public void passOverBlocks(LongPredicate mayHold) {
        records.passOverBlocks(mayHold);
    }

    /**
     * Another reader of the same journal, which stands where this one stands and has missed nothing yet. It may be used
     * by another thread; what is mapped already is not mapped again.
     */
    public JournalReader another() {
        JournalReader other = new JournalReader(directory, control, place.segments.another());
        other.place.position = place.position;
        other.unreadable.passOverHoles = unreadable.passOverHoles;
        return other;
    }

    /**
     * Positions that divide what follows the read position into pieces, ascending: no record lies in two of them. The
     * first piece ends at the first of the positions; what follows the last one is still being written, perhaps.
     */
    public long[] pieceEnds() throws IOException {
        long[] bases = place.segments.bases();
        int first = 0;
        while (first < bases.length && bases[first] <= place.position) {
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
        place.toPiece(from, to);
    }

    /** How far this reader came since {@link #toPiece}, and what it passed over. */
    public JournalPassage passage() {
        return new JournalPassage(place.position, place.overtakenBytes, place.damagedBytes, place.holeBytes);
    }

    /** As if nothing had been read since the passage was asked for. */
    void goBackTo(JournalPassage passage) {
        place.goBackTo(passage.endPosition(), passage.overtakenBytes(), passage.damagedBytes(), passage.holeBytes());
    }

    /** Goes on where another reader came to, and counts what it passed over. */
    public void goOnBehind(JournalPassage passage) {
        place.goOnBehind(passage);
    }

    /**
     * Copies the committed records from {@link #readPosition()} on into the batch, as many as fit, and moves the read
     * position behind them. Never waits.
     *
     * @return false when no committed record follows by now
     * @throws IOException when a segment cannot be opened
     */
    public boolean fill(ReadBatch batch) throws IOException {
        return records.fill(batch, null);
    }

    /**
     * The same for a batch that is walked with {@link ChoosingBatch#nextWanted}: where records are told from each other
     * anyway, its choice is asked about each one at once.
     */
    public boolean fillChoosing(ChoosingBatch batch) throws IOException {
        return records.fill(batch, batch);
    }

    /**
     * As {@link #fill}, in the other direction: copies records that end where the read position is, and moves it before
     * them. Such a batch is walked with {@link ReadBatch#previous()}.
     *
     * @return false when no record precedes
     * @throws IOException when a segment cannot be opened
     */
    public boolean fillBefore(ReadBatch batch) throws IOException {
        return records.fillBefore(batch);
    }

    /**
     * Passes the next committed record without copying it, and lets {@code record} show it where it lies.
     *
     * @return false when no committed record follows by now
     */
    boolean passInPlace(RecordView record) throws IOException {
        return records.passInPlace(record);
    }

    /** Goes to the oldest record that is still there. */
    public void toStart() throws IOException {
        seek.toStart();
    }

    /** Goes behind the last record that is committed by now. */
    public void toEnd() throws IOException {
        seek.toEnd();
    }

    /**
     * Goes to the first record that starts at {@code position} or behind. A position that is recycled already means the
     * oldest record; what lies in between counts as overtaken at the next {@link #fill}.
     */
    public void seek(long position) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position=" + position + " is negative");
        }
        seek.toPosition(position);
    }

    /**
     * Goes to a place before which nothing was appended at {@code epochMs} or later; up to a block of 64 KiB of older
     * records, and what was appended in the 40 ms before, may follow it. Reads a page of each segment up to there.
     */
    public void seekTime(long epochMs) throws IOException {
        seek.toTime(epochMs);
    }

    /** Goes to a position that is known to be a boundary. */
    void seekBoundary(long position) {
        place.position = position;
    }

    /** A number that no other journal has, also no later one in the same directory. */
    public long journalId() {
        return control.journalId();
    }

    /** Where the next {@link #fill} starts. */
    public long readPosition() {
        return place.position;
    }

    /** Bytes of the journal (records with their headers) that were recycled before this reader came to them. */
    public long overtakenBytes() {
        return place.overtakenBytes;
    }

    /** Bytes that were passed over because they are damaged, missing, or vouched for by nothing after a new boot. */
    public long damagedBytes() {
        return place.damagedBytes;
    }

    /**
     * Files that were the journal's segments, by their names, and are not any more: cut below their header, overwritten, or
     * another journal's. What they held is in none of the counts.
     */
    public List<Path> brokenSegments() {
        return place.segments.broken();
    }

    /** Bytes that were claimed and never committed, and passed over. */
    public long holeBytes() {
        return place.holeBytes;
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
        return place.segmentBytes;
    }

    /** Forgets the segments. What they map is given back by the garbage collector. */
    @Override
    public void close() {
        place.segment = null;
    }
}
