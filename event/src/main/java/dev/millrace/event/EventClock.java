package dev.millrace.event;

/**
 * Wall-clock microseconds with one clock read: an offset over {@link System#nanoTime()} that the background corrects,
 * so that time neither jitters nor runs backwards, and follows real clock steps.
 *
 * @since 0.1.0
 */
public final class EventClock {
    /** Microseconds since the epoch. Any thread. */
    public long nowMicros() {
        throw new UnsupportedOperationException();
    }

    /** Corrects the offset against the system's clock. Called by a background thread about once a second. */
    public void synchronize() {
        throw new UnsupportedOperationException();
    }
}
