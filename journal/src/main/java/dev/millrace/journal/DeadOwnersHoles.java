package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Where an owner lives, holes close. What a dead one left has them for good, until the next owner makes them padding; it
 * appends behind them. So what is read over a hole counts when there was no owner before and after.
 *
 * <p>For whoever follows a journal over restarts of its owner. It may be asked each time that nothing follows: it looks for
 * the owner once a second. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class DeadOwnersHoles {
    private static final long LOOK_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

    private final JournalReader reader;
    private final Function<Path, JournalOwner> owners;
    private final LongSupplier clock;

    /** Not looked before. */
    private long lookNs;

    /** What the last look said, and where the reader stood at it or has come to since. */
    private boolean alive;

    private long lookedAt;

    /** Creates it for a reader that passes over no holes itself. */
    public DeadOwnersHoles(JournalReader reader) {
        this(reader, JournalOwner::of, System::nanoTime);
    }

    DeadOwnersHoles(JournalReader reader, Function<Path, JournalOwner> owners, LongSupplier clock) {
        this.reader = reader;
        this.owners = owners;
        this.clock = clock;
        this.lookNs = clock.getAsLong();
    }

    /**
     * Fills the batch with what lies behind a hole. False when there is none, or nobody can tell by now.
     *
     * @throws IOException when a segment cannot be opened
     */
    public boolean fillBehind(ReadBatch batch) throws IOException {
        long now = clock.getAsLong();
        long before = reader.readPosition();
        if (alive && before != lookedAt) {
            // Whoever appends lives. A look takes milliseconds, and records would wait for it.
            lookedAt = before;
            lookNs = now + LOOK_EVERY_NS;
            return false;
        }
        if (now - lookNs < 0) {
            return false;
        }
        lookNs = now + LOOK_EVERY_NS;
        lookedAt = before;
        Path journal = reader.directory();
        JournalOwner owner = owners.apply(journal);
        alive = owner == JournalOwner.ALIVE;
        if (owner != JournalOwner.NONE) {
            return false;
        }
        JournalPassage passage = reader.passage();
        boolean behind = false;
        try {
            behind = reader.passOverHoles(true).fill(batch) && owners.apply(journal) == JournalOwner.NONE;
        } finally {
            reader.passOverHoles(false);
            if (!behind) {
                reader.goBackTo(passage);
                batch.filled(before, 0);
            }
        }
        if (behind) {
            lookNs = now;
        }
        return behind;
    }
}
