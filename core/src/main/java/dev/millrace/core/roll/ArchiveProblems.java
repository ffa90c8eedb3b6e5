package dev.millrace.core.roll;

import java.nio.file.Path;

/** Is told of files that cannot be removed. */
@FunctionalInterface
public interface ArchiveProblems {
    /** A file stays where it is. */
    void notRemoved(Path file, Exception why);
}
