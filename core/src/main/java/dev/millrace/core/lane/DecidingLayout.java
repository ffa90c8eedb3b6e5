package dev.millrace.core.lane;

import dev.millrace.core.sink.LaneSink;
import dev.millrace.layout.Layout;

/**
 * A layout that decides by itself whether an event is rendered. Never {@linkplain Layout#isRepeatable repeatable}.
 *
 * @since 0.1.0
 */
public interface DecidingLayout extends Layout {
    /** What became of the event that was rendered last. */
    LaneSink.Place became();
}
