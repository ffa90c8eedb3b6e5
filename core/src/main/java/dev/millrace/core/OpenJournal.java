package dev.millrace.core;

import dev.millrace.core.option.DefaultBudget;
import dev.millrace.core.option.Options;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Dictionary;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.JournalForward;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.JournalSlot;
import dev.millrace.journal.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal with what belongs to it.
 *
 * @param slot its slot; null when it lives in memory
 * @param home the home of its slot; null when it lives in memory
 * @param journal the journal
 * @param dictionary its dictionary
 * @param startPosition what lies before was logged by earlier processes
 * @param isBesideOthers whether another journal, or a cursor of this one that is no lane's, may have something for the
 *     same files
 */
record OpenJournal(
        JournalSlot slot,
        Path home,
        Journal journal,
        Dictionary dictionary,
        long startPosition,
        boolean isBesideOthers) {
    private static final String DICTIONARY = "dictionary";

    /**
     * Opens the journal of a plan in the first place that can hold one, at last in memory, and finishes cursors whose sinks
     * are gone: first of all, because a sink may have another name since, and the same file.
     */
    static OpenJournal open(Plan plan, Options options, StatusLog status) {
        // An interrupt closes whatever channel is opened, and a program may well log first in an interrupted thread.
        boolean interrupted = Thread.interrupted();
        try {
            OpenJournal open = openUninterrupted(plan, options, status);
            return finishOrphans(open, orphans(open, plan), null, true, status) ? open : open.besideOthers();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static OpenJournal openUninterrupted(Plan plan, Options options, StatusLog status) {
        List<JournalHome> homes = JournalHome.candidates(plan, options);
        boolean refused = false;
        for (int i = 0; i < homes.size(); i++) {
            JournalHome home = homes.get(i);
            try {
                OpenJournal open = openIn(home, JournalHome.everywhere(plan, options), options, status);
                if (refused) {
                    status.add(StatusCode.MR211, "the journal is in " + home.home() + " instead");
                }
                return open;
            } catch (JournalException e) {
                if (e.notice() != JournalNotice.DIRECTORY_REFUSED
                        || !home.isShared(i + 1 < homes.size() ? homes.get(i + 1) : null)) {
                    refused = true;
                    status.add(
                            JournalNews.codeOf(e.notice()),
                            "no journal in " + home.home() + ": " + e.getMessage() + "; another place is tried",
                            e.getCause());
                }
            } catch (IOException | RuntimeException | LinkageError | InternalError e) {
                refused = true;
                status.add(StatusCode.MR211, "no journal in " + home.home() + "; another place is tried", e);
            }
        }
        status.add(
                StatusCode.MR212,
                "no directory can hold the journal: it lives in memory, and events that are not written yet are lost"
                        + " with the process (set millrace.journal.dir to a writable local directory)");
        return inMemory(options, status);
    }

    /** A journal in memory. */
    static OpenJournal inMemory(Options options, StatusLog status) {
        long budgetBytes = DefaultBudget.bytesInMemory();
        if (options.budgetBytes() != 0) {
            budgetBytes = Math.min(budgetBytes, options.budgetBytes());
        }
        Journal journal =
                Journal.inMemory(new JournalOptions(budgetBytes, 0, options.block(), false, new JournalNews(status)));
        return new OpenJournal(null, null, journal, Dictionary.inMemory(), journal.tailPosition(), false);
    }

    /** The same for a plan, which may have another identity by now, whose journals go to the same files. */
    OpenJournal beside(Plan plan, Options options) {
        return isPersistent()
                        && JournalHome.isBesideOthers(home, slot.directory(), JournalHome.everywhere(plan, options))
                ? besideOthers()
                : this;
    }

    private OpenJournal besideOthers() {
        return new OpenJournal(slot, home, journal, dictionary, startPosition, true);
    }

    /** Opens the journal of a slot that this process has claimed. */
    static OpenJournal openSlot(JournalSlot slot, Path home, JournalOptions options, boolean isBesideOthers)
            throws IOException {
        Journal journal = Journal.open(slot, options);
        Dictionary dictionary = null;
        try {
            dictionary = Dictionary.open(journal.directory().resolve(DICTIONARY));
            if (journal.recoveredAfterReboot() || (journal.recovered() && dictionary.isNew())) {
                LostTexts.giveUp(journal, dictionary, options.listener());
            }
            return new OpenJournal(slot, home, journal, dictionary, journal.tailPosition(), isBesideOthers);
        } catch (IOException | RuntimeException | Error e) {
            if (dictionary != null) {
                dictionary.close();
            }
            boolean ignored = journal.close(false);
            throw e;
        }
    }

    private static OpenJournal openIn(JournalHome home, List<JournalHome> everywhere, Options options, StatusLog status)
            throws IOException {
        Files.createDirectories(home.directory());
        JournalNews news = new JournalNews(status);
        long budgetBytes = options.budgetBytes();
        if (budgetBytes == 0) {
            budgetBytes = DefaultBudget.bytesFor(home.directory());
        }
        JournalSlot slot = JournalSlot.claim(home.home(), news);
        try {
            boolean isBesideOthers = JournalHome.isBesideOthers(home.home(), slot.directory(), everywhere);
            OpenJournal open = openSlot(slot, home.home(), journalOptions(options, budgetBytes, news), isBesideOthers);
            // Not before: another place may have more.
            if (options.budgetBytes() == 0 && budgetBytes < DefaultBudget.SMALL_BYTES) {
                status.add(
                        StatusCode.MR103,
                        "the journal's budget is only " + budgetBytes + " bytes, because there is little space in "
                                + home.directory() + " (set millrace.journal.dir or millrace.journal.budget)");
            }
            return open;
        } catch (IOException | RuntimeException | Error e) {
            slot.close();
            throw e;
        }
    }

    /** The cursors whose sinks are gone since an earlier process, of the plan that this one starts with. */
    static List<String> orphans(OpenJournal open, Plan plan) {
        List<String> orphans = new ArrayList<>(open.journal().cursorNames());
        orphans.removeAll(LaneBuilder.cursorNames(plan));
        return orphans;
    }

    /**
     * Finishes those cursors but for what comes back with the {@code next} plan of a reload, null where there is none;
     * {@code quickly} but for what may take its time. False when some are left.
     */
    static boolean finishOrphans(OpenJournal open, List<String> orphans, Plan next, boolean quickly, StatusLog status) {
        try {
            return orphans.isEmpty() || new OrphanCursors(open, orphans, next, status).finish(quickly);
        } catch (RuntimeException | Error e) {
            status.add(StatusCode.MR010, "cursors of sinks that are gone could not be finished", e);
            return false;
        }
    }

    /** What a plan's options say of a journal. */
    static JournalOptions journalOptions(Options options, long budgetBytes, JournalNews news) {
        long bothBytes = budgetBytes;
        Retention retention = null;
        if (options.retains()) {
            retention = new Retention(
                    options.retainBytes() > 0 ? options.retainBytes() : budgetBytes / 2,
                    options.retainMillis() > 0 ? Duration.ofMillis(options.retainMillis()) : null);
            // What is asked for by size comes on top of what lagging sinks may need.
            bothBytes += Math.min(options.retainBytes(), Long.MAX_VALUE - budgetBytes);
        }
        return new JournalOptions(bothBytes, 0, options.block(), false, news, retention, news);
    }

    /** Whether it outlives the process. */
    boolean isPersistent() {
        return slot != null;
    }

    /** Whether another living process may log with the same configuration. */
    boolean isShared() {
        String[] names = isPersistent() ? home.toFile().list() : null;
        for (int i = 0; names != null && i < names.length; i++) {
            String name = names[i];
            if (name.indexOf('.') < 0
                    && !home.resolve(name).equals(slot.directory())
                    // A note tells of a process whose journal is elsewhere.
                    && (name.startsWith(JournalForward.PREFIX) || JournalSlot.mayBeHeld(home, name))) {
                return true;
            }
        }
        return false;
    }

    /** Stops the journal and gives its slot back unless something hangs; {@code delete} removes all its files. */
    void close(boolean delete, boolean giveBack) throws IOException {
        dictionary.close();
        if (journal.close(delete && !(isPersistent() && slot.isGone())) && isPersistent() && giveBack) {
            slot.close();
        }
    }
}
