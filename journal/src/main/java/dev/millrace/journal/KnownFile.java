package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file that was there, and whether its path still leads to it: where somebody has removed it, another process may have
 * one of its own there by now. Only looked at, never opened. Immutable.
 */
final class KnownFile {
    private final Path path;

    /** Null where the file system has no such thing, or the file cannot be asked. */
    private final Object key;

    KnownFile(Path path) {
        this.path = path;
        Object present = null;
        try {
            present = key(path);
        } catch (IOException e) {
            // Then its name is all that is known.
        }
        this.key = present;
    }

    /** Tells a file from all others that are there, whatever its name; null where the file system has no such thing. */
    static Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Whether somebody has removed it; what cannot be asked is there. */
    boolean isGone() {
        try {
            return key != null ? !key.equals(key(path)) : Files.notExists(path);
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
