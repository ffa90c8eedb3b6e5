package dev.millrace.core.sink;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.event.LogEvent;
import java.io.Closeable;
import java.io.IOException;

/**
 * Takes a lane's rendered batches, one at a time: {@link #commit}, then {@link #flush} until it is out. Guarded by the
 * lane's lock. None of the methods waits for a failing sink to recover: they answer {@link Outcome#LATER}.
 *
 * @since 0.1.0
 */
public interface LaneSink extends Closeable {
    /** How an attempt went. */
    enum Outcome {
        /** It succeeded. */
        DONE,
        /** Not now: try again after {@link #retryDelayNs()}. */
        LATER,
        /** Never: the batch is given up and counted. */
        REFUSED
    }

    /** What becomes of an event that the filters take. */
    enum Place {
        /** It goes into the batch that is being rendered. */
        HERE,
        /** The batch must end before it. */
        NEXT_BATCH,
        /** A filter behind the sink's own ones denies it. */
        FILTERED,
        /** There is no way to write it. */
        FAILED
    }

    /** How many bytes of events a batch has at most, about. */
    default int batchBytes() {
        return 512 << 10;
    }

    /**
     * Finishes what an earlier process left half-written; called again until it is done, before anything else.
     *
     * @param trusted false when the machine was restarted in between: what was left is not to be relied upon
     */
    Outcome recover(boolean trusted);

    /** What {@link #recover} found, done or not yet; null when there was nothing. */
    RecoveredBatch recovered();

    /**
     * Whether the batch that is being rendered must end before an event, because that goes to another file. When the
     * batch is empty, the answer is false and the sink goes on to that file.
     *
     * @param eventMicros the event's time, in microseconds since 1970
     * @param batchBytes bytes of the batch so far
     */
    default boolean cutBefore(long eventMicros, int batchBytes) {
        return false;
    }

    /**
     * Whether {@link #cutBefore} says all there is to say about where an event goes, also when it is asked about the
     * latest event and all bytes of a batch at once.
     */
    default boolean takesWholeBatches() {
        return false;
    }

    /** Called when there is nothing to write, at least once a second: does what the clock asks for. */
    default void idle() {}

    /**
     * Decides about an event, before it is rendered. A batch that is empty takes it or gives it up.
     *
     * @param batchBytes bytes of the batch so far
     */
    default Place place(LogEvent event, int batchBytes) {
        return cutBefore(event.timestampMicros(), batchBytes) ? Place.NEXT_BATCH : Place.HERE;
    }

    /**
     * Takes over a batch.
     *
     * @param bytes the batch is the first {@code length} bytes; they are valid until {@link #flush} is done
     * @param journalBegin journal position of the first record
     * @param journalEnd journal position behind the last record
     * @param totals the sink's running counters once the batch is out; it moves what has no way to its file to what failed
     */
    Outcome commit(byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals);

    /**
     * A place for the text of a batch that comes later, so that {@link #commit(TextRegion, long, long, long[])} copies
     * nothing; null where the sink has none.
     */
    default TextRegion region() {
        return null;
    }

    /**
     * Takes over a batch whose text is in a region, which stays as it is until {@link #flush} is done.
     *
     * @return {@link Outcome#REFUSED} when the region is not one of the sink's any more: the records are to come again
     */
    default Outcome commit(TextRegion text, long journalBegin, long journalEnd, long[] totals) {
        return Outcome.REFUSED;
    }

    /** What was rendered since the last batch is not committed: its records come again, or are counted as lost. */
    default void forgetBatch() {}

    /** Brings the committed batch out. */
    Outcome flush();

    /** Once {@link #flush} has refused the batch: how many of its first bytes are out all the same. */
    default long bytesOut() {
        return 0;
    }

    /** Once {@link #flush} is done: has the batch's counts say which events had lost their way to a file by then. */
    default void correct(BatchCount count) {}

    /**
     * Takes over the batch that the sink before has committed and cannot bring out, as it is, so that no kill loses or
     * doubles it; {@link #recover} brings it out. Called before that, or never; false where this sink knows no way.
     */
    default boolean takeOver(LaneSink before) {
        return false;
    }

    /**
     * Gives the committed batch up, for the text to go to a sink that loses what a kill interrupts.
     *
     * @return how many of its first bytes, in whole lines, are out; negative where the sink keeps it
     */
    default int giveUp() {
        return -1;
    }

    /** Writes bytes past the journal: an event that was logged after closing had begun. */
    void writeLate(byte[] bytes, int length) throws IOException;

    /**
     * From now on no write may wait for long, because the program ends: what is not out after a second is answered with
     * {@link Outcome#LATER}. Any thread.
     */
    default void boundWrites() {}

    /** From now on what the program has put in place of a standard stream is written to in the background, too. Any thread. */
    default void followStream() {}

    /** Whether that is so, or there is no such stream. Any thread. */
    default boolean followsStream() {
        return true;
    }

    /** How long to wait after {@link Outcome#LATER}, in nanoseconds. */
    long retryDelayNs();

    /** Whether a sink that is far behind may take its time, so that those who log have theirs. */
    default boolean canWait() {
        return false;
    }

    /**
     * The thread that runs code of the program to write, which may log, or wait for what a caller holds; null while none
     * does. Any thread.
     */
    default Thread foreignWriter() {
        return null;
    }

    /** Whether attempts fail at the moment. Any thread. */
    boolean isFailing();

    /** Grows with every piece that went out, so that a stalled sink can be told from a slow one. Any thread. */
    long progress();

    /** Whether events of an earlier process are given to this sink; false: at most once after a crash. */
    boolean takesLeftovers();

    /** Writes what comes last, when all is out and the sink is to be closed; at most one attempt. */
    default void end() {}

    /** Removes files that only serve recovery; called when nothing is pending. */
    void forget();

    @Override
    void close();
}
