package dev.millrace.core;

import dev.millrace.event.EventSummary;
import dev.millrace.journal.RecordSummary;
import java.nio.ByteBuffer;

/** Has the journal's seals say which levels and loggers are in their blocks: who searches passes over the others. */
final class SummaryOfEvents implements RecordSummary {
    @Override
    public long of(ByteBuffer data, int payloadOffset, int payloadLength) {
        return EventSummary.of(data, payloadOffset, payloadLength);
    }
}
