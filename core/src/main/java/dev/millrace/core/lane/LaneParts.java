package dev.millrace.core.lane;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Dictionary;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.layout.Layout;
import java.nio.charset.Charset;

/**
 * What a lane is put together from.
 *
 * @param journal the journal it reads
 * @param cursor its read position there
 * @param dictionary the journal's dictionary
 * @param route which loggers reach the sink
 * @param filters which events the sink takes
 * @param layout how they are rendered; used by this lane only
 * @param charset what the sink's bytes are encoded in
 * @param sink where they go
 * @param ledger the sink's books
 * @param status told of records that cannot be read or rendered
 * @param startPosition what lies before was logged by earlier processes
 * @param mostBatchBytes what a batch has at most, whatever the sink would take: a share of the heap
 * @since 0.1.0
 */
public record LaneParts(
        Journal journal,
        Cursor cursor,
        Dictionary dictionary,
        SinkRoute route,
        FilterChain filters,
        Layout layout,
        Charset charset,
        LaneSink sink,
        SinkLedger ledger,
        StatusLog status,
        long startPosition,
        int mostBatchBytes) {}
