package dev.millrace.core.outbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Tells one file from another of the same name, by device and inode where the file system has them.
 *
 * @since 0.1.0
 */
public final class FileIdentity {
    /** There is no such file. */
    public static final long NONE = 0;

    /** There is a file, but this platform has no identities; or nobody knows, because it cannot be asked. */
    public static final long UNKNOWN = 1;

    private FileIdentity() {}

    /** The identity of the file of that name now. */
    public static long of(Path file) {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return key == null ? UNKNOWN : hash(key.toString());
        } catch (IOException | RuntimeException e) {
            boolean isGone = e instanceof NoSuchFileException;
            // A file in the place of a folder is told in the language of the system only.
            for (Path at = file; at != null && !isGone; ) {
                at = at.getParent();
                isGone = at != null && Files.isRegularFile(at);
            }
            return isGone ? NONE : UNKNOWN;
        }
    }

    /** FNV-1a with a final mix; never {@link #NONE} or {@link #UNKNOWN}. */
    static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0x9e3779b97f4a7c15L;
        return hash == NONE || hash == UNKNOWN ? 2 : hash;
    }
}
