package dev.millrace.cli.transfer;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;

/**
 * A stream whose first bytes can be looked at, and whose {@link #available()} is 0 only at its end: without that a
 * {@code GZIPInputStream} takes a pause of the pipe for the end of the archive. Not thread-safe.
 */
final class PeekedInput extends InputStream {
    private static final int BUFFER_BYTES = 64 << 10;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int filled;
    private long taken;

    PeekedInput(InputStream in) {
        // A channel reads into memory that is kept; a plain FileInputStream allocates some for each large read.
        this.in = in instanceof FileInputStream file ? Channels.newInputStream(file.getChannel()) : in;
    }

    private boolean fill() throws IOException {
        if (next < filled) {
            return true;
        }
        int count = in.read(buffer, 0, BUFFER_BYTES);
        next = 0;
        filled = Math.max(0, count);
        taken += filled;
        return count > 0;
    }

    /** Whether the stream begins with these bytes. Before anything was read. */
    boolean startsWith(byte... wanted) throws IOException {
        while (filled < wanted.length) {
            int count = in.read(buffer, filled, BUFFER_BYTES - filled);
            if (count < 0) {
                return false;
            }
            filled += count;
            taken += count;
        }
        for (int index = 0; index < wanted.length; index++) {
            if (buffer[index] != wanted[index]) {
                return false;
            }
        }
        return true;
    }

    /** Bytes that were taken from the stream. */
    long taken() {
        return taken;
    }

    /** Bytes that were read from it. */
    long given() {
        return taken - (filled - next);
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer[next++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (next == filled && length >= BUFFER_BYTES) {
            int count = in.read(bytes, offset, length);
            taken += Math.max(0, count);
            return count;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, filled - next);
        System.arraycopy(buffer, next, bytes, offset, count);
        next += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return fill() ? filled - next : 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
