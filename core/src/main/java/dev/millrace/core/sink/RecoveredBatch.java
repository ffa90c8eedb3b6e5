package dev.millrace.core.sink;

import dev.millrace.core.outbox.Totals;

/**
 * A batch that an earlier process had committed: out by now, or once its file takes it.
 *
 * @param journalEnd journal position behind its last record
 * @param totals the sink's running counters including it
 * @since 0.1.0
 */
public record RecoveredBatch(long journalEnd, Totals totals) {}
