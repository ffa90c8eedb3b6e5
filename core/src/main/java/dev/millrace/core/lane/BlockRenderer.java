package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.ReadBatch;
import dev.millrace.layout.Layout;

/**
 * Renders whole blocks as long as nothing is the matter with them. Anything else (a damaged record, a failure, a text
 * that grows too long, one that is written several times) is declined, and then the lane's to deal with. Belongs to one
 * thread.
 */
final class BlockRenderer {
    private final LogEvent event;
    private final SinkRoute route;
    private final FilterChain filters;
    private final Layout layout;
    private final Transcoder transcoder;
    private final int maxBytes;

    BlockRenderer(
            LogEvent event, SinkRoute route, FilterChain filters, Layout layout, Transcoder transcoder, int maxBytes) {
        this.event = event;
        this.route = route;
        this.filters = filters;
        this.layout = layout;
        this.transcoder = transcoder;
        this.maxBytes = maxBytes;
    }

    /** Renders a block that was claimed, and gives it back to the lane. */
    void render(AheadBlock block) {
        boolean done = false;
        try {
            done = renderAll(block);
        } catch (RuntimeException | Error e) {
            // The lane meets it again, and says so.
            done = false;
        } finally {
            block.state(done ? AheadBlock.RENDERED : AheadBlock.DECLINED);
        }
    }

    private boolean renderAll(AheadBlock block) {
        ReadBatch batch = block.batch();
        Utf8Buffer out = block.out();
        BatchCount count = block.count();
        out.length(0);
        count.clear();
        event.unwrap();
        long first = 0;
        long latest = Long.MIN_VALUE;
        long last = 0;
        while (batch.next()) {
            last = batch.position();
            if (!event.wrap(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                return false;
            }
            int copies = route.copiesOf(event);
            if (copies == 0 || !filters.accepts(event)) {
                count.filtered();
                continue;
            }
            if (copies > 1) {
                return false;
            }
            int start = out.length();
            layout.render(event, out);
            if (transcoder != null) {
                transcoder.apply(out, start);
            }
            count.delivered(event.level());
            long micros = event.timestampMicros();
            if (latest == Long.MIN_VALUE) {
                first = micros;
            }
            latest = Math.max(latest, micros);
            if (out.length() > maxBytes) {
                return false;
            }
        }
        count.filtered(batch.takePassedOver());
        block.rendered(first, latest, last);
        return true;
    }
}
