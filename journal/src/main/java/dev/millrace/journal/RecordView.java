package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One record where it lies in a segment: nothing is copied, so nothing may be believed that was read after a recycling. */
final class RecordView {
    private ForeignSegment segment;
    private long base;
    private int at;
    private int length;

    /** Of {@link #segment}; its limits move from record to record. */
    private ByteBuffer bytes;

    void show(ForeignSegment of, long itsBase, int start) {
        if (of != segment) {
            segment = of;
            bytes = of.data.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        }
        base = itsBase;
        at = start;
        long header = of.headerAt(start);
        int skip = RecordFormat.kind(header) == RecordFormat.KIND_CHECKED_DATA ? RecordFormat.CHECKSUM_BYTES : 0;
        int body = start + RecordFormat.HEADER_BYTES + skip;
        // The header may have become another one since it was looked at. Then the view is not intact, and not an error.
        int end = Math.min(bytes.capacity(), start + Math.max(0, RecordFormat.length(header)));
        length = Math.max(0, end - body);
        bytes.limit(Math.min(bytes.capacity(), body + length)).position(Math.min(body, bytes.limit()));
    }

    /** Length in bytes, however much of {@link #bytes()} was read. */
    int length() {
        return length;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    long position() {
        return base + at;
    }

    /** Whether everything that was read of it so far was its own. */
    boolean isIntact() {
        return segment.isStillAt(base);
    }
}
