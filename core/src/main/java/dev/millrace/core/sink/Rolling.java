package dev.millrace.core.sink;

import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.RollFiles;
import dev.millrace.core.roll.Roller;
import java.util.function.LongSupplier;

/**
 * What makes a file sink roll.
 *
 * @param roller decides which file events go to
 * @param archives takes the files that were rolled
 * @param frozen true: the files of rolls before are used, but nothing is rolled, because another sink does that
 * @param files the file operations of rolls
 * @param nowMillis the clock, for what happens at the start and while nothing is logged
 * @since 0.1.0
 */
public record Rolling(Roller roller, ArchiveQueue archives, boolean frozen, RollFiles files, LongSupplier nowMillis) {
    /** Rolls files of the operating system by the system's clock. */
    public static Rolling by(Roller roller, ArchiveQueue archives, boolean frozen) {
        return new Rolling(roller, archives, frozen, RollFiles.REAL, System::currentTimeMillis);
    }
}
