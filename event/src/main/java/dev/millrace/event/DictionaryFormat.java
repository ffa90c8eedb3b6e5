package dev.millrace.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of the dictionary file: a header, then entries up to the first zero word that nothing follows. All numbers
 * are little-endian; entries are aligned to 8 bytes, and an entry's id is its offset divided by 8.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |  Magic                                                        |   0   header
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |  Version                                                      |   8
 *  +---------------------------------------------------------------+
 *  |  Zero                                                        ...  12
 * ...                                                              |
 *  +===============================================================+
 *  |  Length, bytes of the payload; negative until committed       |  64   first entry, id 8
 *  +---------------------------------------------------------------+
 *  |  CRC32C over id, kind and payload                             |  68
 *  +---------------+-----------------------------------------------+
 *  |  Kind         |  Zero                                         |  72
 *  +---------------+-----------------------------------------------+
 *  |  Payload                                                     ...  76
 * ...                                            zeros to alignment|
 *  +---------------------------------------------------------------+
 *
 *    payload of a text    the UTF-8 bytes
 *    payload of a frame   six texts as in an event (class loader, module, version, class, method,
 *                         file; null where unknown), i32 line
 * </pre>
 *
 * <p>The writer stores the negative length first and the positive one last, with release; whoever reads the positive
 * one with acquire sees the entry whole. A process that dies in between leaves a hole that is skipped by its length,
 * or, if it died before the first store, a gap of zeros.
 */
final class DictionaryFormat {
    /** For aligned access to a direct buffer, with memory ordering. */
    static final VarHandle INT_AT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    static final VarHandle LONG_AT = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** "MRDICT" and two zero bytes. */
    static final long MAGIC = 0x0000_5443_4944_524dL;

    static final int VERSION = 1;
    static final int VERSION_OFFSET = 8;
    static final int HEADER_BYTES = 64;

    static final int CRC_OFFSET = 4;
    static final int KIND_OFFSET = CRC_OFFSET + 4;
    static final int PAYLOAD_OFFSET = KIND_OFFSET + 4;

    static final int ALIGNMENT = 8;
    static final int ID_SHIFT = 3;

    static final int KIND_TEXT = 1;
    static final int KIND_FRAME = 2;

    /** Longer strings are not worth an entry. */
    static final int MAX_TEXT_CHARS = 1024;

    static final int MAX_PAYLOAD_BYTES = 4096;

    private DictionaryFormat() {}

    static int entryBytes(int payloadBytes) {
        return (PAYLOAD_OFFSET + payloadBytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
