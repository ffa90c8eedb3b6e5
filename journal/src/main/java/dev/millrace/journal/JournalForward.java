package dev.millrace.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A note in a home that belongs to nobody yet: the journal of its next owner is in another home. A process that goes over
 * to another identity while it runs leaves one, because its journal stays where it is; whoever starts with the new
 * identity after a kill finds the journal by it.
 *
 * <p>The note is a file {@code from-<hash>} with the other home's path. It says where to look and nothing more: the
 * journal that is found there is claimed and checked like any other.
 *
 * @since 0.1.0
 */
public final class JournalForward {
    /** How a note's name begins. */
    public static final String PREFIX = "from-";

    private static final int MAX_PATH_BYTES = 16 << 10;

    private JournalForward() {}

    /**
     * Leaves a note in {@code home}, which is created where it is missing.
     *
     * @throws IOException when that is not possible
     */
    public static void put(Path home, Path journalHome) throws IOException {
        JournalSlot.createPrivate(home.getParent());
        JournalSlot.createPrivate(home);
        byte[] path = journalHome.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel = PrivateFiles.open(
                file(home, journalHome),
                // Not emptied first: a kill in between would leave a note without its path.
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
            ByteBuffer rest = ByteBuffer.wrap(path);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.truncate(path.length);
        }
    }

    /** The homes that notes in {@code home} lead to. */
    public static List<Path> targets(Path home) {
        List<Path> targets = new ArrayList<>();
        try (DirectoryStream<Path> notes = Files.newDirectoryStream(home, PREFIX + "*")) {
            for (Path note : notes) {
                add(note, targets);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Nobody has ever been here.
        }
        return targets;
    }

    private static void add(Path note, List<Path> targets) {
        if (!Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Path target = read(note);
            // An empty note, of a full disk or a kill, would lead to the working directory.
            if (target.isAbsolute()) {
                targets.add(target);
            }
        } catch (IOException | InvalidPathException e) {
            // What cannot be read leads nowhere.
        }
    }

    private static Path read(Path note) throws IOException {
        try (InputStream in = Files.newInputStream(note, LinkOption.NOFOLLOW_LINKS)) {
            return Path.of(new String(in.readNBytes(MAX_PATH_BYTES), StandardCharsets.UTF_8));
        }
    }

    /** Whether there is any journal in a home, of a living process or a dead one, beside that of a slot's directory. */
    public static boolean holdsJournals(Path home, Path besides) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(home)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) && !entry.equals(besides)) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Nobody has ever been here.
        }
        return false;
    }

    /** Removes the note, and its home where nothing else is in it. */
    public static void remove(Path home, Path journalHome) {
        try {
            Files.deleteIfExists(file(home, journalHome));
            Files.deleteIfExists(home);
            Files.deleteIfExists(home.getParent());
        } catch (IOException e) {
            // Others live there.
        }
    }

    private static Path file(Path home, Path journalHome) {
        String path = journalHome.toAbsolutePath().toString();
        return home.resolve(PREFIX + Integer.toHexString(path.hashCode()));
    }
}
