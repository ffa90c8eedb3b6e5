package dev.millrace.cli.read;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.event.EventSummary;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.JournalOwner;
import dev.millrace.journal.JournalReader;
import dev.millrace.journal.JournalSlot;
import dev.millrace.journal.Retention;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;

/**
 * A logging journal without owner, taken for as long as something is done to it. No service can start with it meanwhile:
 * it takes another slot.
 *
 * @since 0.1.0
 */
public final class OwnerlessJournal implements AutoCloseable {
    private static final Path OWN_PROCESS = Path.of("/proc/self");

    private final JournalSlot slot;
    private final Console console;

    private OwnerlessJournal(JournalSlot slot, Console console) {
        this.slot = slot;
        this.console = console;
    }

    private static final class Telling implements JournalListener {
        private final Console console;
        private boolean toldOfLess;

        Telling(Console console) {
            this.console = console;
        }

        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {
            toldOfLess |= notice == JournalNotice.RECOVERED_PAST_HOLES || notice == JournalNotice.DAMAGED;
            console.tell(message);
        }

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
            // Nothing is appended that could overrun a cursor.
        }
    }

    /**
     * Refuses a journal that has an owner, or of which that cannot be told, or that is not a logging journal.
     *
     * @throws CommandFailure with the reason
     */
    public static void requireNone(Path directory) {
        requireHome(directory);
        JournalOwner owner = JournalOwner.of(directory);
        if (owner == JournalOwner.ALIVE) {
            throw CommandFailure.refused("a live process owns the journal " + directory + " (end the process first)");
        }
        if (owner == JournalOwner.UNKNOWN) {
            throw CommandFailure.refused("it cannot be told here whether a process owns the journal " + directory
                    + " (run this on the host, outside of containers)");
        }
    }

    static void requireHome(Path directory) {
        if (!JournalFinder.isHome(directory.getParent())) {
            throw CommandFailure.refused(
                    "not a logging journal: " + directory + " (a queue mends itself when it is opened for appending)");
        }
    }

    /**
     * Refuses a journal that {@link #take} would refuse, as far as that can be told without taking it.
     *
     * @throws CommandFailure with the reason
     */
    public static void requireTakeable(Path directory) throws IOException {
        JournalFinder.requireOpen(directory);
        requireNone(directory);
        requireChangeable(directory);
    }

    static void requireChangeable(Path directory) throws IOException {
        requireWritable(directory);
        requireOwn(directory);
    }

    /**
     * Takes a journal.
     *
     * @throws CommandFailure when somebody else has it
     */
    public static OwnerlessJournal take(Path directory, Console console) throws IOException {
        requireTakeable(directory);
        JournalSlot wanted = null;
        for (JournalSlot slot : JournalSlot.claimAbandoned(directory.getParent(), new Telling(console))) {
            if (slot.directory().equals(directory)) {
                wanted = slot;
            } else {
                slot.close();
            }
        }
        if (wanted == null) {
            throw CommandFailure.refused("the journal cannot be taken: " + directory
                    + " (a process has begun to use it, or it belongs to another user)");
        }
        return new OwnerlessJournal(wanted, console);
    }

    private static void requireWritable(Path directory) {
        Path lock = directory.resolveSibling(directory.getFileName() + ".lock");
        Path denied = !Files.isWritable(directory) ? directory : lock;
        if (Files.exists(denied) && !Files.isWritable(denied)) {
            throw CommandFailure.refused("no permission: " + denied + " (run as the user that owns it)");
        }
    }

    /** Nobody changes a journal of another user, root neither: the service could not use what root makes there. */
    private static void requireOwn(Path directory) throws IOException {
        if (!Files.exists(OWN_PROCESS)) {
            return;
        }
        UserPrincipal user = Files.getOwner(OWN_PROCESS);
        Path home = directory.getParent();
        for (Path path : List.of(directory, home, home.getParent())) {
            UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(user)) {
                throw CommandFailure.refused("the journal belongs to another user: " + path + ", which is of "
                        + owner.getName() + " (run as that user)");
            }
        }
    }

    /**
     * Makes padding of what was never committed or is damaged, and seals it; what happens is told.
     *
     * @return whether something was passed over
     */
    public boolean recover() throws IOException {
        Telling telling = new Telling(console);
        long segmentBytes = JournalReader.open(slot.directory()).segmentBytes();
        long budgetBytes = files(slot.directory()).size() * 2L * segmentBytes + JournalOptions.MIN_BUDGET_BYTES;
        Journal journal = Journal.open(
                slot,
                new JournalOptions(
                        budgetBytes, 0, false, false, telling, new Retention(Long.MAX_VALUE, null), EventSummary::of));
        journal.close(false);
        return telling.toldOfLess;
    }

    /** Removes all its files. */
    public void delete() throws IOException {
        delete(slot.directory());
    }

    static void delete(Path directory) throws IOException {
        for (Path file : files(directory)) {
            Files.delete(file);
        }
        Files.delete(directory);
    }

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            found.forEach(files::add);
        }
        return files;
    }

    /** Gives it back. */
    @Override
    public void close() {
        slot.close();
    }
}
