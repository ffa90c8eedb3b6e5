package dev.millrace.cli.read;

import dev.millrace.cli.look.CommandFailure;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a start has set aside, as {@code <slot>.damaged-<time>}: a journal without a usable control file, or single
 * segments without a header. Nothing can read it, and no process owns it.
 *
 * @since 0.1.0
 */
public final class SetAsideJournal {
    private static final Pattern NAME = Pattern.compile("[0-9]+\\.damaged-([0-9]{1,15})");
    private static final String ADVICE =
            " (a start could not use it, and no command can; strings shows texts in its files, vacuum --force removes it)";

    private final Path directory;

    private SetAsideJournal(Path directory) {
        this.directory = directory;
    }

    /**
     * The one in a directory of which {@link #is} is true, for its removal.
     *
     * @throws CommandFailure when it is another user's, or none of a logging journal
     */
    public static SetAsideJournal in(Path directory) throws IOException {
        JournalFinder.requireOpen(directory);
        OwnerlessJournal.requireHome(directory);
        OwnerlessJournal.requireChangeable(directory);
        return new SetAsideJournal(directory);
    }

    /** Whether a directory has the name of one. */
    public static boolean is(Path directory) {
        return matcher(directory).matches();
    }

    private static Matcher matcher(Path directory) {
        Path name = directory.getFileName();
        return NAME.matcher(name == null ? "" : name.toString());
    }

    /** Those that a place means: itself, or those of a home, of a base with homes, or of a directory that has bases. */
    static List<Path> find(Path place) throws IOException {
        List<Path> found = new ArrayList<>();
        if (is(place)) {
            found.add(place);
        } else if (JournalFinder.isHome(place)) {
            collect(place, found);
        } else {
            for (Path base : JournalFinder.basesOf(place)) {
                for (Path home : directories(base)) {
                    collect(home, found);
                }
            }
        }
        return found;
    }

    private static void collect(Path home, List<Path> found) throws IOException {
        for (Path child : directories(home)) {
            if (is(child)) {
                found.add(child);
            }
        }
    }

    /** None where it may not be looked: that is told of where journals are looked for. */
    private static List<Path> directories(Path parent) throws IOException {
        List<Path> directories = new ArrayList<>();
        if (!Files.isDirectory(parent) || !JournalFinder.isOpen(parent)) {
            return directories;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
            for (Path child : children) {
                if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                    directories.add(child);
                }
            }
        }
        return directories;
    }

    /** What is said of one. */
    public static String told(Path place) {
        return "set aside as damaged: " + place + ADVICE;
    }

    /** What is said of a place that has no journal, but some of these. */
    static CommandFailure refusal(Path place, List<Path> found) {
        if (is(place)) {
            return CommandFailure.refused(told(place));
        }
        return CommandFailure.refused("no journal here: " + place + ", but " + found.size() + " set aside as damaged: "
                + found.get(0) + (found.size() > 1 ? " and others" : "") + ADVICE);
    }

    /** When it was set aside. */
    public Instant since() {
        Matcher matcher = matcher(directory);
        return matcher.matches() ? Instant.ofEpochMilli(Long.parseLong(matcher.group(1))) : Instant.MAX;
    }

    /** Removes all its files, and the directories above that nothing else is in. */
    public void delete() throws IOException {
        OwnerlessJournal.delete(directory);
        try {
            Files.deleteIfExists(directory.getParent());
            Files.deleteIfExists(directory.getParent().getParent());
        } catch (DirectoryNotEmptyException e) {
            // Other slots or identities live there.
        }
    }
}
