package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.ReadBatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Consecutive records that were copied out of the journal ahead of their turn, and their text once somebody has
 * rendered it. Whoever brings the state from {@link #FILLED} to {@link #CLAIMED} owns the block until it sets the next.
 */
final class AheadBlock {
    /** Of no use at the moment; the lane's. */
    static final int FREE = 0;

    /** Holds records that nobody has begun to render. */
    static final int FILLED = 1;

    /** Is being rendered. */
    static final int CLAIMED = 2;

    /** Holds the records' text; the lane's. */
    static final int RENDERED = 3;

    /** Holds records that the lane must render itself, one by one; the lane's. */
    static final int DECLINED = 4;

    private final AtomicInteger state = new AtomicInteger(FREE);
    private ReadBatch batch;
    private Utf8Buffer out;
    private BatchCount count = new BatchCount();
    private long firstMicros;
    private long latestMicros;
    private long lastPosition;

    AheadBlock(int batchBytes) {
        batch = new ReadBatch(batchBytes);
        out = new Utf8Buffer(2 * batchBytes);
    }

    int state() {
        return state.get();
    }

    void state(int next) {
        state.set(next);
    }

    boolean claim() {
        return state.compareAndSet(FILLED, CLAIMED);
    }

    ReadBatch batch() {
        return batch;
    }

    Utf8Buffer out() {
        return out;
    }

    BatchCount count() {
        return count;
    }

    /** Time of the first event that is shown; meaningless when none is. */
    long firstMicros() {
        return firstMicros;
    }

    /** Latest time of all events that are shown. */
    long latestMicros() {
        return latestMicros;
    }

    /** Journal position of the last record. */
    long lastPosition() {
        return lastPosition;
    }

    /** What was found while rendering. */
    void rendered(long first, long latest, long last) {
        firstMicros = first;
        latestMicros = latest;
        lastPosition = last;
    }

    /** Takes another batch instead of its own, which is returned. */
    ReadBatch exchange(ReadBatch other) {
        ReadBatch own = batch;
        batch = other;
        return own;
    }

    /** Takes another buffer instead of its own, which is returned. */
    Utf8Buffer exchange(Utf8Buffer other) {
        Utf8Buffer own = out;
        out = other;
        return own;
    }

    /** Takes other counts instead of its own, which are returned. */
    BatchCount exchange(BatchCount other) {
        BatchCount own = count;
        count = other;
        return own;
    }
}
