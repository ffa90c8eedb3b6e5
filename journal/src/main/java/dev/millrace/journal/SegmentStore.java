package dev.millrace.journal;

import java.io.IOException;

/** Where new segments come from. */
interface SegmentStore {
    /** Creates a segment without space behind it. */
    Segment create() throws IOException;

    /** A free segment, mapped again where it was mapped for a while only. */
    default Segment forGood(Segment free) {
        return free;
    }

    /** Removes every file of the slot. */
    void deleteAll() throws IOException;
}
