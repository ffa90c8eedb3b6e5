package dev.millrace.core;

import dev.millrace.core.roll.Archivist;
import dev.millrace.core.status.StatusLog;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The archivist of an engine, made when a sink is the first that rolls: most starts load nothing of it. Thread-safe. */
final class Archives implements BooleanSupplier {
    // Other processes look once a second whether their file was rolled.
    private static final long SETTLE_NS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final int sharePercent;
    private final OpenJournal open;
    private final StatusLog status;
    private volatile boolean others;
    // Guarded by this.
    private Archivist archivist;
    private boolean closed;
    private boolean looked;

    Archives(int sharePercent, OpenJournal open, StatusLog status) {
        this.sharePercent = sharePercent;
        this.open = open;
        this.status = status;
    }

    /** From now on processes that are not seen here may write to the files: they have another configuration, or home. */
    void expectOthers() {
        others = true;
    }

    /** Whether some may. */
    @Override
    public boolean getAsBoolean() {
        return others || !open.isPersistent() || open.isShared();
    }

    /** The one archivist. */
    synchronized Archivist archivist() {
        if (archivist == null) {
            archivist = new Archivist(sharePercent, SETTLE_NS, this, status);
            if (open.isBesideOthers() && !looked) {
                archivist.hold();
            }
            if (closed) {
                archivist.close();
            }
        }
        return archivist;
    }

    /**
     * The journals of processes that died were looked for: only now files are compressed where there may be some. What one
     * of them had begun to write is searched for in the file that it was written to, which may be rolled since.
     */
    synchronized void looked() {
        if (!looked) {
            looked = true;
            if (archivist != null && open.isBesideOthers()) {
                archivist.release();
            }
        }
    }

    private synchronized Archivist lastUsed() {
        closed = true;
        return archivist;
    }

    /** Has it do what is queued, at most until the deadline; from now on it does nothing. */
    void close(long deadlineNs) {
        Archivist used = lastUsed();
        if (used != null) {
            used.close(deadlineNs, others || open.isShared());
        }
    }
}
