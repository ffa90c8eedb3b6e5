package dev.millrace.core.lane;

import dev.millrace.layout.Layout;

/**
 * A layout that notes where the texts of which event go, and may put a text of its own in front of one.
 *
 * @since 0.1.0
 */
public interface TargetedLayout extends Layout {
    /** Where in the buffer the text of the event that was rendered last begins. */
    int textBegin();

    /** That text was repeated, up to {@code end} of the buffer. */
    void repeated(int end);
}
