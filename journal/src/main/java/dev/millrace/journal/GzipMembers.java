package dev.millrace.journal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Members that are gzip. */
final class GzipMembers implements MemberCodec {
    /** What the decompressor is fed with at a time. */
    private static final int PIECE_BYTES = 4 << 10;

    @Override
    public void pack(byte[] member, int length, OutputStream archive) throws IOException {
        try (Gzip gzip = new Gzip(archive)) {
            gzip.write(member, 0, length);
            gzip.finish();
        }
    }

    @Override
    public InputStream unpack(byte[] packed, int length) throws IOException {
        return new GZIPInputStream(new ByteArrayInputStream(packed, 0, length), PIECE_BYTES);
    }

    /** Twice as fast as the usual level, for a tenth more bytes. */
    private static final class Gzip extends GZIPOutputStream {
        private static final int LEVEL = 3;

        Gzip(OutputStream out) throws IOException {
            super(out, SegmentFormat.BLOCK_BYTES);
            def.setLevel(LEVEL);
        }

        /** What it writes to stays open: other members follow. */
        @Override
        public void close() {
            def.end();
        }
    }
}
