package dev.millrace.core;

import dev.millrace.core.roll.Archivist;
import dev.millrace.core.status.StatusLog;
import java.util.concurrent.TimeUnit;

/** The archivist of an engine, made when a sink is the first that rolls: most starts load nothing of it. Thread-safe. */
final class Archives {
    // Other processes look once a second whether their file was rolled.
    private static final long SETTLE_NS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final int sharePercent;
    private final StatusLog status;
    // Guarded by this.
    private Archivist archivist;
    private boolean closed;

    Archives(int sharePercent, StatusLog status) {
        this.sharePercent = sharePercent;
        this.status = status;
    }

    /** The one archivist. */
    synchronized Archivist archivist() {
        if (archivist == null) {
            archivist = new Archivist(sharePercent, SETTLE_NS, status);
            if (closed) {
                archivist.close();
            }
        }
        return archivist;
    }

    private synchronized Archivist lastUsed() {
        closed = true;
        return archivist;
    }

    /** Has it do what is queued, at most until the deadline; from now on it does nothing. */
    void close(long deadlineNs, OpenJournal open) {
        Archivist used = lastUsed();
        if (used != null) {
            used.close(deadlineNs, open.isShared());
        }
    }
}
