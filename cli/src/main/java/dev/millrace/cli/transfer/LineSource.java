package dev.millrace.cli.transfer;

import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a stream into lines, in one buffer that is used again and again. A line ends with LF or CR LF; the last one may
 * end with the stream. Not thread-safe.
 */
final class LineSource {
    private static final int READ_BYTES = 128 << 10;
    private static final long LF = Scan.pattern('\n');

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
    private long readBytes;

    LineSource(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
        // A line with CR LF, and room for reading on behind it.
        this.buffer = new byte[maxLineBytes + 2 + READ_BYTES];
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
        if (next > 0 && buffer.length - filled < READ_BYTES) {
            System.arraycopy(buffer, next, buffer, 0, filled - next);
            filled -= next;
            next = 0;
        }
        return read();
    }

    private boolean read() throws IOException {
        if (ended) {
            return false;
        }
        int count = in.read(buffer, filled, Math.min(READ_BYTES, buffer.length - filled));
        if (count < 0) {
            ended = true;
            return false;
        }
        filled += count;
        readBytes += count;
        return true;
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

    /** Bytes that were taken from the stream. */
    long readBytes() {
        return readBytes;
    }
}
