package dev.millrace.core;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.journal.JournalForward;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lets the next start find the journal after a reload: the journal stays where it is, and a start with the new
 * configuration would look for it elsewhere. Thread-safe.
 */
final class JournalForwarding {
    private final Engine engine;
    private Path noteHome;

    JournalForwarding(Engine engine) {
        this.engine = engine;
    }

    /** Called before the plan is put in force: a kill at any moment after finds the note. */
    synchronized void lead(Plan plan) {
        Path home = engine.open().home();
        if (home == null) {
            return;
        }
        List<JournalHome> candidates = JournalHome.candidates(plan, engine.options());
        Path before = noteHome;
        noteHome = null;
        for (JournalHome candidate : candidates) {
            if (candidate.home().equals(home)) {
                break;
            }
            // Those that start with the new configuration have their journals there.
            engine.archives().expectOthers();
            try {
                Files.createDirectories(candidate.directory());
                JournalForward.put(candidate.home(), home);
                noteHome = candidate.home();
                break;
            } catch (IOException | RuntimeException e) {
                engine.status()
                        .add(
                                StatusCode.MR016,
                                "no note of the journal " + home + " can be left in " + candidate.home()
                                        + "; after a kill, a start with the new configuration may not find it there",
                                e);
            }
        }
        if (before != null && !before.equals(noteHome)) {
            JournalForward.remove(before, home);
        }
    }

    /** Removes the note of a home that leads to another, unless it is this one. */
    synchronized void removeUnlessOwn(Path home, Path other) {
        if (noteHome == null || !noteHome.toAbsolutePath().equals(home.toAbsolutePath())) {
            JournalForward.remove(home, other);
        }
    }

    /** Nothing is left in the journal. */
    synchronized void remove() {
        if (noteHome != null) {
            JournalForward.remove(noteHome, engine.open().home());
            noteHome = null;
        }
    }
}
