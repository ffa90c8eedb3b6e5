package dev.millrace.core.roll;

import dev.millrace.core.plan.ArchiveFormat;
import java.nio.file.Path;

/**
 * A rolled file that is to be compressed.
 *
 * <p>While that is not done, an empty-looking mark lies beside it, so that the next start finds it after a kill; the
 * archive itself gets its name only when it is complete.
 *
 * @param original the file as it was rolled
 * @param format what it is to become
 * @param entry the name of the entry of a ZIP file
 * @since 0.1.0
 */
public record ArchiveJob(Path original, ArchiveFormat format, String entry) {
    static final String MARK = ".pending";
    static final String PART = ".part";

    /** The finished archive. */
    public Path archive() {
        return beside(format.ending());
    }

    /** The archive while it is written. */
    Path part() {
        return beside(format.ending() + PART);
    }

    /** What says that the job is not done; it contains the entry's name. */
    public Path mark() {
        return beside(format.ending() + MARK);
    }

    private Path beside(String ending) {
        return original.resolveSibling(original.getFileName() + ending);
    }
}
