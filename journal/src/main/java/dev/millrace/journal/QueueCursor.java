package dev.millrace.journal;

import java.time.Instant;

/**
 * Where a named tailer of a queue stands.
 *
 * @param name its name
 * @param position first position it has not committed
 * @param required whether it holds what it has not committed
 * @param seen when its reader was last seen
 * @since 0.1.0
 */
public record QueueCursor(String name, long position, boolean required, Instant seen) {}
