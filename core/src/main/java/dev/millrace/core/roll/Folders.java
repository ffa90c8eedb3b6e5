package dev.millrace.core.roll;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;

/**
 * Looks into folders; one of these remembers what it has found in the last one, for rollers that begin at the same time.
 *
 * @since 0.1.0
 */
public final class Folders {
    private static final String[] NONE = {};
    private static final int MAX_LEVELS = 3;

    private Path folder;
    private String[] found = NONE;

    /** The names of what is in a folder, or was when it was looked into since {@link #forget}. */
    String[] namesOnce(Path looked) {
        if (!looked.equals(folder)) {
            found = names(looked);
            folder = looked;
        }
        return found;
    }

    /** Files may have got other names. */
    public void forget() {
        folder = null;
        found = NONE;
    }

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
