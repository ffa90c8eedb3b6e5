package dev.millrace.core.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A console's writes once the program ends: none of them holds its caller for more than a second, and after the first
 * that takes so long, none holds it at all until that one is through. Guarded by the lane's lock, but for {@link #isLate()}.
 */
final class ExitWriter {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong progress;
    private OutputStream target;
    private PieceSize size;
    private BoundedWrite underWay;
    // Its writing has ended, and nobody has been told.
    private BoundedWrite batchThrough;
    private boolean isBatchUnderWay;
    private volatile boolean late;

    ExitWriter(AtomicLong progress) {
        this.progress = progress;
    }

    /** Where what begins from now on goes to. */
    void goesTo(OutputStream nextTarget, PieceSize nextSize) {
        target = nextTarget;
        size = nextSize;
    }

    /** Writes a batch; false when it must be asked again with the same batch, whose bytes may be on their way. */
    boolean writeBatch(byte[] bytes, int count) throws IOException {
        if (batchThrough == null) {
            if (!isBatchUnderWay) {
                if (!isIdle()) {
                    return false;
                }
                begin(bytes, count);
                isBatchUnderWay = true;
            }
            if (!isIdle()) {
                return false;
            }
        }
        BoundedWrite batch = batchThrough;
        batchThrough = null;
        batch.finish();
        return true;
    }

    /** Writes an event past the journal; it is given up when what went before is not through. */
    void writeLate(byte[] bytes, int count) throws IOException {
        if (!isIdle()) {
            throw new IOException("nobody reads it");
        }
        BoundedWrite event = begin(bytes, count);
        // What is on its way when the patience ends may still arrive.
        if (isIdle()) {
            event.finish();
        }
    }

    /** Whether a write takes longer than anybody waits. */
    boolean isLate() {
        return late;
    }

    private BoundedWrite begin(byte[] bytes, int count) {
        underWay = BoundedWrite.begin(target, bytes, count, size, progress);
        return underWay;
    }

    private boolean isIdle() {
        if (underWay == null) {
            return true;
        }
        late = !underWay.hasEnded(late ? 0 : PATIENCE_NS);
        if (late) {
            return false;
        }
        if (isBatchUnderWay) {
            isBatchUnderWay = false;
            batchThrough = underWay;
        }
        underWay = null;
        return true;
    }
}
