package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a queue asks of the disk beside its segments. Not final: tests look at what was asked for. */
class QueueDisk {
    /** Returns when the disk keeps the file as it is now. */
    void forceFile(Path file) throws IOException {
        try {
            force(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (AccessDeniedException e) {
            // Another user's, perhaps: most systems force what can only be read, too.
            force(file, StandardOpenOption.READ);
        }
    }

    /** Returns when the disk keeps the names in the directory: a file without its name is lost with all its bytes. */
    void forceDirectory(Path directory) throws IOException {
        try {
            force(directory, StandardOpenOption.READ);
        } catch (AccessDeniedException e) {
            // Not ours to read, or not a system that opens directories: there names are kept by other means.
        }
    }

    /** How many bytes find space beside what is there. */
    long usableBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    private static void force(Path path, OpenOption... how) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            boolean done = false;
            while (!done) {
                try (FileChannel channel = FileChannel.open(path, how)) {
                    channel.force(true);
                    done = true;
                } catch (ClosedByInterruptException e) {
                    // What is waited for is a disk, and comes.
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Forces the names in all these that exist. */
    final void forceDirectories(Path... directories) throws IOException {
        for (Path directory : directories) {
            if (directory != null && Files.isDirectory(directory)) {
                forceDirectory(directory);
            }
        }
    }
}
