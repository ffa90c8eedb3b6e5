package dev.millrace.core.plan;

import dev.millrace.core.status.StatusLog;
import java.util.Optional;

/**
 * A configuration dialect; core knows those of Millrace by name, and makes them with their public constructor.
 *
 * @since 0.1.0
 */
public interface PlanReader {
    /**
     * Finds and reads this dialect's configuration. Never throws because of what it finds: problems are statuses and
     * what can work works. Empty when there is no configuration of this dialect.
     */
    Optional<PlanReading> read(ClassLoader loader, StatusLog status);

    /**
     * Reads again what this reader has read before. Never throws because of what it finds.
     *
     * @return empty when that cannot be used now, which a status tells with its place; or with the very plan of before,
     *     where that becomes possible by a change of other files
     */
    Optional<PlanReading> readAgain(PlanReading before, StatusLog status);
}
