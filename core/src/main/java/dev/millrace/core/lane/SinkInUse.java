package dev.millrace.core.lane;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.RecoveredBatch;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;

/**
 * The sink that a lane has at the moment: opened as soon as it may be, closed when another takes its place. Guarded by
 * the lane's lock, but for what says otherwise.
 */
final class SinkInUse {
    private final Journal journal;
    private final Cursor cursor;
    private final SinkLedger ledger;
    private volatile LaneSink sink;
    // When the sink may open its files; null: now.
    private Turn turn;
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

    /** Whether it waits to be opened until another sink has left its place, and that one fails. */
    boolean isBlocked() {
        return !begun && turn != null && turn.isBlocked();
    }

    /** Opens the sink and finishes what an earlier process left; false when that is not possible now. */
    boolean begin() {
        if (begun) {
            return true;
        }
        if (turn != null && !turn.hasCome()) {
            return false;
        }
        boolean done = sink.recover(!journal.recoveredAfterReboot()) == LaneSink.Outcome.DONE;
        RecoveredBatch recovered = journal.recovered() ? sink.recovered() : null;
        long end = recovered == null ? 0 : Math.min(recovered.journalEnd(), journal.tailPosition());
        if (!done) {
            if (end > cursor.position()) {
                // It will be written: whoever has to skip what this sink holds back begins behind it.
                cursor.kept(cursor.keeps(end));
            }
            return false;
        }
        if (recovered != null) {
            ledger.restore(recovered.totals().toArray());
            if (end > cursor.position()) {
                cursor.seek(end);
                cursor.release(end);
            }
        }
        begun = true;
        // It knows the lanes that were there before, and those knew others.
        turn = null;
        return true;
    }

    /** The sink may not be opened before {@code itsTurn} has come. */
    void beginsWhen(Turn itsTurn) {
        turn = itsTurn;
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
        turn = next.turn();
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
