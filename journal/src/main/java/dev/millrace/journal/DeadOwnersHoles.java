package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Where an owner lives, holes close. What a dead one left has them for good, until the next owner makes them padding; it
 * appends behind them. So what is read over a hole counts when there was no owner before and after.
 */
final class DeadOwnersHoles {
    private static final long LOOK_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final JournalReader reader;
    private long lookNs = System.nanoTime();

    DeadOwnersHoles(JournalReader reader) {
        this.reader = reader;
    }

    /** Fills the batch with what lies behind a hole. False when there is none, or nobody can tell by now. */
    boolean fillBehind(ReadBatch batch) throws IOException {
        long now = System.nanoTime();
        if (now - lookNs < 0) {
            return false;
        }
        lookNs = now + LOOK_EVERY_NS;
        Path journal = reader.directory();
        if (JournalOwner.of(journal) != JournalOwner.NONE) {
            return false;
        }
        long before = reader.readPosition();
        boolean filled = reader.passOverHoles(true).fill(batch);
        reader.passOverHoles(false);
        if (filled && JournalOwner.of(journal) == JournalOwner.NONE) {
            lookNs = now;
            return true;
        }
        reader.seekBoundary(before);
        batch.filled(before, 0);
        return false;
    }
}
