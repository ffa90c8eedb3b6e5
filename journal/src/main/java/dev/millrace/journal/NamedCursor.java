package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The name of a tailer: where it goes on after its end, and the sign of life that its lease asks for. */
final class NamedCursor implements AutoCloseable {
    private static final long SEEN_EVERY_MS = 1_000;

    /** So many come in the time of a lease, if that is short. */
    private static final int SIGNS_IN_LEASE = 4;

    private final CursorFile file;
    private final LockLoss loss;

    /** Whether what is not committed is kept for it. */
    private final boolean holding;

    private final LongSupplier clock;
    private final long seenEveryNs;
    private long seenNs;
    private boolean closed;

    private NamedCursor(CursorFile file, CursorTerms terms, LockLoss loss, LongSupplier clock) {
        this.file = file;
        this.loss = loss;
        this.holding = terms.required();
        this.clock = clock;
        this.seenEveryNs = TimeUnit.MILLISECONDS.toNanos(
                terms.lease() == null
                        ? SEEN_EVERY_MS
                        : Math.min(SEEN_EVERY_MS, terms.lease().toMillis() / SIGNS_IN_LEASE));
        this.seenNs = clock.getAsLong();
    }

    /** Locks the cursor of that name, and moves the reader to where it was left or, when it is new, where it begins. */
    static NamedCursor open(
            Path directory,
            String name,
            CursorTerms terms,
            JournalReader reader,
            LongSupplier clock,
            QueueListener listener)
            throws JournalException {
        LockLoss loss = new LockLoss(
                listener,
                "another process has taken the cursor's lock, and may commit under its name: name=" + name
                        + ", directory=" + directory + " (close one of the two tailers)");
        try {
            return Uninterrupted.result(
                    () -> locked(JournalQueue.cursors(directory), name, terms, reader, loss, clock));
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED, "the cursor cannot be opened: name=" + name + ": " + e, e);
        }
    }

    private static NamedCursor locked(
            Path cursors, String name, CursorTerms terms, JournalReader reader, LockLoss loss, LongSupplier clock)
            throws IOException {
        Path file = CursorFile.file(cursors, name);
        CursorFile cursor = CursorFile.lock(cursors, name);
        boolean opened = false;
        try {
            if (Files.exists(file)) {
                reader.seek(cursor.resume(file, reader.journalId(), terms.required(), terms.lease()));
            } else {
                if (terms.fromEnd()) {
                    reader.toEnd();
                }
                cursor.begin(
                        file,
                        reader.journalId(),
                        terms.required(),
                        terms.lease(),
                        reader.readPosition(),
                        new QueueDisk());
            }
            opened = true;
            return new NamedCursor(cursor, terms, loss, clock);
        } finally {
            if (!opened) {
                cursor.close();
            }
        }
    }

    boolean isHolding() {
        return holding;
    }

    void commit(long position) {
        if (closed) {
            // The next tailer of this name writes to the same file.
            throw new IllegalStateException("the tailer is closed, so nothing is committed: position=" + position
                    + " (commit before close(); what comes behind the last commit is read again)");
        }
        file.commit(position);
        alive();
    }

    /** A sign of life, once in a while. */
    void alive() {
        long now = clock.getAsLong();
        if (now - seenNs >= seenEveryNs && !closed) {
            seenNs = now;
            loss.found(file.keep());
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            file.seen();
            file.close();
        }
    }
}
