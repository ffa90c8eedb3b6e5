package dev.millrace.core.roll;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;

/** Looks into folders. */
final class Folders {
    private static final String[] NONE = {};
    private static final int MAX_LEVELS = 3;

    private Folders() {}

    /** The names of what is in a folder; empty when it cannot be read. */
    static String[] names(Path folder) {
        String[] names = folder == null ? null : folder.toFile().list();
        return names == null ? NONE : names;
    }

    /** The index in a name; -1 when there is none that can be one. */
    static int index(Matcher matched) {
        try {
            return matched.groupCount() == 0 ? -1 : Integer.parseInt(matched.group(1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Removes a folder if it is empty, and then the one that it was in, at most three. */
    static void removeEmpty(Path folder) {
        Path current = folder;
        for (int level = 0; level < MAX_LEVELS && current != null; level++) {
            if (!Files.isDirectory(current) || names(current).length > 0) {
                return;
            }
            File directory = current.toFile();
            if (!directory.delete()) {
                return;
            }
            current = current.getParent();
        }
    }
}
