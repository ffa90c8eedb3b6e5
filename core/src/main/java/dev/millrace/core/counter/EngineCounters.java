package dev.millrace.core.counter;

import java.util.List;

/**
 * What happened to the events of an engine.
 *
 * @param accepted events that were logged in this process, refused ones included
 * @param refused events among them that the journal did not take
 * @param journalBytes bytes of all journal files
 * @param sinks the counters of each sink, in the plan's order, and behind them those of removed sinks that still have
 *     events to deliver
 * @since 0.1.0
 */
public record EngineCounters(long accepted, long refused, long journalBytes, List<SinkCounters> sinks) {
    /** Copies the list. */
    public EngineCounters {
        sinks = List.copyOf(sinks);
    }
}
