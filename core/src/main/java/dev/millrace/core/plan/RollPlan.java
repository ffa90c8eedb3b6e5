package dev.millrace.core.plan;

import java.nio.file.Path;

/**
 * When a sink goes on in another file, and what becomes of the files before.
 *
 * @since 0.1.0
 */
public sealed interface RollPlan {
    /** The file that is written to; null when that file already has its final name. */
    Path file();

    /** Names of the files that were rolled, without the ending of {@link #format()}. */
    FileNamePattern names();

    /** A file name that stays the same from roll to roll, in the folder that all the files lie in or below. */
    default Path place() {
        if (file() != null) {
            return file();
        }
        StringBuilder text = new StringBuilder();
        for (FileNamePattern.Part part : names().parts()) {
            if (!(part instanceof FileNamePattern.Literal literal)) {
                break;
            }
            text.append(literal.text());
        }
        // Behind the last slash stands the beginning of a name at most.
        return Path.of(text + "%");
    }

    /** What becomes of files that were rolled. */
    ArchiveFormat format();

    /** A file of this many bytes or more takes no further event; 0: no limit. */
    long maxFileSizeBytes();

    /**
     * A file for each period, or several where their size is limited.
     *
     * @param period length of a period
     * @param maxHistory number of periods whose files are kept beside the current one; 0: all
     * @param totalSizeCapBytes the oldest files beyond this sum are removed; 0: no limit
     * @param cleanOnStart whether files are removed at the start, too
     */
    record Periodic(
            Path file,
            FileNamePattern names,
            ArchiveFormat format,
            RollPeriod period,
            long maxFileSizeBytes,
            int maxHistory,
            long totalSizeCapBytes,
            boolean cleanOnStart)
            implements RollPlan {}

    /**
     * A fixed number of files, which move up by one with each roll.
     *
     * @param minIndex index of the newest
     * @param maxIndex index of the oldest
     */
    record Window(
            Path file, FileNamePattern names, ArchiveFormat format, long maxFileSizeBytes, int minIndex, int maxIndex)
            implements RollPlan {}
}
