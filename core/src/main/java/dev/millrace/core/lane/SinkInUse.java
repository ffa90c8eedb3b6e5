package dev.millrace.core.lane;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.RecoveredBatch;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import java.util.function.BooleanSupplier;

/**
 * The sink that a lane has at the moment: opened as soon as it may be, closed when another takes its place. Guarded by
 * the lane's lock, but for what says otherwise.
 */
final class SinkInUse {
    private final Journal journal;
    private final Cursor cursor;
    private final SinkLedger ledger;
    private volatile LaneSink sink;
    // Whether the sink may open its file; null: it may.
    private BooleanSupplier mayBegin;
    private volatile boolean begun;
    private volatile boolean bounded;

    SinkInUse(Journal journal, Cursor cursor, SinkLedger ledger, LaneSink sink) {
        this.journal = journal;
        this.cursor = cursor;
        this.ledger = ledger;
        this.sink = sink;
    }

    /** The sink. Any thread. */
    LaneSink get() {
        return sink;
    }

    /** Whether it is open and has finished what an earlier process left. Any thread. */
    boolean hasBegun() {
        return begun;
    }

    /** Opens the sink and finishes what an earlier process left; false when that is not possible now. */
    boolean begin() {
        if (begun) {
            return true;
        }
        if ((mayBegin != null && !mayBegin.getAsBoolean())
                || sink.recover(!journal.recoveredAfterReboot()) != LaneSink.Outcome.DONE) {
            return false;
        }
        RecoveredBatch recovered = sink.recovered();
        if (recovered != null && journal.recovered()) {
            ledger.restore(recovered.totals().toArray());
            long end = Math.min(recovered.journalEnd(), journal.tailPosition());
            if (end > cursor.position()) {
                cursor.seek(end);
                cursor.release(end);
            }
        }
        begun = true;
        // It knows the lanes that were there before, and those knew others.
        mayBegin = null;
        return true;
    }

    /** The sink may not be opened before {@code condition} says so. */
    void beginsWhen(BooleanSupplier condition) {
        mayBegin = condition;
    }

    /** Closes the sink and goes on with the switch's, if that brings one; null: it does not. */
    void exchange(LaneSwitch next, LaneSink successor) {
        if (successor == null) {
            return;
        }
        if (begun) {
            sink.end();
            sink.forget();
        }
        sink.close();
        begun = false;
        mayBegin = next.mayBegin();
        sink = successor;
        if (bounded) {
            successor.boundWrites();
        }
    }

    /** Closes the sink for good, and removes what only recovery needs. */
    void end() {
        sink.end();
        sink.forget();
        sink.close();
    }

    /** From now on no write waits for long. Any thread. */
    void boundWrites() {
        // First: a sink that takes the place of this one meanwhile sees it, or is the one below.
        bounded = true;
        sink.boundWrites();
    }

    /** Whether no write waits for long any more. Any thread. */
    boolean isBounded() {
        return bounded;
    }
}
