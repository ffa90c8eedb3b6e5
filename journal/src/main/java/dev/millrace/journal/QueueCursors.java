package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The cursor files of a queue, as anybody sees them. */
final class QueueCursors {
    private QueueCursors() {}

    /** What every cursor file says, by name of the cursor. */
    static Map<String, CursorFile.State> all(Path cursors, long journalId) throws IOException {
        Map<String, CursorFile.State> states = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(cursors, "*" + CursorFile.SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                try {
                    states.put(
                            name.substring(0, name.length() - CursorFile.SUFFIX.length()),
                            CursorFile.look(file, journalId));
                } catch (NoSuchFileException e) {
                    // Removed since it was listed.
                }
            }
        } catch (NoSuchFileException e) {
            return states;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return states;
    }

    /** Where the furthest cursor stands; 0 when there is none. */
    static long furthest(Path cursors, long journalId) throws IOException {
        return all(cursors, journalId).values().stream()
                .filter(CursorFile.State::whole)
                .mapToLong(CursorFile.State::position)
                .max()
                .orElse(0);
    }
}
