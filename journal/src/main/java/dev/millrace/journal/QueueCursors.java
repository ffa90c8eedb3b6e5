package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/** The cursor files of a queue, as anybody sees them. */
final class QueueCursors {
    private QueueCursors() {}

    /** What every cursor file says, by name of the cursor. One that cannot be read is broken, and no more than that. */
    static Map<String, CursorFile.State> all(Path cursors, long journalId) throws IOException {
        Map<String, CursorFile.State> states = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(cursors, "*" + CursorFile.SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                try {
                    states.put(name.substring(0, name.length() - CursorFile.SUFFIX.length()), look(file, journalId));
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

    private static CursorFile.State look(Path file, long journalId) throws IOException {
        try {
            // Whoever opens a pipe waits for its other end.
            return Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()
                    ? CursorFile.look(file, journalId)
                    : CursorFile.State.BROKEN;
        } catch (NoSuchFileException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return CursorFile.State.BROKEN;
        }
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
