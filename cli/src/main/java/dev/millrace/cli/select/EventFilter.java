package dev.millrace.cli.select;

import dev.millrace.event.LogEvent;
import dev.millrace.journal.ReadBatch;

/**
 * Decides which events of one journal are wanted, in four looks: at what a seal says of a block, at a batch, at a record's
 * fixed head, at the decoded event. Each look may let pass what the next one stops; together they are exact.
 *
 * <p>Not thread-safe: it remembers what it found out about the journal's names.
 *
 * @since 0.1.0
 */
public interface EventFilter {
    /** Whether some record of a block may be wanted that has this {@link dev.millrace.event.EventSummary}. */
    boolean acceptsBlock(long summary);

    /** Whether heads are looked at first, because nothing is to be said of a batch. */
    boolean beginsWithHeads();

    /** Whether some record of a batch may be wanted. The batch stands before its first record, and must be left so. */
    boolean acceptsBatch(ReadBatch batch);

    /** Whether the encoded event may be wanted; {@link LogEvent#levelOf} has said that it is one. */
    boolean acceptsHead(byte[] bytes, int offset, int length);

    /** Whether an event that passed the other looks is wanted. */
    boolean acceptsBody(LogEvent event);

    /** A filter for the same, to be used by another thread. */
    EventFilter another();
}
