package dev.millrace.journal;

import java.nio.ByteBuffer;
import java.util.Deque;

/** Segments in direct memory, for a journal without a usable directory. */
final class MemorySegmentStore implements SegmentStore {
    private final int segmentBytes;
    private final long journalId;

    MemorySegmentStore(int segmentBytes, long journalId) {
        this.segmentBytes = segmentBytes;
        this.journalId = journalId;
    }

    @Override
    public Segment create() {
        int bytes = SegmentFormat.HEADER_BYTES + segmentBytes;
        ByteBuffer memory =
                ByteBuffer.allocateDirect(bytes + RecordFormat.ALIGNMENT).alignedSlice(RecordFormat.ALIGNMENT);
        return Segment.fresh(new SegmentFile(null), memory, segmentBytes, journalId);
    }

    @Override
    public void deleteAll(Deque<Segment> used) {}
}
