package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads a queue, record by record and in either direction, in the process that appends or in any other.
 *
 * <p>A tailer stands between two records. {@link #next()} passes the one behind, {@link #previous()} the one before; what
 * was passed last is the current record, whose bytes and position can be asked for until the next move. Each tailer sees
 * every record. One with a name remembers what {@link #commit()} was called for; the next tailer of that name, in
 * whatever process, goes on from there.
 *
 * <p>Not thread-safe: one thread at a time.
 *
 * @since 0.1.0
 */
public final class Tailer implements AutoCloseable {
    private static final int BATCH_BYTES = 64 << 10;

    private final JournalReader reader;
    private final ReadBatch batch = new ReadBatch(BATCH_BYTES);
    private final RecordInput input = new RecordInput();

    private final Patience patience = new Patience();
    private final DeadOwnersHoles holes;

    /** Null for a transient tailer. */
    private final NamedCursor cursor;

    /** The current record when it was not copied, else null. */
    private RecordView view;

    private final RecordView views = new RecordView();
    private boolean backwards;
    private boolean current;

    /** Where the tailer stands, a boundary of records. */
    private long at;

    private Tailer(JournalReader reader, NamedCursor cursor) {
        this.reader = reader;
        this.holes = new DeadOwnersHoles(reader);
        this.cursor = cursor;
        this.at = reader.readPosition();
    }

    /**
     * Opens a tailer without a name at the oldest record. It holds nothing back and may be overtaken.
     *
     * @param directory of the queue
     * @throws JournalException when there is no queue, or it cannot be read
     */
    public static Tailer open(Path directory) throws JournalException {
        return new Tailer(JournalReader.open(JournalQueue.journal(directory)), null);
    }

    /**
     * Opens the tailer of that name where it last committed, or as the terms say when it is new. The terms hold from now
     * on, also for one that was opened with others before.
     *
     * @param directory of the queue
     * @param name 1 to 100 letters, digits, dots, dashes and underscores
     * @throws JournalException when there is no queue, when a tailer of that name is open somewhere, or when its file is
     *     not whole
     */
    public static Tailer open(Path directory, String name, CursorTerms terms) throws JournalException {
        return open(directory, name, terms, System::nanoTime);
    }

    static Tailer open(Path directory, String name, CursorTerms terms, LongSupplier clock) throws JournalException {
        return open(directory, name, terms, clock, (notice, message, cause) -> {});
    }

    /** For the queue's owner, whose listener is told where another process takes the name. */
    static Tailer open(Path directory, String name, CursorTerms terms, LongSupplier clock, QueueListener listener)
            throws JournalException {
        JournalReader reader = JournalReader.open(JournalQueue.journal(directory));
        return new Tailer(reader, NamedCursor.open(directory, name, terms, reader, clock, listener));
    }

    /**
     * Passes the next record; returns at once.
     *
     * @return false when no committed record follows by now
     * @throws IOException when the queue's files cannot be opened
     */
    public boolean next() throws IOException {
        if (backwards || view != null) {
            turn(false);
        }
        while (!batch.next()) {
            if (!reader.fill(batch) && !holes.fillBehind(batch)) {
                at = reader.readPosition();
                return nothing();
            }
            alive();
        }
        at = batch.nextPosition();
        current = true;
        return true;
    }

    /**
     * Passes the next record, waiting for it: some polls, then pauses of up to half a millisecond. In a steady flow of
     * records there are pauses only, so that readers leave the processors to those who append.
     *
     * @return false when the time was over first
     * @throws InterruptedException when the thread was interrupted while it waited
     */
    public boolean next(long timeout, TimeUnit unit) throws IOException, InterruptedException {
        if (next()) {
            return true;
        }
        patience.begin(unit.toNanos(timeout));
        while (!next()) {
            if (!patience.hasMore(this)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Passes the next record and shows it where it lies, without copying it; returns at once. The bytes between the
     * buffer's position and limit are the record; it is read-only and little-endian, and the next call may return the
     * same one. Until then, or until {@link #commit()}, the queue keeps the record, because this cursor is held to. What
     * may take it nevertheless: the end of the cursor's lease, retention that takes what is unread, and the 20 ms before
     * the queue's owner has noticed a new cursor. Where one of these is possible, ask {@link #isIntact()} after the
     * last look at the bytes, and before they are used.
     *
     * @return null when no committed record follows by now
     * @throws IllegalStateException when this is no tailer with {@link CursorTerms#holding()}
     * @throws IOException when the queue's files cannot be opened
     */
    public ByteBuffer nextInPlace() throws IOException {
        if (cursor == null || !cursor.isHolding()) {
            throw new IllegalStateException("only a named tailer that holds may look at records in place: others are"
                    + " overtaken at any moment (use next(), or CursorTerms.holding())");
        }
        if (view == null) {
            turn(false);
        }
        if (!reader.passInPlace(views) && !(holes.fillBehind(batch) && passOutOf(batch))) {
            boolean ignored = nothing();
            at = reader.readPosition();
            return null;
        }
        long before = at;
        at = reader.readPosition();
        if ((before ^ at) >= BATCH_BYTES) {
            alive();
        }
        view = views;
        current = true;
        return views.bytes();
    }

    /** What was read over a hole is looked at where it lies, too. */
    private boolean passOutOf(ReadBatch copied) throws IOException {
        reader.seekBoundary(copied.startPosition());
        copied.filled(copied.startPosition(), 0);
        return reader.passInPlace(views);
    }

    /**
     * Whether all that was read of the current record was still its own. A record that was copied always is intact; one
     * of {@link #nextInPlace()} that is not was taken by retention, and what was read of it means nothing.
     */
    public boolean isIntact() {
        requireCurrent();
        return view == null || view.isIntact();
    }

    /**
     * Passes the record before, backwards.
     *
     * @return false at the oldest record
     */
    public boolean previous() throws IOException {
        if (!backwards || view != null) {
            turn(true);
        }
        while (!batch.previous()) {
            if (!reader.fillBefore(batch)) {
                return nothing();
            }
            alive();
        }
        at = batch.position();
        current = true;
        return true;
    }

    private boolean nothing() {
        current = false;
        alive();
        return false;
    }

    private void alive() {
        if (cursor != null) {
            cursor.alive();
        }
    }

    private void turn(boolean back) {
        reader.seekBoundary(at);
        batch.filled(at, 0);
        backwards = back;
        view = null;
        current = false;
    }

    /** Goes before the oldest record. */
    public Tailer toStart() throws IOException {
        reader.toStart();
        return arrived();
    }

    /** Goes behind the last record that is committed by now. */
    public Tailer toEnd() throws IOException {
        reader.toEnd();
        return arrived();
    }

    /** Goes before the first record at {@code position} or behind, as an append or {@link #position()} returned it. */
    public Tailer toPosition(long position) throws IOException {
        reader.seek(position);
        return arrived();
    }

    /**
     * Goes to a place before which nothing was appended at {@code epochMs} or later, by the clock of the appending
     * process, unless that was set back between an append and the seal of its block. A block of 64 KiB of older records may
     * follow, and what was appended in the 40 ms before. Reads a page of each segment up to there.
     */
    public Tailer toTime(long epochMs) throws IOException {
        reader.seekTime(epochMs);
        return arrived();
    }

    private Tailer arrived() {
        at = reader.readPosition();
        turn(false);
        return this;
    }

    /** Array that holds the current record. It must not be kept or written: the next move may reuse it. */
    public byte[] bytes() {
        requireCopied();
        return batch.bytes();
    }

    /** Where the current record starts in {@link #bytes()}. */
    public int offset() {
        requireCopied();
        return batch.payloadOffset();
    }

    /** Length of the current record in bytes. */
    public int length() {
        requireCurrent();
        return view == null ? batch.payloadLength() : view.length();
    }

    /** Position of the current record: what its append returned. */
    public long position() {
        requireCurrent();
        return view == null ? batch.position() : view.position();
    }

    /**
     * The current record as a value.
     *
     * @param reuse an object that the codec may fill; null for a new one
     * @throws IllegalArgumentException when the codec cannot read it; the tailer stays where it is
     */
    public <T> T read(Codec<T> codec, T reuse) {
        requireCopied();
        input.wrap(batch.bytes(), batch.payloadOffset(), batch.payloadLength());
        try {
            return codec.decode(input, reuse);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the record cannot be decoded: position=" + batch.position() + ", codec=" + codec + ": " + e
                            + " (read it with the codec that wrote it, or pass it with next())",
                    e);
        }
    }

    private void requireCopied() {
        requireCurrent();
        if (view != null) {
            throw new IllegalStateException(
                    "the current record is in place and in no array: read the buffer, or pass it with next()");
        }
    }

    private void requireCurrent() {
        if (!current) {
            throw new IllegalStateException(
                    "no current record: call next() or previous(), and see that it returns true");
        }
    }

    /**
     * Remembers that everything before this place is dealt with, even if the process is killed the next moment. A few
     * nanoseconds; nothing without a name.
     *
     * @throws IllegalStateException when the tailer is closed: another one may go on under its name
     */
    public void commit() {
        if (cursor != null) {
            cursor.commit(at);
        }
    }

    /** Bytes of the queue (records with their headers) that retention took before this tailer came to them. */
    public long overtakenBytes() {
        return reader.overtakenBytes();
    }

    /** Bytes that were passed over because they are damaged or missing. */
    public long damagedBytes() {
        return reader.damagedBytes();
    }

    /** Gives the name free. What was not committed is read again by its next tailer. */
    @Override
    public void close() {
        reader.close();
        if (cursor != null) {
            cursor.close();
        }
    }
}
