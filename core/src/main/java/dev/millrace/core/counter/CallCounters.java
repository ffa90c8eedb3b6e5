package dev.millrace.core.counter;

import dev.millrace.event.EventCapture;
import dev.millrace.event.Levels;
import dev.millrace.journal.Journal;

/**
 * What callers count, in the journal's stripes: accepted events in the stripe of the scratch buffer they hold (no
 * atomic), refused ones by reason and level. Thread-safe, allocates nothing.
 *
 * <pre>
 *  stripe  0 … 31   accepted, exclusive to the holder of the scratch of that number
 *         32 … 47   accepted, for scratch outside of the pool, and for events that waited without scratch
 *         48 … 62   refused: (BUDGET, DISK, CAPTURE) × five levels
 * </pre>
 *
 * @since 0.1.0
 */
public final class CallCounters {
    private static final int SHARED = EventCapture.STRIPES;
    private static final int SHARED_MASK = 15;
    private static final int REFUSED = SHARED + SHARED_MASK + 1;
    private static final int FIRST_REASON = DropReason.BUDGET.index();
    private static final int REASONS = DropReason.CAPTURE.index() - FIRST_REASON + 1;

    private final Journal journal;

    /** Counts in the stripes of this journal. */
    public CallCounters(Journal journal) {
        this.journal = journal;
    }

    /** Counts an accepted event; {@code stripe} is that of the encoder, which the caller still holds. */
    public void countAccepted(int stripe) {
        if (stripe >= 0) {
            journal.addToStripeExclusively(stripe, 1);
        } else {
            journal.addToStripe(SHARED + (System.identityHashCode(Thread.currentThread()) & SHARED_MASK), 1);
        }
    }

    /** Counts an event that the journal refused for {@code reason} (BUDGET, DISK or CAPTURE). */
    public void countRefused(DropReason reason, int level) {
        journal.addToStripe(refusedStripe(reason, Levels.indexOf(level)), 1);
    }

    /** Events that were accepted since the journal was opened. */
    public long accepted() {
        long sum = 0;
        for (int i = 0; i < REFUSED; i++) {
            sum += journal.stripe(i);
        }
        return sum;
    }

    /** Events that were refused since the journal was opened. */
    public long refused() {
        long sum = 0;
        for (int i = 0; i < REASONS * Levels.COUNT; i++) {
            sum += journal.stripe(REFUSED + i);
        }
        return sum;
    }

    /** Events refused for a reason; 0 for reasons that callers do not count. */
    public long refused(DropReason reason, int levelIndex) {
        int i = reason.index() - FIRST_REASON;
        return i < 0 || i >= REASONS ? 0 : journal.stripe(refusedStripe(reason, levelIndex));
    }

    private static int refusedStripe(DropReason reason, int levelIndex) {
        return REFUSED + (reason.index() - FIRST_REASON) * Levels.COUNT + levelIndex;
    }
}
