package dev.millrace.core.sink;

import dev.millrace.core.roll.ArchiveQueue;
import dev.millrace.core.roll.Archivist;
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
 * @param prudent true: other processes write to the same files, so that only the file system knows their sizes
 * @param nowMillis the clock, for what happens at the start and while nothing is logged
 * @since 0.1.0
 */
public record Rolling(
        Roller roller,
        ArchiveQueue archives,
        boolean frozen,
        boolean prudent,
        RollFiles files,
        LongSupplier nowMillis) {
    /** Files that no other process writes to. */
    public Rolling(Roller roller, ArchiveQueue archives, boolean frozen, RollFiles files, LongSupplier nowMillis) {
        this(roller, archives, frozen, false, files, nowMillis);
    }

    /** Rolls files of the operating system by the system's clock. */
    public static Rolling by(Roller roller, Archivist archives, boolean frozen, boolean prudent) {
        return new Rolling(roller, archives, frozen, prudent, RollFiles.REAL, System::currentTimeMillis);
    }
}
