package dev.millrace.journal;

import java.io.IOException;

/** Where new segments come from. */
interface SegmentStore {
    /** Creates a segment without space behind it. */
    Segment create() throws IOException;

    /** Removes every file of the slot. */
    void deleteAll() throws IOException;
}
