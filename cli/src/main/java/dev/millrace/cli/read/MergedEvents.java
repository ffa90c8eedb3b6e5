package dev.millrace.cli.read;

import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.EventHead;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The wanted events of several journals in the order of their times. Within a journal its own order holds.
 *
 * <p>Not thread-safe.
 *
 * @since 0.1.0
 */
public final class MergedEvents {
    private final List<EventSource> sources;
    private final List<EventFilter> filters;
    private final boolean[] standing;

    /** Those of which nothing followed when they were asked last: to ask them for each event would take far too long. */
    private final boolean[] ended;

    private final boolean backward;
    private boolean pieces;

    /**
     * Creates a merge that goes on from where the sources stand.
     *
     * @param filters one for each source
     * @param backward from the newest to the oldest
     */
    public MergedEvents(List<EventSource> sources, List<EventFilter> filters, boolean backward) {
        this.sources = sources;
        this.filters = filters;
        this.backward = backward;
        this.standing = new boolean[sources.size()];
        for (int i = 0; i < standing.length; i++) {
            sources.get(i).reader().passOverBlocks(filters.get(i)::acceptsBlock);
        }
        this.ended = new boolean[sources.size()];
    }

    /** Lets one thread read record by record, so that each source always tells how far it is done. */
    public MergedEvents oneByOne() {
        pieces = true;
        return this;
    }

    /** Gives out what is there by now. Whoever follows calls it again. */
    public void drainTo(EventSink sink) throws IOException {
        if (sources.size() == 1) {
            drainOne(sink);
            return;
        }
        Arrays.fill(ended, false);
        while (true) {
            int next = earliest();
            if (next < 0) {
                return;
            }
            standing[next] = false;
            LogEvent event = sources.get(next).event();
            if (event != null && filters.get(next).acceptsBody(event) && !sink.take(next, event)) {
                return;
            }
        }
    }

    private void drainOne(EventSink sink) throws IOException {
        EventSource source = sources.get(0);
        EventFilter filter = filters.get(0);
        ReadBatch batch = source.batch();
        do {
            while (backward ? source.previousRecord() : source.nextRecord()) {
                if (!filter.acceptsHead(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                    continue;
                }
                LogEvent event = source.event();
                if (event != null && filter.acceptsBody(event) && !sink.take(0, event)) {
                    return;
                }
            }
            if (!backward && !pieces && !drainPieces(sink)) {
                return;
            }
        } while (backward ? source.fillBefore() : fillForward(source, filter));
    }

    /** Reads what is there already with several threads, once; what comes later comes slowly. */
    private boolean drainPieces(EventSink sink) throws IOException {
        pieces = true;
        return new PiecewiseReading(sources.get(0), filters.get(0)).drainTo(sink, () -> {});
    }

    /** Number of the source whose event comes next; -1 when there is none. */
    private int earliest() throws IOException {
        int chosen = -1;
        long chosenMicros = 0;
        for (int i = 0; i < standing.length; i++) {
            EventSource source = sources.get(i);
            ReadBatch batch = source.batch();
            if (!standing[i] && !ended[i]) {
                standing[i] = advance(source, filters.get(i), batch);
                ended[i] = !standing[i];
            }
            if (standing[i]) {
                long micros = EventHead.timestampMicros(batch.bytes(), batch.payloadOffset());
                if (chosen < 0 || (backward ? micros >= chosenMicros : micros < chosenMicros)) {
                    chosen = i;
                    chosenMicros = micros;
                }
            }
        }
        return chosen;
    }

    private boolean advance(EventSource source, EventFilter filter, ReadBatch batch) throws IOException {
        do {
            while (backward ? source.previousRecord() : source.nextRecord()) {
                if (filter.acceptsHead(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                    return true;
                }
            }
        } while (backward ? source.fillBefore() : fillForward(source, filter));
        return false;
    }

    private static boolean fillForward(EventSource source, EventFilter filter) throws IOException {
        while (source.fill()) {
            if (filter.acceptsBatch(source.batch())) {
                return true;
            }
        }
        return false;
    }
}
