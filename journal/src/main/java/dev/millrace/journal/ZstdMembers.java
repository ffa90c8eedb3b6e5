package dev.millrace.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Members that are zstd, a frame each.
 *
 * <p>Each in one call and outside the heap: an array would hold up the garbage collector meanwhile, and a stream would
 * take as much memory as the head of a damaged frame asks for.
 */
final class ZstdMembers implements MemberCodec {
    private final ZstdLibrary library;
    private final ByteBuffer plain = ByteBuffer.allocateDirect(SegmentArchive.MEMBER_BYTES);

    /** Large enough for any member; null until the first. */
    private ByteBuffer packed;

    ZstdMembers(ZstdLibrary library) {
        this.library = library;
    }

    @Override
    public void pack(byte[] member, int length, OutputStream archive) throws IOException {
        plain.put(0, member, 0, length);
        int most = SegmentArchive.mostPackedBytes(length);
        ByteBuffer to = packed();
        int count = library.compress(to, most, plain, length);
        if (count < 0) {
            throw new IOException("zstd could not compress: bytes=" + length);
        }
        byte[] result = new byte[count];
        to.get(0, result);
        archive.write(result);
    }

    /** Of a damaged frame there is nothing: what the buffer holds then may be of the one before. */
    @Override
    public InputStream unpack(byte[] from, int length) throws IOException {
        ByteBuffer frame = packed();
        frame.put(0, from, 0, length);
        int count = library.decompress(plain, plain.capacity(), frame, length);
        if (count < 0) {
            throw new IOException("zstd could not decompress: bytes=" + length);
        }
        return new Unpacked(plain.slice(0, count));
    }

    private ByteBuffer packed() {
        if (packed == null) {
            packed = ByteBuffer.allocateDirect(SegmentArchive.mostPackedBytes(SegmentArchive.MEMBER_BYTES));
        }
        return packed;
    }

    /** Gives bytes out of where they were unpacked to: a member on the heap would be most of what a reader takes. */
    private static final class Unpacked extends InputStream {
        private final ByteBuffer rest;

        Unpacked(ByteBuffer rest) {
            this.rest = rest;
        }

        @Override
        public int read() {
            return rest.hasRemaining() ? Byte.toUnsignedInt(rest.get()) : -1;
        }

        @Override
        public int read(byte[] to, int offset, int most) {
            int count = Math.min(most, rest.remaining());
            if (count == 0) {
                return most == 0 ? 0 : -1;
            }
            rest.get(to, offset, count);
            return count;
        }
    }
}
