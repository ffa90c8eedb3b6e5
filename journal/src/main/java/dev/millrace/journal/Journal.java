package dev.millrace.journal;

import java.nio.file.Path;
import java.util.List;

/**
 * A memory-mapped, multi-producer, append-only log: one writing JVM, any number of cursors.
 *
 * <p>Thread-safe. {@link #append} does no I/O, takes no lock and wakes nobody.
 *
 * @since 0.1.0
 */
public final class Journal implements AutoCloseable {
    /** {@link #append} refused: the budget is spent. */
    public static final long REFUSED_BUDGET = -1;

    /** {@link #append} refused: the disk is full or failing. */
    public static final long REFUSED_DISK = -2;

    /** {@link #append} refused: the journal is closed. */
    public static final long REFUSED_CLOSED = -3;

    /** Flag for {@link #append}: may use the reserve that is kept for WARN and ERROR. */
    public static final int IMPORTANT = 1;

    /** Flag for {@link #append}: never waits, even if the journal is opened with {@code block}. */
    public static final int NEVER_WAIT = 2;

    /** Number of striped longs in the control page, a cache line each; see {@link #stripe}. */
    public static final int STRIPES = 64;

    Journal() {}

    /**
     * Opens the journal of a claimed slot, recovering what an earlier owner left.
     *
     * @throws JournalException when this directory cannot hold a journal; the next candidate (or memory) is up to the
     *     caller
     */
    public static Journal open(JournalSlot slot, JournalOptions options) throws JournalException {
        throw new UnsupportedOperationException();
    }

    /** A journal that lives in memory and does not survive the process. */
    public static Journal inMemory(JournalOptions options) {
        throw new UnsupportedOperationException();
    }

    /**
     * Appends one record and returns its position, or a negative {@code REFUSED_…} code. {@code length} is at most
     * {@link #maxRecordBytes()}.
     */
    public long append(byte[] source, int offset, int length, int flags) {
        throw new UnsupportedOperationException();
    }

    /** Largest payload that {@link #append} takes. */
    public int maxRecordBytes() {
        throw new UnsupportedOperationException();
    }

    /** First position that has not been claimed. */
    public long tailPosition() {
        throw new UnsupportedOperationException();
    }

    /** Opens the cursor of that name: where it was left, or at the tail when it is new. */
    public Cursor cursor(String name) {
        throw new UnsupportedOperationException();
    }

    /** Names of all persisted cursors, opened or not. */
    public List<String> cursorNames() {
        throw new UnsupportedOperationException();
    }

    /** Forgets a cursor, so that it holds nothing back any more. */
    public void removeCursor(String name) {
        throw new UnsupportedOperationException();
    }

    /** Directory for further files of the journal's owner (dictionary, outboxes); null when in memory. */
    public Path directory() {
        throw new UnsupportedOperationException();
    }

    /** True when the slot held a journal of an earlier process when it was opened. */
    public boolean recovered() {
        throw new UnsupportedOperationException();
    }

    /** True when that earlier process ran before the machine's last boot. */
    public boolean recoveredAfterReboot() {
        throw new UnsupportedOperationException();
    }

    /** Adds to a striped counter without an atomic; only the stripe's exclusive holder may call it. */
    public void addToStripeExclusively(int stripe, long delta) {
        throw new UnsupportedOperationException();
    }

    /** Adds to a striped counter atomically. Never mix with {@link #addToStripeExclusively} on one stripe. */
    public void addToStripe(int stripe, long delta) {
        throw new UnsupportedOperationException();
    }

    /** Value of a striped counter since this process opened the journal. */
    public long stripe(int stripe) {
        throw new UnsupportedOperationException();
    }

    /** Bytes of all segments that exist, including pooled and deleted-but-mapped ones. */
    public long usedBytes() {
        throw new UnsupportedOperationException();
    }

    /**
     * Stops the journal's thread. {@code deleteFiles} removes the slot's files (unlinked files stay usable for late
     * appends); otherwise they stay for the next start.
     */
    public void close(boolean deleteFiles) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        close(false);
    }
}
