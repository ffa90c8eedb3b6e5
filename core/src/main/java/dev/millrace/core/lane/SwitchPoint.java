package dev.millrace.core.lane;

import dev.millrace.core.counter.EventsBefore;

/**
 * Where the journal goes over from one generation of the plan to the next: what stands before belongs to the old one,
 * what stands behind to the new one, in every lane. It is announced to all lanes first and fixed then, at the journal's
 * end of that moment; so no lane has passed it before it knows of it. Thread-safe.
 *
 * @since 0.1.0
 */
public final class SwitchPoint {
    private static final long UNKNOWN = -1;

    private final int generation;
    private final long earliest;
    private volatile long position = UNKNOWN;
    private final EventsBefore eventsBefore;

    /**
     * A point that is not fixed yet.
     *
     * @param generation number of the generation behind it
     * @param tailPosition the journal's end before any lane hears of it
     * @param events about how many events were logged until now
     */
    public SwitchPoint(int generation, long tailPosition, long events) {
        this.generation = generation;
        this.earliest = tailPosition;
        this.eventsBefore = new EventsBefore(events);
    }

    /**
     * Fixes it.
     *
     * @param tailPosition the journal's end after all lanes have heard of it
     * @param events about how many events were logged until now
     */
    public void fix(long tailPosition, long events) {
        eventsBefore.estimate(events);
        position = tailPosition;
    }

    /** Number of the generation behind it. */
    public int generation() {
        return generation;
    }

    /** Whether {@link #fix} was called. */
    boolean isFixed() {
        return position != UNKNOWN;
    }

    /** What stands before may be read in any case. */
    long bound() {
        long fixed = position;
        return fixed == UNKNOWN ? earliest : fixed;
    }

    /** How many events this process has logged before. */
    public EventsBefore eventsBefore() {
        return eventsBefore;
    }
}
