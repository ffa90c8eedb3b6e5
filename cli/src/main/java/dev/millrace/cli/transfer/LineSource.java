package dev.millrace.cli.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines, in one buffer that is used again and again. A line ends with LF or CR LF; the last one may
 * end with the stream. Not thread-safe.
 */
final class LineSource {
    /** Bytes behind {@link #filled()} and the LF there that can be read, whatever they are. */
    static final int MARGIN_BYTES = 64;

    /** Little, so that it stays in the processor's caches with what it becomes. */
    private static final int READ_BYTES = 64 << 10;

    private static final long LF = Scan.pattern('\n');

    /** With which some programs begin a file of UTF-8. */
    static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final InputStream in;
    private final int maxLineBytes;
    private final byte[] buffer;
    private int next;
    private int filled;
    private boolean ended;

    private int from;
    private int to;
    private boolean tooLong;
    private long number;

    LineSource(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
        // A line with CR LF, and room for reading on behind it.
        this.buffer = new byte[maxLineBytes + 2 + READ_BYTES + 1 + MARGIN_BYTES];
        this.buffer[0] = '\n';
    }

    /** Passes over the mark of UTF-8 that the stream may begin with. Before anything else was read. */
    void passMark() throws IOException {
        boolean more = true;
        // Of a pipe no more is waited for than may be the mark.
        while (more && filled < MARK.length && Arrays.equals(buffer, 0, filled, MARK, 0, filled)) {
            more = fill();
        }
        if (LogLines.startsWith(buffer, 0, filled, MARK)) {
            next = MARK.length;
        }
    }

    /** Goes to the next line; false when there is none. */
    boolean next() throws IOException {
        int searched = next;
        while (true) {
            int end = Scan.indexOf(buffer, searched, filled, LF);
            if (end < filled) {
                return line(end, end + 1);
            }
            if (filled - next > maxLineBytes + 1) {
                return restOfLongLine();
            }
            searched = filled - next;
            if (!fill()) {
                return filled > next && line(filled, filled);
            }
            searched += next;
        }
    }

    private boolean line(int end, int behind) {
        from = next;
        to = end > next && behind > end && buffer[end - 1] == '\r' ? end - 1 : end;
        next = behind;
        number++;
        tooLong = to - from > maxLineBytes;
        return true;
    }

    /** Keeps the first bytes of the line and passes over the others. */
    private boolean restOfLongLine() throws IOException {
        if (next > 0) {
            System.arraycopy(buffer, next, buffer, 0, filled - next);
        }
        from = 0;
        to = maxLineBytes;
        number++;
        tooLong = true;
        next = maxLineBytes;
        filled = maxLineBytes;
        while (read()) {
            int end = Scan.indexOf(buffer, maxLineBytes, filled, LF);
            if (end < filled) {
                next = end + 1;
                return true;
            }
            filled = maxLineBytes;
        }
        return true;
    }

    private boolean fill() throws IOException {
        if (next > 0) {
            System.arraycopy(buffer, next, buffer, 0, filled - next);
            filled -= next;
            next = 0;
        }
        return read();
    }

    private boolean read() throws IOException {
        int room = buffer.length - 1 - MARGIN_BYTES - filled;
        int count = ended ? -1 : in.read(buffer, filled, Math.min(READ_BYTES, room));
        ended = count < 0;
        filled += Math.max(0, count);
        buffer[filled] = '\n';
        return !ended;
    }

    /** Where the next line begins. */
    int start() {
        return next;
    }

    /** Where what was read ends. An LF stands there, and {@link #MARGIN_BYTES} more bytes can be read. */
    int filled() {
        return filled;
    }

    /** Reads on when the end of the next line is not there yet; false when it is, or when nothing follows. */
    boolean readOn() throws IOException {
        boolean there = Scan.indexOf(buffer, next, filled, LF) < filled || filled - next > maxLineBytes;
        return !there && fill();
    }

    /** Goes to the next line, whose LF is there; false, and nothing changes, when the line is too long. */
    boolean next(int end) {
        return end - next <= maxLineBytes && line(end, end + 1);
    }

    /** Holds the line; it may be written into behind {@link #to()} by the next call of {@link #next()} only. */
    byte[] bytes() {
        return buffer;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Whether the line is longer than the limit, and cut off there. */
    boolean isTooLong() {
        return tooLong;
    }

    /** Number of the line, from 1. */
    long number() {
        return number;
    }
}
