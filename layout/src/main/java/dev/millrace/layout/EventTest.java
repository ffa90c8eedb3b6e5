package dev.millrace.layout;

import dev.millrace.event.LogEvent;

/**
 * A yes-or-no question about an event: what Logback calls an evaluator. Words that print stack traces or callers take
 * one by its name.
 *
 * <p>An instance belongs to one rendering thread at a time.
 *
 * @since 0.1.0
 */
public interface EventTest {
    /** Whether the event is one of those meant. Never throws because of what an event holds. */
    boolean matches(LogEvent event);
}
