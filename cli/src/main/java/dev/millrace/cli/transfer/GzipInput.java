package dev.millrace.cli.transfer;

import java.io.IOException;
import java.util.zip.GZIPInputStream;

/**
 * Archives of gzip, one after the other. A {@code GZIPInputStream} passes over what follows them and is none, such as an
 * archive whose head is damaged; this one fails there. Zeros may follow. Not thread-safe.
 */
final class GzipInput extends GZIPInputStream {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int TRAILER_BYTES = 8;

    private final PeekedInput input;
    private long filledTo;
    private boolean ended;

    GzipInput(PeekedInput input) throws IOException {
        super(input, BUFFER_BYTES);
        this.input = input;
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        filledTo = input.given();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count < 0 && !ended) {
            ended = true;
            refuseOthers();
        }
        return count;
    }

    private void refuseOthers() throws IOException {
        int remaining = inf.getRemaining();
        boolean zeros = input.given() <= filledTo + Math.max(0, TRAILER_BYTES - remaining);
        for (int index = len - Math.max(0, remaining - TRAILER_BYTES); index < len; index++) {
            zeros &= buf[index] == 0;
        }
        int next = 0;
        while (zeros && next >= 0) {
            next = input.read();
            zeros = next <= 0;
        }
        if (!zeros) {
            throw new IOException("from byte " + (filledTo - remaining + TRAILER_BYTES) + " on it is no gzip");
        }
    }
}
