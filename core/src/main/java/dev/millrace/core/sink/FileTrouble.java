package dev.millrace.core.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
    private static final Path ALWAYS_THERE = Path.of("/dev/null");

    private FileTrouble() {}

    /** Whether the failure is the file's own. */
    public static boolean isOwn(Path file, IOException failure) {
        return failure instanceof AccessDeniedException
                || failure instanceof NoSuchFileException
                || failure instanceof FileAlreadyExistsException
                || failure instanceof NotDirectoryException
                || failure instanceof FileSystemLoopException
                || Files.isDirectory(file)
                || hasNoFolder(file)
                || hasLongName(file);
    }

    /** Whether something stands where one of its folders is to be: a file, or a link that leads nowhere. */
    private static boolean hasNoFolder(Path file) {
        for (Path at = file.toAbsolutePath().getParent(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return false;
            }
            if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
        }
        return false;
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
    public static boolean isTooManyOpen(IOException failure, AppendFile.Opener opener) {
        String reason = reason(failure);
        if (reason == null || reason.startsWith("Too many open files")) {
            return reason != null;
        }
        // The system may speak another language: what can be opened else cannot either, and for the same reason.
        try {
            opener.read(ALWAYS_THERE).close();
            return false;
        } catch (IOException e) {
            return reason.equals(reason(e));
        }
    }

    private static String reason(IOException failure) {
        return failure.getClass() == FileSystemException.class ? ((FileSystemException) failure).getReason() : null;
    }
}
