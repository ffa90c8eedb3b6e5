package dev.millrace.journal;

import java.io.ByteArrayInputStream;
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
    private final byte[] bytes = new byte[SegmentArchive.MEMBER_BYTES];

    /** At least as large as what was last packed or unpacked. */
    private ByteBuffer packed = ByteBuffer.allocateDirect(0);

    ZstdMembers(ZstdLibrary library) {
        this.library = library;
    }

    @Override
    public void pack(byte[] member, int length, OutputStream archive) throws IOException {
        plain.put(0, member, 0, length);
        int most = SegmentArchive.mostPackedBytes(length);
        ByteBuffer to = packed(most);
        int count = library.compress(to, most, plain, length);
        if (count < 0) {
            throw new IOException("zstd could not compress: bytes=" + length);
        }
        byte[] result = new byte[count];
        to.get(0, result);
        archive.write(result);
    }

    /** Of a damaged frame there is what was unpacked before the damage, or nothing; the seals tell. */
    @Override
    public InputStream unpack(byte[] from, int length) {
        ByteBuffer frame = packed(length);
        frame.put(0, from, 0, length);
        int count = library.decompress(plain, plain.capacity(), frame, length);
        int there = count < 0 ? bytes.length : count;
        plain.get(0, bytes, 0, there);
        return new ByteArrayInputStream(bytes, 0, there);
    }

    private ByteBuffer packed(int least) {
        if (packed.capacity() < least) {
            packed = ByteBuffer.allocateDirect(least);
        }
        return packed;
    }
}
