package dev.millrace.journal;

import java.nio.file.Path;
import java.util.List;

/**
 * A directory for one journal, locked by this JVM: {@code <home>/<number>}.
 *
 * @since 0.1.0
 */
public final class JournalSlot implements AutoCloseable {
    JournalSlot() {}

    /**
     * Takes the first free slot below {@code home} (created readable by its owner only; owner and symlinks are
     * checked).
     *
     * @throws JournalException with {@link JournalNotice#DIRECTORY_REFUSED} and the reason
     */
    public static JournalSlot claim(Path home, JournalListener listener) throws JournalException {
        throw new UnsupportedOperationException();
    }

    /** Claims the other slots of {@code home} whose owners have died, for their recovery; expired ones are removed. */
    public static List<JournalSlot> claimAbandoned(Path home, JournalListener listener) {
        throw new UnsupportedOperationException();
    }

    /** The slot's directory. */
    public Path directory() {
        throw new UnsupportedOperationException();
    }

    /** Gives the slot back; its files stay unless the journal deleted them. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
