package dev.millrace.core.outbox;

import dev.millrace.event.Utf8Buffer;
import java.nio.ByteBuffer;

/**
 * A place in an outbox where the text of a batch is put together before its turn, so that a commit has nothing to copy.
 * Belongs to one thread at a time: to whoever puts text, then to the lane, which commits it and gives the place back.
 *
 * @since 0.1.0
 */
public final class TextRegion {
    /** How much text a region takes. */
    public static final int BYTES = 1 << 20;

    private static final int PAGE_BYTES = 4096;
    // Longer than most lines, so that a text from before is not taken for this one.
    private static final int SAMPLE_BYTES = 256;

    private final Outbox outbox;
    private final int begin;
    private final ByteBuffer mapped;
    private final ByteBuffer data;
    private int length;
    private boolean taken;
    // Not private: what nobody could read would not be worked out.
    int seen;

    TextRegion(Outbox outbox, int begin, ByteBuffer data) {
        this.outbox = outbox;
        this.begin = begin;
        this.mapped = data;
        this.data = data.slice(begin, BYTES);
    }

    boolean isOf(Outbox other) {
        return outbox == other;
    }

    int begin() {
        return begin;
    }

    ByteBuffer mapped() {
        return mapped;
    }

    /** Whether what stands in the outbox's data from there to there is in this region, too. */
    boolean overlaps(int from, int to) {
        return from < begin + BYTES && begin < to;
    }

    /** Number of bytes that were put. */
    public int length() {
        return length;
    }

    /** Whether the text ends with a line's end, or there is none. */
    public boolean endsLine() {
        return length == 0 || data.get(length - 1) == '\n';
    }

    /** Appends a text; false when there is no room for it, or it does not get there. */
    public boolean put(Utf8Buffer text) {
        int count = text.length();
        if (count > BYTES - length) {
            return false;
        }
        data.put(length, text.bytes(), 0, count);
        int start = length;
        length += count;
        return isThere(start, text);
    }

    /** A page that cannot be written to is told late, perhaps to nobody who knows what was put; each is looked at. */
    private boolean isThere(int start, Utf8Buffer text) {
        ByteBuffer bytes = ByteBuffer.wrap(text.bytes());
        for (int page = start; page < length; page = (page | PAGE_BYTES - 1) + 1) {
            // Word by word: what compares arrays at once may not survive a page without its disk.
            int last = Math.min(page + SAMPLE_BYTES, length) - Long.BYTES;
            for (int at = page; at <= last; at += Long.BYTES) {
                if (data.getLong(at) != bytes.getLong(at - start)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Appends what was put to another buffer. */
    public void copyTo(Utf8Buffer to) {
        int at = to.length();
        data.get(0, to.ensure(length), at, length);
        to.length(at + length);
    }

    boolean isTaken() {
        return taken;
    }

    void take() {
        length = 0;
        taken = true;
    }

    /** The lane has no use for it any more; not before its batch is done or given up. */
    public void giveBack() {
        taken = false;
    }

    /** Whether a page has lost its disk since the text was put is told to the one who looks at it. */
    void look() {
        for (int at = 0; at < length; at += PAGE_BYTES) {
            seen += data.get(at);
        }
    }
}
