package dev.millrace.core.counter;

import java.util.function.LongSupplier;

/**
 * How many events of this process stand in the journal before a position at which sinks are added. Lanes that pass the
 * position count them; until one has, what callers have counted stands in for it, which may be off by the calls that
 * were under way. Thread-safe.
 *
 * @since 0.1.0
 */
public final class EventsBefore {
    private static final long UNKNOWN = -1;

    private volatile long estimate;
    private volatile long exact = UNKNOWN;
    // Counted by a lane that was itself added where the number is not known yet.
    private volatile LongSupplier later;

    /** An estimate to begin with. */
    public EventsBefore(long estimate) {
        this.estimate = estimate;
    }

    /** None, for sure. */
    public static EventsBefore none() {
        EventsBefore none = new EventsBefore(0);
        none.exact = 0;
        return none;
    }

    /** A better estimate. */
    public void estimate(long events) {
        estimate = events;
    }

    /** What a lane has counted; negative as long as it does not know itself. Once the number is known it stays. */
    public void counted(LongSupplier events) {
        if (exact >= 0) {
            return;
        }
        long now = events.getAsLong();
        if (now >= 0) {
            exact = now;
        } else {
            later = events;
        }
    }

    /** The exact number, or a negative one as long as it is not known. */
    public long exact() {
        LongSupplier waiting = later;
        long now = exact < 0 && waiting != null ? waiting.getAsLong() : UNKNOWN;
        if (now >= 0) {
            // Racy but benign: whoever comes second stores the same.
            exact = now;
        }
        return exact;
    }

    /** The exact number where it is known, else the estimate. */
    long best() {
        long known = exact();
        return known < 0 ? estimate : known;
    }
}
