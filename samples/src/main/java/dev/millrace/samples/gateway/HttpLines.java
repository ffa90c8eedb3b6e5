package dev.millrace.samples.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the lines and bodies of HTTP/1.1 messages from a stream. Not thread-safe. */
public final class HttpLines {
    private static final int MAX_LINE_BYTES = 8_192;

    private final InputStream in;
    private final byte[] buffer = new byte[2 * MAX_LINE_BYTES];
    private int start;
    private int end;

    /** Reads from this stream, ahead of what is asked for. */
    public HttpLines(InputStream in) {
        this.in = in;
    }

    /** Whether the next line can be had, in part at least, without waiting for the network. */
    public boolean buffered() {
        return start < end;
    }

    /** The next line without its end, or null when the stream ends between two lines. */
    public String readLine() throws IOException {
        int scan = start;
        while (true) {
            for (; scan < end; scan++) {
                if (buffer[scan] == '\n') {
                    int lineEnd = scan > start && buffer[scan - 1] == '\r' ? scan - 1 : scan;
                    String line = new String(buffer, start, lineEnd - start, StandardCharsets.ISO_8859_1);
                    start = scan + 1;
                    return line;
                }
            }
            if (end - start >= MAX_LINE_BYTES) {
                throw new IOException("line longer than " + MAX_LINE_BYTES + " bytes");
            }
            int pending = end - start;
            if (!fill()) {
                if (pending > 0) {
                    throw new EOFException("stream ended within a line");
                }
                return null;
            }
            scan = start + pending;
        }
    }

    /** Exactly that many bytes as text. */
    public String readBody(int lengthBytes) throws IOException {
        if (lengthBytes > MAX_LINE_BYTES) {
            throw new IOException("body of " + lengthBytes + " bytes, at most " + MAX_LINE_BYTES + " are taken");
        }
        while (end - start < lengthBytes) {
            if (!fill()) {
                throw new EOFException("stream ended within a body");
            }
        }
        String body = new String(buffer, start, lengthBytes, StandardCharsets.ISO_8859_1);
        start += lengthBytes;
        return body;
    }

    private boolean fill() throws IOException {
        if (end == buffer.length || start == end) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            return false;
        }
        end += read;
        return true;
    }
}
