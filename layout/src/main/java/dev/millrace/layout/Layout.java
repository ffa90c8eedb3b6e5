package dev.millrace.layout;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/**
 * Renders events to UTF-8 bytes. An instance keeps caches and belongs to one rendering thread.
 *
 * @since 0.1.0
 */
public interface Layout {
    /** Appends the rendered event. Never throws because of what an event holds. */
    void render(LogEvent event, Utf8Buffer out);

    /** Whether an event reads the same when it is rendered a second time, or by another instance. */
    default boolean isRepeatable() {
        return false;
    }

    /** Whether it is worth a try to {@link #renderPlain}. */
    default boolean rendersPlain() {
        return false;
    }

    /**
     * Appends the same for an event that {@link LogEvent#wrapPlain} has pointed at.
     *
     * @return false when that takes more: nothing was appended, and the event is to be wrapped and rendered as others
     */
    default boolean renderPlain(LogEvent event, Utf8Buffer out) {
        return false;
    }

    /** An instance that renders the same for another thread; null when that is not {@link #isRepeatable possible}. */
    default Layout another() {
        return null;
    }

    /** Where the text of the event that was rendered last begins, in a buffer that had {@code start} bytes before. */
    default int textBegin(int start) {
        return start;
    }

    /** That text was repeated, up to {@code end} of the buffer. */
    default void repeated(int end) {}

    /** Frames of the caller that the layout prints, and that must therefore be captured with each event; 0 for none. */
    int callerFrames();
}
