package dev.millrace.journal;

/**
 * A record was not appended, and nothing of it remains.
 *
 * @since 0.1.0
 */
public final class AppendRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why a record is not taken. */
    public enum Reason {
        /** The budget is spent, and appends do not wait. */
        BUDGET,
        /** The disk is full or fails. */
        DISK,
        /** The queue is closed. */
        CLOSED
    }

    AppendRefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why it was refused. */
    public Reason reason() {
        return reason;
    }
}
