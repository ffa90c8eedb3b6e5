package dev.millrace.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Room on the disk of the work directory, looked at before runs that fill it. */
final class NeededSpace {
    /** As systems and the JDK say it. */
    private static final String NO_SPACE = "No space left on device";

    /** The most of a journal that waits for its file, beside it. */
    private static final long JOURNAL_BYTES = 1L << 30;

    private NeededSpace() {}

    /** What a run takes that logs that much: the output, and as much again in a journal, up to what that holds. */
    static long ofOutput(long bytes) {
        return bytes + Math.min(bytes, JOURNAL_BYTES);
    }

    /** Throws where there is less. */
    static void require(long bytes, Path directory) throws IOException {
        require(bytes, Files.getFileStore(directory).getUsableSpace(), directory);
    }

    static void require(long bytes, long usable, Path directory) throws IOException {
        if (usable < bytes) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "a run needs %.1f GB in %s, and %.1f GB are free there: --work names another directory",
                    bytes / 1e9,
                    directory,
                    usable / 1e9));
        }
    }

    /** A failure, with the directory where it is one of space. */
    static IOException told(IOException e, Path directory) {
        return e.getMessage() != null && e.getMessage().contains(NO_SPACE)
                ? new IOException(e.getMessage() + "\n(in " + directory + ": --work names another directory)", e)
                : e;
    }
}
