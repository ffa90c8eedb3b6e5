package dev.millrace.cli.read;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Remembers, in the user's own files, how far some journals were read. Journals of others are never written to, so
 * nothing is held back for the name: what is recycled meanwhile is told as overtaken.
 *
 * <p>After a kill up to a second is read again.
 *
 * @since 0.1.0
 */
public final class SavedCursor {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private final Path file;
    private final Properties positions = new Properties();

    private SavedCursor(Path file) {
        this.file = file;
    }

    /**
     * Opens the cursor of that name; a new one stands before the oldest event.
     *
     * @throws CommandFailure when the name is none, or its file is not one of these
     */
    public static SavedCursor open(String name, Console console) throws IOException {
        if (!NAME.matcher(name).matches() || name.startsWith(".")) {
            throw CommandFailure.usage(
                    "--cursor: no name: " + name + " (1 to 100 letters, digits, dots, dashes, underscores)");
        }
        SavedCursor cursor = new SavedCursor(directory(console).resolve(name));
        if (Files.exists(cursor.file)) {
            try (Reader reader = Files.newBufferedReader(cursor.file)) {
                cursor.positions.load(reader);
            } catch (IllegalArgumentException | CharacterCodingException e) {
                throw CommandFailure.refused("not a cursor: " + cursor.file + " (remove it to begin anew)");
            } catch (FileSystemException e) {
                // It names the file.
                throw e;
            } catch (IOException e) {
                throw CommandFailure.refused("the cursor cannot be read: " + cursor.file + ": " + e.getMessage());
            }
        }
        return cursor;
    }

    private static Path directory(Console console) {
        String state = console.variable("XDG_STATE_HOME");
        String home = console.variable("HOME");
        Path base = state != null && !state.isEmpty()
                ? Path.of(state)
                : Path.of(home == null ? System.getProperty("user.home") : home, ".local", "state");
        return base.resolve("millrace").resolve("cursors");
    }

    /** Puts the journals where the last run ended. One that is new, or another one now, stays at its oldest event. */
    public void resume(List<EventSource> sources) throws IOException {
        for (EventSource source : sources) {
            String saved = positions.getProperty(key(source));
            try {
                if (saved != null) {
                    long position = Long.parseLong(saved);
                    if (!source.isPossible(position)) {
                        // Behind all that there is, or in the middle of a record: nothing would ever be new.
                        throw new IllegalArgumentException("position=" + position);
                    }
                    source.reader().seek(position);
                }
            } catch (IllegalArgumentException e) {
                throw CommandFailure.refused("not a cursor: " + file + " (remove it to begin anew)");
            }
        }
    }

    /** Remembers how far the journals have been dealt with. */
    public void save(List<EventSource> sources) throws IOException {
        for (EventSource source : sources) {
            String directory = source.directory() + "@";
            // The journals that were there before are no more, and one comes with each start of some services.
            positions.stringPropertyNames().stream()
                    .filter(key -> key.startsWith(directory) && key.indexOf('@', directory.length()) < 0)
                    .forEach(positions::remove);
            positions.setProperty(key(source), Long.toString(source.undonePosition()));
        }
        StringWriter text = new StringWriter();
        positions.store(text, null);
        // No cursor has a name that begins so.
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(fresh, text.toString());
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            boolean unnamed = e instanceof FileSystemException refused && refused.getReason() == null;
            throw new CommandFailure(
                    ExitCode.OUTPUT_FAILED,
                    "the cursor cannot be written: " + file + ": "
                            + (unnamed ? "no permission, or no such directory: " : "") + e.getMessage()
                            + " (what was printed comes again"
                            + (unnamed ? "; set XDG_STATE_HOME to a directory of yours)" : ")"));
        }
    }

    private static String key(EventSource source) {
        return source.directory() + "@" + Long.toHexString(source.reader().journalId());
    }
}
