package dev.millrace.core.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * A file of a configuration, as it was just before it was read.
 *
 * @param path the file
 * @param modified when it was last changed; null when there was none that could be read
 * @param sizeBytes its size; -1 when there was none
 * @param key what tells it from another file of its name, size and time; null where nothing does
 * @since 0.1.0
 */
public record WatchedFile(Path path, FileTime modified, long sizeBytes, Object key) {
    /** The file as it is now. */
    public static WatchedFile of(Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return new WatchedFile(path, attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        } catch (IOException | SecurityException e) {
            return new WatchedFile(path, null, -1, null);
        }
    }

    /** Whether it is another by now, or gone, or there again. */
    public boolean hasChanged() {
        return !equals(of(path));
    }
}
