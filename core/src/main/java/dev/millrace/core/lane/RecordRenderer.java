package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.status.HeapShortage;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.ReadBatch;
import dev.millrace.layout.Layout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/**
 * Renders a lane's records one by one, or counts why one is not rendered: it is denied, damaged, left over from an
 * earlier process or impossible to render. Such a record costs itself only. Guarded by the lane's lock.
 */
final class RecordRenderer {
    private final String name;
    private final StatusLog status;
    private final long startPosition;
    private final LogEvent event;
    private final GapLine gap;
    private final String lineSeparator = System.lineSeparator();
    private final HeapShortage shortage = new HeapShortage();

    /** A class is gone: the jar was replaced under the running program, or its class loader is closed. */
    private boolean crippled;

    private SinkRoute route;
    private FilterChain filters;
    private Layout layout;
    // Null where each event that is rendered goes into the text.
    private DecidingLayout decider;
    // Null where the layout has encoded what it renders, or there is nothing to do.
    private Transcoder transcoder;
    private Transcoder gapTranscoder;
    private LaneSink sink;
    private int mostBatchBytes;
    // Null until it is asked for.
    private BlockRenderer blocks;
    private long leftOver;
    // Of these, what a batch has that is not out.
    private long leftOverInBatch;
    // Where the records are that the sink's own writing has logged, in order.
    private final ArrayDeque<Long> echoes = new ArrayDeque<>();

    RecordRenderer(LaneParts parts, GapLine gap) {
        this.name = parts.cursor().name();
        this.status = parts.status();
        this.startPosition = parts.startPosition();
        this.event = new LogEvent(parts.dictionary());
        this.gap = gap;
        use(parts, parts.sink());
    }

    /** Renders as the parts say from now on. */
    void use(LaneParts parts, LaneSink nextSink) {
        route = parts.route();
        filters = parts.filters();
        layout = parts.layout();
        // In this order: most starts need no class for it.
        decider = !layout.isRepeatable() && layout instanceof DecidingLayout deciding ? deciding : null;
        // Most are of this one, and need no class for it.
        gapTranscoder = parts.charset().equals(StandardCharsets.UTF_8) ? null : Transcoder.of(parts.charset());
        // The consoles of a group have a charset each.
        transcoder = layout == route ? null : gapTranscoder;
        sink = nextSink;
        mostBatchBytes = parts.mostBatchBytes();
        blocks = null;
        gap.filters(filters, route);
    }

    /** Nothing is rendered from now on. */
    void useNothing() {
        filters = FilterChain.nothing();
        blocks = null;
        gap.waitForFilters();
    }

    /** The same for another sink. */
    void goesTo(LaneSink nextSink) {
        sink = nextSink;
        blocks = null;
    }

    /** How many bytes a batch has at most, about. */
    int batchBytes() {
        return Math.min(sink.batchBytes(), mostBatchBytes);
    }

    /**
     * Renders blocks on the lane's own thread. Null where each record has to be looked at by itself, or once only; where
     * not, they may be rendered ahead of their turn, too.
     */
    BlockRenderer forBlocks() {
        if (blocks == null
                && sink.takesWholeBatches()
                && filters.decidesByLevel()
                && route.decidesByLevel()
                && layout.isRepeatable()) {
            blocks = new BlockRenderer(event, route, filters, layout, transcoder);
        }
        return blocks;
    }

    /** A place of the sink's for the text of a batch that comes later; null where it has none, or lanes have to be small. */
    TextRegion region() {
        return mostBatchBytes < sink.batchBytes() ? null : sink.region();
    }

    /** Renders blocks on another thread, where that is possible. */
    BlockRenderer forBlocksElsewhere() {
        Layout another = layout.another();
        // A group's layout renders what it was asked about as the route.
        SinkRoute way = another instanceof SinkRoute both ? both : route.another();
        return new BlockRenderer(event.another(), way, filters, another, transcoder);
    }

    /** Whether the records from there on are this process's own. */
    boolean isOwn(long position) {
        return position >= startPosition;
    }

    /** Appends the line about events that are missing. */
    void appendGap(Utf8Buffer out) {
        int start = out.length();
        boolean done = false;
        try {
            gap.append(out, lineSeparator, gapTranscoder);
            done = true;
        } finally {
            if (!done) {
                out.length(start);
            }
        }
    }

    /** The sink's own writing has logged this record: written there, too, it would be logged again, for ever. */
    void leaveOutEcho(long position) {
        echoes.add(position);
    }

    private boolean isEcho(long position) {
        // Most have none: then the position is not made an object.
        return !echoes.isEmpty() && echoes.contains(position);
    }

    /** Whether one of the records before a position is such a one. */
    boolean hasEchoBefore(long position) {
        Long first = echoes.peek();
        return first != null && first < position;
    }

    /** A batch begins. */
    void begins() {
        event.unwrap();
    }

    /** Whether the sink may take the event that stands there, by its level and logger. */
    boolean mayTake(ByteBuffer data, int offset, int length) {
        int level = LogEvent.levelOf(data, offset, length);
        return level < 0 || (filters.mayAccept(level) && route.mayTake(LogEvent.loggerIdOf(data, offset), level));
    }

