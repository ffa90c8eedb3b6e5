package dev.millrace.event;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The append-only table of strings that repeat: templates, logger and thread names, stack frames.
 *
 * <p>Thread-safe and lock-free on the caller's side: an id is handed out only after its entry is committed in the
 * file, so that whoever can read a record can read its strings. Id 0 means "not in the dictionary": the string goes
 * inline.
 *
 * @since 0.1.0
 */
public final class Dictionary implements AutoCloseable {
    Dictionary() {}

    /** Opens or creates the dictionary file (readable by its owner only) and reads what an earlier process entered. */
    public static Dictionary open(Path file) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** A dictionary without a file, for a journal in memory. */
    public static Dictionary inMemory() {
        throw new UnsupportedOperationException();
    }

    /** The id of a string, found by identity and then by hash; one that was seen before is entered; else 0. */
    public int idOf(String text) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #idOf(String)}, but enters a string at first sight (logger names, literals known to repeat). */
    public int idOfRepeating(String text) {
        throw new UnsupportedOperationException();
    }

    /** The id of a stack frame, entered at first sight; 0 when the dictionary is full. */
    public int idOfFrame(StackTraceElement frame) {
        throw new UnsupportedOperationException();
    }

    /** The entry's text as UTF-8; for an id that does not exist (hostile input) a visible placeholder. Reader side. */
    public byte[] text(int id) {
        throw new UnsupportedOperationException();
    }

    /** The entry's stack frame; for an id that is no frame a visible placeholder. Reader side. */
    public StackTraceElement frame(int id) {
        throw new UnsupportedOperationException();
    }

    /** Prepares file space ahead of the entries. Called by a background thread now and then; the only place with I/O. */
    public void prepareAhead() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Unmaps nothing and deletes nothing; late entries go inline. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
