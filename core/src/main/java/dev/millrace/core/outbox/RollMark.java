package dev.millrace.core.outbox;

/**
 * Where a rolling sink stands; what the numbers mean is its roller's business.
 *
 * @param millis a moment of the period whose events go to the active file, in milliseconds since 1970
 * @param index the active file's index, or the step of a roll
 * @since 0.1.0
 */
public record RollMark(long millis, int index) {}
