package dev.millrace.cli.read;

import dev.millrace.cli.look.CommandFailure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the journals that a path means: a journal itself, a queue or home with several, a {@code .millrace} directory, or
 * the directory (or a file) of logs that has one.
 *
 * @since 0.1.0
 */
public final class JournalFinder {
    private static final String CONTROL = "control";
    private static final String BASE = ".millrace";
    private static final int DEEPEST = 2;

    private JournalFinder() {}

    /**
     * The journals of all paths, each once.
     *
     * @throws CommandFailure when one of the paths means none
     */
    public static List<Path> find(List<Path> paths) throws IOException {
        TreeSet<Path> found = new TreeSet<>();
        for (Path path : paths) {
            found.addAll(find(path));
        }
        return List.copyOf(found);
    }

    /** The journals of a path, which may mean none. */
    public static List<Path> findAny(Path path) throws IOException {
        return look(directory(path));
    }

    /** The same, and what starts have set aside of such. */
    public static List<Path> findAnyAndSetAside(Path path) throws IOException {
        Path directory = directory(path);
        TreeSet<Path> found = new TreeSet<>(look(directory));
        found.addAll(SetAsideJournal.find(directory));
        return List.copyOf(found);
    }

    /** What starts have set aside beside the journals of a path. */
    public static List<Path> findSetAside(Path path) throws IOException {
        return SetAsideJournal.find(directory(path));
    }

    /** The journals that are there by now: a path that means none, or is gone, hides nothing of the others. */
    public static List<Path> findByNow(List<Path> paths) {
        TreeSet<Path> found = new TreeSet<>();
        for (Path path : paths) {
            try {
                found.addAll(findAny(path));
            } catch (CommandFailure | IOException e) {
                // Nothing is to be found there by now.
            }
        }
        return List.copyOf(found);
    }

    private static List<Path> find(Path path) throws IOException {
        Path directory = directory(path);
        List<Path> found = look(directory);
        List<Path> setAside = found.isEmpty() ? SetAsideJournal.find(directory) : List.of();
        if (!setAside.isEmpty()) {
            throw SetAsideJournal.refusal(directory, setAside);
        }
        if (found.isEmpty()) {
            throw CommandFailure.refused("no journal here: " + directory
                    + " (a service leaves one only while it runs, after a kill, or with millrace.journal.retain; where it"
                    + " could not write, MR211 of its start has named a .millrace directory elsewhere)");
        }
        return found;
    }

    private static Path directory(Path path) throws IOException {
        Path real = real(path);
        return Files.isDirectory(real) ? real : real.getParent();
    }

    private static List<Path> look(Path directory) throws IOException {
        requireOpen(directory);
        List<Path> bases = basesIn(directory);
        List<Path> found = new ArrayList<>();
        try {
            collect(directory, 0, found);
        } catch (AccessDeniedException e) {
            // Where there is a base, what has a number for its name may be anything, such as the logs of a year.
            if (bases.isEmpty()) {
                throw e;
            }
            found.clear();
        }
        // What anybody may put into a shared directory hides nobody's base there.
        if (found.isEmpty() || isShared(directory)) {
            collectFrom(bases, found);
        }
        return found;
    }

    /** Whether anybody may write there, as in a temporary directory. */
    private static boolean isShared(Path directory) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(directory, PosixFileAttributeView.class);
        return view != null && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Another user's base hides nothing else; where there are only such, there is nothing else to tell of. */
    private static void collectFrom(List<Path> bases, List<Path> found) throws IOException {
        boolean any = !found.isEmpty();
        for (Path base : bases) {
            if (isOpen(base)) {
                any = true;
                collect(base, 0, found);
            }
        }
        if (!any && !bases.isEmpty()) {
            requireOpen(bases.get(0));
        }
    }

    /** In the order of their names. */
    private static List<Path> basesIn(Path directory) throws IOException {
        TreeSet<Path> bases = new TreeSet<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                if (isBase(child) && Files.isDirectory(child)) {
                    bases.add(child);
                }
            }
        }
        return List.copyOf(bases);
    }

    static void requireOpen(Path directory) throws AccessDeniedException {
        if (!isOpen(directory)) {
            throw new AccessDeniedException(directory.toString());
        }
    }

    static boolean isOpen(Path directory) {
        return Files.isReadable(directory) && Files.isExecutable(directory);
    }

    private static Path real(Path path) throws IOException {
        try {
            return path.toRealPath();
        } catch (NoSuchFileException e) {
            throw CommandFailure.refused(
                    "no such directory: " + path + " (name a journal, or the directory of the logs)");
        }
    }

    private static void collect(Path directory, int depth, List<Path> found) throws IOException {
        requireOpen(directory);
        if (SetAsideJournal.is(directory)) {
            return;
        }
        if (Files.exists(directory.resolve(CONTROL), LinkOption.NOFOLLOW_LINKS)) {
            found.add(directory);
        } else if (depth < DEEPEST) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
                for (Path child : children) {
                    if (isOfLogs(directory) && isPart(child, depth) && !isOpen(child)) {
                        // Whoever opens it is told so, and of the others nothing is missing.
                        found.add(child);
                    } else if (isPart(child, depth)) {
                        collect(child, depth + 1, found);
                    }
                }
            }
        }
    }

    private static boolean isNumber(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!Character.isDigit(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Slots are numbers; homes stand in a base only. */
    private static boolean isPart(Path child, int depth) {
        if (!Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        return isNumber(child.getFileName().toString()) || (depth == 0 && isBase(child.getParent()));
    }

    /** Whether homes stand in it; where a temporary directory is shared, each user but the first has one by name. */
    static boolean isBase(Path directory) {
        Path name = directory.getFileName();
        return name != null && (name + "-").startsWith(BASE + "-");
    }

    /** Whether a directory stands in a base, as a home does; null stands nowhere. */
    static boolean isHome(Path home) {
        return home != null && home.getParent() != null && isBase(home.getParent());
    }

    private static boolean isOfLogs(Path directory) {
        return isBase(directory) || isHome(directory);
    }

    /** A base itself, or those of a directory; none of one that may not be looked into. */
    static List<Path> basesOf(Path directory) throws IOException {
        if (isBase(directory)) {
            return List.of(directory);
        }
        return isOpen(directory) ? basesIn(directory) : List.of();
    }
}
