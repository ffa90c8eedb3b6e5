package dev.millrace.journal;

/**
 * What a queue tells about itself. Must neither block nor throw.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface QueueListener {
    /** Something worth a message; {@code cause} may be null. Already rate-limited. */
    void notice(JournalNotice notice, String message, Throwable cause);
}
