package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.ReadBatch;
import dev.millrace.layout.Layout;

/**
 * Renders the records of a batch in one go, as long as nothing is the matter with them: this is the way that nearly all
 * events take. What needs more (a damaged record, a failure) is left to the lane. Belongs to one thread.
 */
final class BlockRenderer {
    // So much text stays in the nearer caches until it is copied to where it is written from.
    private static final int PIECE_BYTES = 48 << 10;

    // What is next behind some records: more of them, the end of the batch or text, or one to be dealt with by itself.
    private static final int MORE = 0;
    private static final int END = 1;
    private static final int DECLINED = 2;

    private final LogEvent event;
    private final SinkRoute route;
    private final FilterChain filters;
    private final Layout layout;
    private final Transcoder transcoder;
    private final boolean plainly;
    // Null before the first text that goes into a region.
    private Utf8Buffer piece;

    BlockRenderer(LogEvent event, SinkRoute route, FilterChain filters, Layout layout, Transcoder transcoder) {
        this.event = event;
        this.route = route;
        this.filters = filters;
        this.layout = layout;
        this.transcoder = transcoder;
        this.plainly = layout.rendersPlain();
    }

    /** Renders a block that was claimed, and gives it back to the lane. */
    void render(AheadBlock block) {
        boolean done = false;
        try {
            TextRegion region = block.region();
            done = region == null
                    ? render(block.batch(), block.out(), block.count(), AheadBlock.MAX_TEXT_BYTES)
                            && block.batch().restBytes() == 0
                    : renderInPieces(block.batch(), region, block.count());
        } catch (RuntimeException | Error e) {
            // No memory for the text: the lane does it record by record.
        } finally {
            block.state(done ? AheadBlock.RENDERED : AheadBlock.DECLINED);
        }
    }

    /** Renders all of a batch into a region; false also when that is too small. */
    private boolean renderInPieces(ReadBatch batch, TextRegion region, BatchCount count) {
        if (piece == null || piece.bytes().length > AheadBlock.MAX_TEXT_BYTES) {
            piece = new Utf8Buffer(2 * PIECE_BYTES);
        }
        return render(batch, piece, count, PIECE_BYTES, region);
    }

    /**
     * Renders a batch from the record behind the current one on, to its end or until there are {@code maxBytes} of text.
     *
     * @return false when a record is to be dealt with by itself; out and count are then of no use
     */
    boolean render(ReadBatch batch, Utf8Buffer out, BatchCount count, int maxBytes) {
        return render(batch, out, count, maxBytes, null);
    }

    /** {@code region}: takes whatever there is whenever there are {@code maxBytes}; null for none. */
    private boolean render(ReadBatch batch, Utf8Buffer out, BatchCount count, int maxBytes, TextRegion region) {
        out.length(0);
        count.clear();
        event.unwrap();
        try {
            int next;
            do {
                next = renderPiece(batch, out, count, maxBytes);
                if (next == DECLINED || (region != null && !region.put(out))) {
                    return false;
                }
                if (region != null) {
                    out.length(0);
                }
            } while (region != null && next == MORE);
        } catch (RuntimeException | Error e) {
            // The lane meets it again, and says so.
            return false;
        }
        count.filtered(batch.takePassedOver());
        return true;
    }

    private int renderPiece(ReadBatch batch, Utf8Buffer out, BatchCount count, int maxBytes) {
        int next;
        do {
            next = renderNext(batch, out, count);
        } while (next == MORE && out.length() < maxBytes);
        return next;
    }

    /**
     * The next record. All of rendering is compiled here, once and early: it is long enough for HotSpot not to make it a
     * part of the loops around it, which would be compiled with it, each for its middle and once more for its beginning.
     */
    private int renderNext(ReadBatch batch, Utf8Buffer out, BatchCount count) {
        if (!batch.next()) {
            return END;
        }
        byte[] bytes = batch.bytes();
        int offset = batch.payloadOffset();
        int length = batch.payloadLength();
        assert offset > 0 && length >= 0 && length <= bytes.length - offset && batch.restBytes() >= 0;
        count.reaches(batch.position());
        boolean plain = plainly && event.wrapPlain(bytes, offset, length);
        if (!plain && !event.wrap(bytes, offset, length)) {
            return DECLINED;
        }
        int copies = route.copiesOf(event);
        if (copies == 0 || !filters.accepts(event)) {
            count.filtered();
            return MORE;
        }
        int start = out.length();
        if (!plain || !layout.renderPlain(event, out)) {
            if (plain && !event.wrap(bytes, offset, length)) {
                return DECLINED;
            }
            layout.render(event, out);
        }
        assert out.length() >= start && out.length() <= out.bytes().length;
        if (transcoder != null) {
            transcoder.apply(out, start);
        }
        if (copies > 1) {
            repeat(layout, copies, out, start);
        }
        count.delivered(event.level());
        count.at(event.timestampMicros());
        return MORE;
    }

    /** An event that comes by several ways is written once for each: in one piece, so that no roll comes between. */
    static void repeat(Layout layout, int copies, Utf8Buffer out, int start) {
        int begin = layout.textBegin(start);
        int length = out.length() - begin;
        out.ensure(Math.multiplyExact(length, copies - 1));
        for (int i = 1; i < copies; i++) {
            out.put(out.bytes(), begin, length);
        }
        layout.repeated(out.length());
    }
}
