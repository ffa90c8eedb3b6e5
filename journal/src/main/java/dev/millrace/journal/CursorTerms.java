package dev.millrace.journal;

import java.time.Duration;

/**
 * On which terms a named tailer reads a queue.
 *
 * @param required true: the queue keeps what this cursor has not committed, and refuses (or blocks) appends when its
 *     budget is spent. False: the queue goes on without it, and a cursor that is too slow is told what it missed. The
 *     owner learns of a new cursor within 20 ms; until then it is not held to it
 * @param lease how long a required cursor holds the queue after its reader was last seen: with each commit, with each 64 KiB
 *     that it reads, and with each poll that finds nothing; 100 ms or more, null for ever. A reader that comes back later
 *     goes on with what is left
 * @param fromEnd where a cursor begins that did not exist: true for behind the last record, false for the oldest one
 * @since 0.1.0
 */
public record CursorTerms(boolean required, Duration lease, boolean fromEnd) {
    /** The queue's owner looks every 20 ms, and a reader's thread may not run for some time. */
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    /** Checks the lease. */
    public CursorTerms {
        if (lease != null && lease.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException("cursor: lease=" + lease + " is shorter than "
                    + SHORTEST_LEASE.toMillis() + " ms, within which no reader can be sure to be seen");
        }
        if (lease != null && lease.compareTo(QueueRetention.LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "cursor: lease=" + lease + " is longer than a thousand years (without one it never ends)");
        }
    }

    /** Holds what it has not committed, for ever; begins with the oldest record. */
    public static CursorTerms holding() {
        return new CursorTerms(true, null, false);
    }

    /** Holds nothing and may be overtaken; begins with the oldest record. */
    public static CursorTerms following() {
        return new CursorTerms(false, null, false);
    }

    /** The same with a lease. */
    public CursorTerms withLease(Duration time) {
        return new CursorTerms(required, time, fromEnd);
    }

    /** The same, beginning behind the last record. */
    public CursorTerms beginningAtEnd() {
        return new CursorTerms(required, lease, true);
    }
}
