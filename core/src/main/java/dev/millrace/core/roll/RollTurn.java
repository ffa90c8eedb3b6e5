package dev.millrace.core.roll;

import dev.millrace.core.outbox.RollMark;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a roll leads, and by which steps; nothing has changed until the roller goes on to it.
 *
 * @param active the file that events go to then
 * @param mark where the sink stands then
 * @param endMicros when that file's period ends; 0 where there are no periods
 * @param steps what is to be done with the file before
 * @since 0.1.0
 */
public record RollTurn(Path active, RollMark mark, long endMicros, List<RollStep> steps) {}
