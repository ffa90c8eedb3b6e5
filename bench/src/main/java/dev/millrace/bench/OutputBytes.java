package dev.millrace.bench;

import java.io.File;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** How much a run has written so far, wherever its backend writes. */
final class OutputBytes {
    private OutputBytes() {}

    /** Of the fork's log, or of the files of a queue in its place. */
    static LongSupplier of(Fork fork) {
        if (fork.backend() == Backend.CHRONICLE) {
            return () -> bytesIn(fork.directory().resolve("queue"));
        }
        File log = fork.logFile().toFile();
        return log::length;
    }

    private static long bytesIn(Path directory) {
        File[] files = directory.toFile().listFiles();
        long bytes = 0;
        for (File file : files == null ? new File[0] : files) {
            bytes += file.length();
        }
        return bytes;
    }
}
