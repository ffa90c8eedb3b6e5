package dev.millrace.event;

/**
 * A regular expression has read more of a text, or would write more, than is allowed. Without a stack trace.
 *
 * @since 0.1.0
 */
public final class ExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** {@code message}: of what there was too much. */
    public ExhaustedException(String message) {
        super(message, null, false, false);
    }
}
