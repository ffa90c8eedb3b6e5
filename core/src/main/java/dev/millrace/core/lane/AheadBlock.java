package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.ReadBatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Consecutive records that were copied out of the journal ahead of their turn, and their text once somebody has
 * rendered it. Whoever claims it when it is {@link #FILLED} owns it until it sets the next state.
 */
final class AheadBlock {
    /** Of no use at the moment; the lane's. */
    static final int FREE = 0;

    /** Holds records that nobody has begun to render. */
    static final int FILLED = 1;

    /** Is being rendered by the other thread. */
    static final int CLAIMED = 2;

    /** Holds the records' text; the lane's. */
    static final int RENDERED = 3;

    /** Holds records that the lane must render itself, one by one; the lane's. */
    static final int DECLINED = 4;

    /** Is being rendered by the lane, or was when it met an error; the lane's. */
    static final int CLAIMED_HERE = 5;

    /** With more text than that, a block is the lane's to render, piece by piece. */
    static final int MAX_TEXT_BYTES = 1 << 20;

    private final AtomicInteger state = new AtomicInteger(FREE);
    private ReadBatch batch;
    // Null where it has a region from the first time on.
    private Utf8Buffer out;
    // Where the text goes instead; null where the sink has no such place.
    private TextRegion region;
    private BatchCount count = new BatchCount();

    AheadBlock(int batchBytes) {
        batch = new ReadBatch(batchBytes);
    }

    int state() {
        return state.get();
    }

    void state(int next) {
        state.set(next);
    }

    /** {@code as}: {@link #CLAIMED} or {@link #CLAIMED_HERE}. */
    boolean claim(int as) {
        return state.compareAndSet(FILLED, as);
    }

    /** An error has ended the other thread: what it had claimed is the lane's to render. */
    void declineClaimed() {
        state.compareAndSet(CLAIMED, DECLINED);
    }

    ReadBatch batch() {
        return batch;
    }

    Utf8Buffer out() {
        if (out == null) {
            out = new Utf8Buffer(2 * batch.capacityBytes());
        }
        return out;
    }

    TextRegion region() {
        return region;
    }

    void region(TextRegion place) {
        region = place;
    }

    /** The region, which is not the block's any more. */
    TextRegion takeRegion() {
        TextRegion own = region;
        region = null;
        return own;
    }

    /** Gives the region back that was not used. */
    void giveBack() {
        TextRegion unused = takeRegion();
        if (unused != null) {
            unused.giveBack();
        }
    }

    /** Number of bytes of the text. */
    int textBytes() {
        return region == null ? out().length() : region.length();
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
        Utf8Buffer own = out();
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
