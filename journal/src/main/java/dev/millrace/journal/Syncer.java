package dev.millrace.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks the disk to keep what was appended. Whoever comes first does it for all that have appended by then; the others
 * find it done.
 */
final class Syncer {
    private final Journal journal;
    private final ReentrantLock forcing = new ReentrantLock();
    private volatile long synced;
    private long directorySyncedAt = -1;

    Syncer(Journal journal) {
        this.journal = journal;
        this.synced = journal.tailPosition();
    }

    /** Returns when everything before {@code end} is on the disk. */
    void sync(long end) {
        if (synced >= end) {
            return;
        }
        forcing.lock();
        try {
            if (synced < end) {
                long target = journal.tailPosition();
                if (directorySyncedAt < 0) {
                    // Without it nothing else can be read.
                    journal.control.force();
                }
                force(synced, target);
                synced = target;
            }
        } finally {
            forcing.unlock();
        }
    }

    /** Everything before this position is on the disk. */
    long synced() {
        return synced;
    }

    private void force(long from, long to) {
        for (long at = from; at < to; ) {
            long base = at & ~journal.segmentMask;
            long end = Math.min(to, base + journal.segmentBytes);
            Segment segment = journal.table.find(at);
            if (segment != null) {
                segment.force((int) (at - base), (int) (end - base));
                if (base > directorySyncedAt) {
                    forceDirectory(journal.directory());
                    directorySyncedAt = base;
                }
            }
            at = end;
        }
    }

    // A file whose name is not on the disk is lost with all its bytes.
    private static void forceDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not a system that opens directories: there names are kept by other means.
        }
    }
}
