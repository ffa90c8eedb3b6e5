package dev.millrace.journal;

import java.io.IOException;

/**
 * A journal cannot be opened; the notice says of which kind the reason is.
 *
 * @since 0.1.0
 */
public final class JournalException extends IOException {
    private static final long serialVersionUID = 1L;

    private final JournalNotice notice;

    /** Creates the exception. */
    public JournalException(JournalNotice notice, String message, Throwable cause) {
        super(message, cause);
        this.notice = notice;
    }

    /** The kind of reason. */
    public JournalNotice notice() {
        return notice;
    }
}
