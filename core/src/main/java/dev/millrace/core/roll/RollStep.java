package dev.millrace.core.roll;

import dev.millrace.core.outbox.RollMark;
import java.nio.file.Path;

/**
 * One file operation of a roll.
 *
 * @param from the file
 * @param to its new name; null: it is removed
 * @param mark where the sink stands when the operation is done
 * @param archive what is to become of the file then; null: nothing, or what was to become of it before
 * @since 0.1.0
 */
public record RollStep(Path from, Path to, RollMark mark, ArchiveJob archive) {}
