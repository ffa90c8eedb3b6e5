package dev.millrace.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** How the members of an archive are packed, as its magic says. */
enum Packing {
    GZIP("MRSGZ001"),
    ZSTD("MRSZS001");

    private static final String PREFIX = "MRS";
    private static final int FIRST_DIGIT = 5;
    private static final String NO_VERSION = "000";

    private final long magic;

    Packing(String magic) {
        long word = 0;
        for (int at = Long.BYTES - 1; at >= 0; at--) {
            word = (word << Byte.SIZE) | magic.charAt(at);
        }
        this.magic = word;
    }

    /** The first eight bytes of an archive, little-endian. */
    long magic() {
        return magic;
    }

    /** The one of that magic; null when there is none. */
    static Packing of(long magic) {
        for (Packing packing : values()) {
            if (packing.magic == magic) {
                return packing;
            }
        }
        return null;
    }

    /** The magic as a name, if a later version may have written it; null when nobody has. Numbers begin with 1. */
    static String laterName(long magic) {
        byte[] bytes = new byte[Long.BYTES];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) (magic >>> (at * Byte.SIZE));
        }
        String name = new String(bytes, StandardCharsets.ISO_8859_1);
        boolean like = of(magic) == null && name.startsWith(PREFIX) && !name.endsWith(NO_VERSION);
        for (int at = PREFIX.length(); at < bytes.length; at++) {
            boolean letter = at < FIRST_DIGIT;
            char c = name.charAt(at);
            like &= c >= (letter ? 'A' : '0') && c <= (letter ? 'Z' : '9');
        }
        return like ? name : null;
    }

    /**
     * What packs and unpacks, for one thread.
     *
     * @throws IOException when the library for it is missing
     */
    MemberCodec codec() throws IOException {
        return this == GZIP ? new GzipMembers() : new ZstdMembers(ZstdLibrary.get());
    }
}