    /** Deals with the record of the moment; false when it must not go into this batch. */
    boolean take(ReadBatch batch, RenderedBatch to) {
        byte[] bytes = batch.bytes();
        int offset = batch.payloadOffset();
        int length = batch.payloadLength();
        BatchCount count = to.count();
        if (batch.position() >= startPosition) {
            if (isEcho(batch.position())) {
                count.filtered();
                return true;
            }
            return render(bytes, offset, length, to.out(), count);
        }
        if (!sink.takesLeftovers()) {
            leaveOut(bytes, offset, length, count);
        } else if (!render(bytes, offset, length, to.out(), count)) {
            return false;
        }
        count.recovered();
        return true;
    }

    private void leaveOut(byte[] bytes, int offset, int length, BatchCount count) {
        int level = LogEvent.levelOf(bytes, offset, length);
        if (level < 0) {
            count.damaged();
        } else {
            count.leftOver(level);
            leftOver++;
            leftOverInBatch++;
        }
    }

    /** Everything before the position is dealt with: says what was left out, once that is all. */
    void dealtWith(long position) {
        leftOverInBatch = 0;
        while (hasEchoBefore(position)) {
            echoes.remove();
        }
        if (leftOver > 0 && position >= startPosition) {
            sayLeftOver();
        }
    }

    private void sayLeftOver() {
        status.add(
                StatusCode.MR307,
                "sink " + name + ": " + leftOver + " events that an earlier process had logged were not printed: a"
                        + " console prints no event of an earlier process");
        leftOver = 0;
    }

    private boolean render(byte[] bytes, int offset, int length, Utf8Buffer to, BatchCount count) {
        int start = to.length();
        int level = -1;
        try {
            if (!event.wrap(bytes, offset, length)) {
                count.damaged();
                status.add(StatusCode.MR308, "sink " + name + ": a damaged record was skipped and counted");
                return true;
            }
            level = event.level();
            int copies = route.copiesOf(event);
            if (copies == 0 || !filters.accepts(event)) {
                count.filtered();
                return true;
            }
            LaneSink.Place place = sink.place(event, start);
            if (place == LaneSink.Place.NEXT_BATCH) {
                return false;
            }
            if (place == LaneSink.Place.HERE) {
                append(copies, to, start);
                place = became();
            }
            count(place, level, count);
        } catch (RuntimeException | Error e) {
            to.length(start);
            boolean told = crippled;
            crippled = e instanceof LinkageError;
            if (crippled && !told) {
                status.add(
                        StatusCode.MR008,
                        "sink " + name + ": an event waits for a class that cannot be loaded (was the jar replaced, or"
                                + " its class loader closed?); the next start writes it",
                        e);
            }
            if (crippled || shortage.mayPass(e)) {
                // Somebody has filled the heap, or taken our classes: the record is not to blame and comes again.
                return false;
            }
            // Whatever it was, the lane goes on behind this record.
            count.failed(level);
            status.add(StatusCode.MR308, "sink " + name + ": an event could not be rendered and was skipped", e);
        }
        return true;
    }

    private void append(int copies, Utf8Buffer to, int start) {
        layout.render(event, to);
        if (transcoder != null) {
            transcoder.apply(to, start);
        }
        if (copies > 1) {
            BlockRenderer.repeat(layout, copies, to, start);
        }
    }

    private LaneSink.Place became() {
        return decider == null ? LaneSink.Place.HERE : decider.became();
    }

    private static void count(LaneSink.Place place, int level, BatchCount count) {
        if (place == LaneSink.Place.HERE) {
            count.delivered(level);
        } else if (place == LaneSink.Place.FILTERED) {
            count.filtered();
        } else {
            count.failed(level);
        }
    }

    /** Whether the record of the moment waits for memory, or for a class. */
    boolean isStarved() {
        return crippled || shortage.isThere();
    }

    /** The record of the moment is dealt with, or not tried any more. */
    void isFed() {
        crippled = false;
        shortage.isOver();
    }

    /** What was rendered and not committed is forgotten. */
    void forgets() {
        isFed();
        leftOver -= leftOverInBatch;
        leftOverInBatch = 0;
        gap.takeBack(0);
        gap.settled();
    }

    /** Renders one event and writes it past the journal. */
    void writeLate(byte[] bytes, int length, BatchCount single) {
        int level = LogEvent.levelOf(bytes, 0, length);
        try {
            Utf8Buffer late = new Utf8Buffer(Math.max(256, length * 2));
            int copies = event.wrap(bytes, 0, length) ? route.copiesOf(event) : 0;
            if (copies == 0 || !filters.accepts(event)) {
                single.filtered();
                return;
            }
            append(copies, late, 0);
            sink.writeLate(late.bytes(), late.length());
            count(became(), level, single);
        } catch (IOException | RuntimeException | Error e) {
            single.failed(level);
            status.add(StatusCode.MR308, "sink " + name + ": an event logged after closing was not written", e);
        }
    }
}
