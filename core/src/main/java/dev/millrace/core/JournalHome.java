package dev.millrace.core;

import dev.millrace.core.option.Options;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.journal.JournalForward;
import dev.millrace.journal.JournalSlot;
import dev.millrace.journal.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a plan's journal lives: {@code <dir>/.millrace/<name>-<hash>}, the hash being that of the user, the
 * configuration's source (its name in a jar, wherever that is, of a program with a file or a context's name) and the first file sink, so that only
 * the same identity takes a journal up again.
 *
 * @param directory the existing (or creatable) directory that the user knows
 * @param home the directory of this identity's slots
 */
record JournalHome(Path directory, Path home) {
    private static final String FOLDER = ".millrace";
    private static final int MAX_NAME_CHARS = 40;

    /** The name of a context that has none, and the source of a plan without a configuration. */
    private static final String UNNAMED = "default";

    /** The homes to try, in order. */
    static List<JournalHome> candidates(Plan plan, Options options) {
        return homes(plan, options.journalDir(), options.journalDir() == null);
    }

    /**
     * Those that another start of the same identity may have used: its log directory took no journal, or it had no
     * {@code millrace.journal.dir}.
     */
    static List<JournalHome> everywhere(Plan plan, Options options) {
        return homes(plan, options.journalDir(), true);
    }

    /**
     * Whether some other journal has been left that may go to the same files. That of a living process does not count: what
     * it writes within a line it also finishes there, so nobody may cut that.
     */
    static boolean isBesideOthers(Path home, Path slotDirectory, List<JournalHome> everywhere) {
        for (JournalHome other : everywhere) {
            // Hardly any is there, and to ask for owners loads classes.
            if (!other.home().equals(home)
                    && Files.exists(other.home())
                    && PrivateFiles.haveOneOwner(other.home(), home)) {
                return true;
            }
        }
        String[] names = home.toFile().list();
        for (int i = 0; names != null && i < names.length; i++) {
            String name = names[i];
            if (name.startsWith(JournalForward.PREFIX)
                    || (!home.resolve(name).equals(slotDirectory) && JournalSlot.isAbandoned(home, name))) {
                return true;
            }
        }
        return false;
    }

    private static List<JournalHome> homes(Plan plan, Path journalDir, boolean besideFiles) {
        String user = user();
        Path firstFile = firstFile(plan);
        String context = plan.contextName();
        // The context once more: names that differ in other letters only are others all the same.
        String name = plainName(context) + "-"
                + hash(user + '\n' + origin(plan, firstFile) + '\n' + firstFile + '\n' + context);
        List<JournalHome> homes = new ArrayList<>(4);
        add(homes, journalDir, FOLDER, name);
        if (besideFiles && firstFile != null) {
            add(homes, firstFile.getParent(), FOLDER, name);
        }
        Path temporary = temporary();
        if (temporary != null) {
            add(homes, temporary, FOLDER, name);
            // Where several users share it, the first one owns the plain name.
            add(homes, temporary, FOLDER + "-" + plainName(user), name);
        }
        return homes;
    }

    /**
     * A program's next version has another jar, and finishes what the one before has left. One that has neither a file nor a
     * name would share its journal, and what is retained in it, with all such programs.
     */
    private static String origin(Plan plan, Path firstFile) {
        String source = plan.source();
        if (firstFile != null || !plan.contextName().equals(UNNAMED)) {
            return source.substring(source.lastIndexOf("!/") + 1);
        }
        return source.equals(UNNAMED) ? System.getProperty("user.dir") : source;
    }

    /** Whether it is nothing to tell when somebody else owns it: the user's own folder beside it comes next. */
    boolean isShared(JournalHome next) {
        return next != null && next.directory().equals(directory);
    }

    private static void add(List<JournalHome> homes, Path directory, String folder, String name) {
        if (directory != null) {
            Path real = real(directory.toAbsolutePath());
            homes.add(new JournalHome(real, real.resolve(folder).resolve(name)));
        }
    }

    /** Where links lead today: by tomorrow one may lead to the place of another process's journal. */
    private static Path real(Path directory) {
        try {
            Path real = directory.toRealPath();
            // The name may have letters that the locale of the process cannot say.
            return Path.of(real.toString()).equals(real) ? real : directory;
        } catch (InvalidPathException e) {
            return directory;
        } catch (IOException e) {
            // Not there yet.
            Path parent = directory.getParent();
            return parent == null ? directory : real(parent).resolve(directory.getFileName());
        }
    }

    private static Path firstFile(Plan plan) {
        for (SinkPlan sink : plan.sinks()) {
            Path file = fileOf(sink);
            if (file != null) {
                return file.toAbsolutePath().normalize();
            }
        }
        return null;
    }

    private static Path fileOf(SinkPlan sink) {
        if (sink instanceof SinkPlan.FileSink file) {
            return file.file();
        }
        if (sink instanceof SinkPlan.RollingFileSink rolling) {
            return rolling.roll().place();
        }
        return sink instanceof SinkPlan.SiftingSink sifting
                ? fileOf(sifting.sift().sample())
                : null;
    }

    private static Path temporary() {
        String directory = System.getProperty("java.io.tmpdir");
        try {
            return directory == null || directory.isEmpty()
                    ? null
                    : Path.of(directory).toAbsolutePath();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** The user's name; a user without an entry in the user data base is known by number. */
    private static String user() {
        String name = System.getProperty("user.name");
        if (name != null && !name.isEmpty() && !name.equals("?")) {
            return name;
        }
        try {
            return "uid" + Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException | RuntimeException e) {
            return "unknown";
        }
    }

    static String plainName(String text) {
        StringBuilder name = new StringBuilder(MAX_NAME_CHARS);
        for (int i = 0; i < text.length() && name.length() < MAX_NAME_CHARS; i++) {
            char c = text.charAt(i);
            name.append(isPlain(c) ? c : '_');
        }
        return name.isEmpty() ? "app" : name.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /** Sixteen hexadecimal digits; quick to make, not meant to withstand anybody: the owner is checked elsewhere. */
    static String hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 29;
        hash *= 0xbf58476d1ce4e5b9L;
        hash ^= hash >>> 32;
        String digits = Long.toHexString(hash);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
