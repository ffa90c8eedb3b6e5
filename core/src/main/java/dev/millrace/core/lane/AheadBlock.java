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

    /** With more text than that, a block is the lane's to render, piece by piece. */
    static final int MAX_TEXT_BYTES = 1 << 20;

    private final AtomicInteger state = new AtomicInteger(FREE);
    private ReadBatch batch;
    private Utf8Buffer out;
    private BatchCount count = new BatchCount();

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
