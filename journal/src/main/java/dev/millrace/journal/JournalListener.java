package dev.millrace.journal;

import java.nio.ByteBuffer;

/**
 * What a journal tells about itself, and asks about its records. Called on the journal's own thread or, for recovery, on the opening thread; must
 * neither block nor throw.
 *
 * @since 0.1.0
 */
public interface JournalListener {
    /** What {@link #summaryOf} says of records of which nothing is known. */
    long NO_SUMMARY = 0;

    /** Something worth a status message; {@code cause} may be null. Already rate-limited. */
    void notice(JournalNotice notice, String message, Throwable cause);

    /** A record that {@code cursor} will never see, because it was overrun. */
    void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength);

    /**
     * What the seals of a journal say about a record of their block, so that readers pass over blocks in which nothing
     * that they want can be: the bits that stand for it, 33 at most. A block has those of all its records; one that has
     * none of the lowest 17 is never passed over. Asked for each record that is sealed: to be quick.
     *
     * @param data holds the record's payload, little-endian; not to be written, moved, or kept
     */
    default long summaryOf(ByteBuffer data, int payloadOffset, int payloadLength) {
        return NO_SUMMARY;
    }
}
