package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Deque;

/** Where new segments come from. */
interface SegmentStore {
    /** Creates a segment without space behind it. */
    Segment create() throws IOException;

    /**
     * A free segment, mapped again where it was mapped for a while only.
     *
     * @throws NoSuchFileException when somebody has removed its file
     */
    default Segment forGood(Segment free) throws NoSuchFileException {
        return free;
    }

    /**
     * Removes every file of the slot. Wherever that is cut short, what is left has no events, or all that they need.
     *
     * @param used segments in use, by position
     */
    void deleteAll(Deque<Segment> used) throws IOException;
}
