package dev.millrace.cli.read;

import dev.millrace.journal.JournalReader;
import dev.millrace.journal.ReadBatch;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads on behind claims that nobody commits, where it cannot be told whether a process owns the journal, as in a
 * container: what a living owner has claimed is committed in no time, so one that lasts is a dead one's.
 *
 * <p>For whoever reads a journal once. A thread of a living owner may be held up for longer: its event is not there yet,
 * and would be lost for a follower.
 *
 * @since 0.1.0
 */
public final class LastingHoles {
    private static final int LOOKS = 20;
    private static final long BETWEEN_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int PROBE_BYTES = 4 << 10;

    private final JournalReader reader;

    /** Creates it for a reader that passes over no holes itself. */
    public LastingHoles(JournalReader reader) {
        this.reader = reader;
    }

    /** Fills the batch with what lies behind a hole that lasts; false when nothing does. */
    public boolean fillBehind(ReadBatch batch) throws IOException {
        if (!reader.another().passOverHoles(true).fill(new ReadBatch(PROBE_BYTES))) {
            return false;
        }
        for (int look = 0; look < LOOKS; look++) {
            LockSupport.parkNanos(this, BETWEEN_NS);
            if (reader.fill(batch)) {
                return true;
            }
        }
        try {
            return reader.passOverHoles(true).fill(batch);
        } finally {
            reader.passOverHoles(false);
        }
    }
}
