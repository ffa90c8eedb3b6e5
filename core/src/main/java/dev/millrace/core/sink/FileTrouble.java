package dev.millrace.core.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * Tells why a file cannot be opened: because of the file, which concerns its key alone, or because of the disk or the
 * process, which concerns all keys and is worth waiting for.
 *
 * @since 0.1.0
 */
public final class FileTrouble {
    private static final int MAX_NAME_BYTES = 255;

    private FileTrouble() {}

    /** Whether the failure is the file's own. */
    public static boolean isOwn(Path file, IOException failure) {
        return failure instanceof AccessDeniedException
                || failure instanceof NoSuchFileException
                || failure instanceof FileAlreadyExistsException
                || failure instanceof NotDirectoryException
                || failure instanceof FileSystemLoopException
                || Files.isDirectory(file)
                || hasLongName(file);
    }

    private static boolean hasLongName(Path file) {
        for (Path name : file) {
            if (name.toString().getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
                return true;
            }
        }
        return false;
    }

    /** Whether too many files are open in this process or on this machine. */
    public static boolean isTooManyOpen(IOException failure) {
        String reason = failure instanceof FileSystemException refused ? refused.getReason() : null;
        return reason != null && reason.startsWith("Too many open files");
    }
}
