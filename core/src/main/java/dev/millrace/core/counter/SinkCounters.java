package dev.millrace.core.counter;

import java.util.Map;

/**
 * What happened to the events of one sink; {@code accepted = delivered + filtered + dropped + pending}.
 *
 * @param sink the sink's name
 * @param accepted events that were logged, whether or not the sink takes them
 * @param delivered events that the sink has written
 * @param filtered events that do not reach the sink or that its filters deny
 * @param dropped events that the sink will never get
 * @param pending events that wait in the journal
 * @param droppedBy {@code dropped}, split by reason and level name; empty parts are left out
 * @since 0.1.0
 */
public record SinkCounters(
        String sink,
        long accepted,
        long delivered,
        long filtered,
        long dropped,
        long pending,
        Map<DropReason, Map<String, Long>> droppedBy) {}
