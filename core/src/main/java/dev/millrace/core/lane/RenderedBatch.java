package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.outbox.TextRegion;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.event.Utf8Buffer;

/**
 * What is rendered and not settled yet: the text, its counts and the range of the journal that it stands for. Guarded by
 * the lane's lock.
 */
final class RenderedBatch {
    private static final int FIRST_BYTES = 16 << 10;
    private static final int MAX_KEPT_BYTES = 4 << 20;
    private static final long NONE = -1;

    private final long[] totals = new long[SinkLedger.TOTALS];
    private Utf8Buffer out = new Utf8Buffer(FIRST_BYTES);
    // Where the text is instead, if it was rendered ahead to where the sink writes it from; null otherwise.
    private TextRegion region;
    private boolean lost;
    private BatchCount count = new BatchCount();
    private long begin = NONE;
    private long end = NONE;
    private boolean committed;
    private boolean partial;

    /** Whether there is a batch that must be settled. */
    boolean isThere() {
        return end != NONE;
    }

    /** Whether the sink has taken it over. */
    boolean isCommitted() {
        return committed;
    }

    /** Where the range that it stands for ends. */
    long end() {
        return end;
    }

    Utf8Buffer out() {
        return out;
    }

    /** Number of bytes of the text. */
    int textBytes() {
        return region == null ? out.length() : region.length();
    }

    /** Whether the place of the text was given up before it was committed: it is to be rendered again. */
    boolean isLost() {
        return lost;
    }

    BatchCount count() {
        return count;
    }

    /** The text stands for the journal from {@code from} on. */
    void begins(long from) {
        begin = from;
    }

    /** Events are added one by one from now on; should that be interrupted, what is there stays and others are added. */
    void grows() {
        partial = true;
    }

    /** Whether events may be there that were added one by one, and the batch is not whole. */
    boolean isPartial() {
        return partial;
    }

    /** The batch is whole, and stands for the journal up to {@code to}. */
    void ends(long to) {
        end = to;
        partial = false;
    }

    /** Takes over what was rendered ahead. */
    void takeOver(AheadBlock block, long from) {
        begin = from;
        end = block.batch().endPosition();
        region = block.takeRegion();
        if (region == null) {
            out = block.exchange(out);
        }
        count = block.exchange(count);
    }

    /**
     * Brings the text out and books it.
     *
     * @return the journal position up to which all is dealt with; negative when that is not possible now
     */
    long settle(LaneSink sink, SinkLedger ledger, GapLine gap) {
        if (!committed) {
            ledger.totalsAfter(count, totals);
            long[] settled = totals.clone();
            if (commit(sink, settled) != LaneSink.Outcome.DONE) {
                return NONE;
            }
            SinkLedger.correct(count, totals, settled);
            committed = true;
            gap.committed();
        }
        // Before it is out and booked: what has no memory here is done again.
        Utf8Buffer next = out.bytes().length > MAX_KEPT_BYTES ? new Utf8Buffer(FIRST_BYTES) : out;
        LaneSink.Outcome outcome = sink.flush();
        if (outcome == LaneSink.Outcome.LATER) {
            return NONE;
        }
        if (outcome == LaneSink.Outcome.REFUSED) {
            long bytesOut = sink.bytesOut();
            count.refused(lines(bytesOut), lines(out.length()));
            gap.takeBack(bytesOut);
        } else {
            sink.correct(count);
        }
        gap.settled();
        ledger.book(count);
        long settled = end;
        committed = false;
        out = next;
        clear();
        return settled;
    }

    private LaneSink.Outcome commit(LaneSink sink, long[] settled) {
        if (region == null) {
            return sink.commit(out.bytes(), out.length(), begin, end, settled);
        }
        LaneSink.Outcome outcome = sink.commit(region, begin, end, settled);
        lost = outcome == LaneSink.Outcome.REFUSED;
        return outcome;
    }

    private void giveBack() {
        if (region != null) {
            region.giveBack();
            region = null;
        }
    }

    private int lines(long length) {
        int lines = 0;
        for (int i = 0; i < Math.min(length, out.length()); i++) {
            lines += out.bytes()[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    /** Takes the text back that the sink has not brought out; false where the sink keeps it. */
    boolean takeBack(LaneSink sink) {
        if (region != null) {
            // Before it is given up: this may fail.
            out.length(0);
            region.copyTo(out);
        }
        int written = sink.giveUp();
        if (written < 0) {
            return false;
        }
        giveBack();
        int rest = out.length() - written;
        System.arraycopy(out.bytes(), written, out.bytes(), 0, rest);
        out.length(rest);
        committed = false;
        return true;
    }

    /** Forgets it: it is read again. */
    void clear() {
        giveBack();
        lost = false;
        out.length(0);
        count.clear();
        end = NONE;
        partial = false;
    }
}
