package dev.millrace.journal;

/**
 * What a journal tells about itself. Called on the journal's own thread or, for recovery, on the opening thread; must
 * neither block nor throw.
 *
 * @since 0.1.0
 */
public interface JournalListener {
    /** Something worth a status message; {@code cause} may be null. Already rate-limited. */
    void notice(JournalNotice notice, String message, Throwable cause);

    /** A record that {@code cursor} will never see, because it was overrun. */
    void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength);
}
