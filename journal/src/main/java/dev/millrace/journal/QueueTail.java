package dev.millrace.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Where a queue's records end: at the journal's tail, and once the queue is closed, for good. Thread-safe.
 *
 * <p>Design note: between its look at the limits and its claim, an append asks nobody whether the queue is closed. So
 * closing claims all that is prepared. Who claimed before is waited for; who claims after is behind what is prepared,
 * finds no more of that, and is refused. Nobody writes once the queue may be another process's.
 */
final class QueueTail {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** Counted as well: a machine that stood still meanwhile has used up the time, and one that is interrupted these. */
    private static final int PATIENCE_PARKS = 50_000;

    /** How often the journal's lock is asked for, a second each. */
    private static final int HOUSE_LOOKS = 6;

    private static final long COMMIT_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int BLOCK_BYTES = SegmentFormat.BLOCK_BYTES;

    private final Journal journal;
    private volatile long end = Long.MAX_VALUE;

    QueueTail(Journal journal) {
        this.journal = journal;
    }

    /** Position behind the last record. */
    long position() {
        return Math.min(journal.tailPosition(), end);
    }

    /** The same once all before it is sealed and nothing follows; until then {@link Long#MAX_VALUE}. */
    long end() {
        return end;
    }

    /**
     * Stops the journal's thread, and returns when all that was appended is sealed and nothing can be appended.
     *
     * @return false where a thread hangs, the journal's or one that appends, and may still write to the files, or where
     *     that cannot be known
     */
    boolean close() {
        boolean ignored = journal.keeper.stop(false);
        // Not closed, which has late appends make room for themselves: that would be in another owner's files.
        journal.space = Space.FAILING;
        boolean alone = false;
        for (int look = 0; look < HOUSE_LOOKS && !alone; look++) {
            // Then nobody makes room, nor will anybody.
            alone = journal.keeper.enterHouse();
        }
        long claimed = Math.min(journal.claimRest(), journal.prepared);
        journal.keeper.leaveHouse();
        try {
            return sealTo(finishBlock(claimed)) && alone;
        } catch (InternalError e) {
            end = claimed;
            journal.tell(
                    JournalNotice.DAMAGED,
                    "the queue is closed with a part that is not sealed: a file cannot be read, or was cut: directory="
                            + journal.directory(),
                    e);
            return false;
        }
    }

    private boolean sealTo(long to) {
        boolean committed = true;
        // The keeper's own may be in use, if that hangs.
        Sealer sealer = new Sealer(journal);
        long stood = -1;
        long sinceNs = 0;
        int parks = 0;
        for (long at = seal(sealer, to); at < to; at = seal(sealer, to)) {
            padToPrepared();
            if (at > stood) {
                stood = at;
                sinceNs = System.nanoTime();
                parks = 0;
            } else if (parks++ > PATIENCE_PARKS && System.nanoTime() - sinceNs > PATIENCE_NS) {
                journal.tell(
                        JournalNotice.HOLE_STALLED,
                        "the queue is closed with a record that is not committed: position=" + at + ", threads="
                                + Keeper.appendingThreads(),
                        null);
                committed = false;
                break;
            } else {
                LockSupport.parkNanos(this, COMMIT_PARK_NS);
            }
        }
        end = to;
        return committed;
    }

    /** Makes the rest of a block padding, so that it can be sealed; nobody else may write there. Returns its end. */
    private long finishBlock(long at) {
        int rest = (int) (-at & (BLOCK_BYTES - 1));
        if (rest > 0) {
            journal.pad(at, rest);
        }
        return at + rest;
    }

    private long seal(Sealer sealer, long to) {
        return sealer.sealTowards(to, journal.keeper.supply.wantedFrom(), System.nanoTime());
    }

    /**
     * Pads what is prepared of a claim that reaches beyond it, as the rest may never be: else nothing in its block could be
     * sealed. Whoever prepares more pads the rest.
     */
    void padToPrepared() {
        for (Journal.Claim claim : journal.abandoned) {
            long end = journal.prepared;
            long head = end - claim.position;
            if (head > 0 && head < claim.bytes && journal.abandoned.remove(claim)) {
                journal.abandoned.add(new Journal.Claim(end, (int) (claim.bytes - head)));
                journal.padRange(claim.position, (int) head);
                journal.padAbandoned();
            }
        }
    }
}
