package dev.millrace.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Packs and unpacks the members of archives. Not thread-safe: what it works with is used again. */
interface MemberCodec {
    /** Packs the first {@code length} bytes of {@code member}, at most a mebibyte, to the end of an archive. */
    void pack(byte[] member, int length, OutputStream archive) throws IOException;

    /**
     * Unpacks the first {@code length} bytes of {@code packed}. What comes out of damaged ones ends early, fails, or is not
     * what was packed.
     *
     * @return valid until the next call
     */
    InputStream unpack(byte[] packed, int length) throws IOException;
}
