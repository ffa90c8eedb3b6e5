package dev.millrace.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks the disk to keep what was appended. Whoever comes first does it for all that have appended by then; the others
 * find it done.
 *
 * <p>Design note: what a caller waits for is committed, but what others claimed before it may not be. So all that was
 * claimed is forced, and as done counts what lies before the first record that is not committed.
 */
final class Syncer {
    private static final int SPINS = 1_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long COMMIT_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final Journal journal;
    private final QueueTail tail;
    private final QueueSegments segments;
    private final QueueDisk disk;
    private final ReentrantLock forcing = new ReentrantLock();

    /** What lies before it was made whole when the journal was opened. It may be in memory only. */
    private final long recovered;

    private volatile long synced;
    private boolean controlSynced;

    /** Base of the last segment whose name is on the disk. */
    private long namesSynced = -1;

    Syncer(Journal journal, QueueTail tail, QueueDisk disk) {
        this.journal = journal;
        this.tail = tail;
        this.segments = new QueueSegments(journal);
        this.disk = disk;
        this.recovered = tail.position();
        this.synced = Math.min(recovered, segments.firstPosition());
    }

    /**
     * Returns when everything before {@code end} that was appended is on the disk.
     *
     * @throws UncheckedIOException when the disk does not take it
     */
    void sync(long end) {
        if (synced >= end) {
            return;
        }
        forcing.lock();
        try {
            if (synced < end) {
                force(vouchedEnd());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("not on the disk: directory=" + journal.directory() + ": " + e, e);
        } finally {
            forcing.unlock();
        }
    }

    /** Everything before this position is on the disk. */
    long synced() {
        return synced;
    }

    /**
     * Up to where it is known after a loss of power that what the disk has is whole: checksums of records tell it, or else
     * seals, for which the last block must be finished.
     */
    private long vouchedEnd() throws IOException {
        if (tail.end() < Long.MAX_VALUE) {
            // The queue is closed: all is sealed.
            return Long.MAX_VALUE;
        }
        if (!journal.options.recordChecksums()) {
            StackProbe.ensureRoom();
            long end = Math.min(journal.finishBlock(), journal.prepared);
            seal(end);
            return end;
        }
        if (synced < recovered) {
            seal(recovered);
        }
        return Long.MAX_VALUE;
    }

    private void seal(long end) throws IOException {
        long stood = -1;
        long sinceNs = System.nanoTime();
        for (long at = segments.sealTowards(end);
                // It may be closed meanwhile: then there is no more than what that has sealed.
                at < Math.min(end, tail.end());
                at = segments.sealTowards(end)) {
            tail.padToPrepared();
            if (at > stood) {
                stood = at;
                sinceNs = System.nanoTime();
            } else if (System.nanoTime() - sinceNs > PATIENCE_NS) {
                throw new IOException("nothing can be sealed behind a record that is not committed: position=" + at
                        + ", threads=" + Keeper.appendingThreads());
            } else {
                LockSupport.parkNanos(this, COMMIT_PARK_NS);
            }
        }
    }

    private void force(long vouched) throws IOException {
        requireFile(journal.directory().resolve(JournalOpener.CONTROL));
        long from = synced;
        long target = Math.min(tail.position(), journal.prepared);
        // Before anything is forced: what is committed meanwhile may be on the disk or not.
        long committed = committedEnd(Math.max(from, recovered), target);
        if (!controlSynced) {
            // Without it nothing else can be read.
            journal.control.force();
        }
        long last = forceSegments(from, target);
        if (!controlSynced || last > namesSynced) {
            forceNames();
            namesSynced = last;
            controlSynced = true;
        }
        synced = Math.max(from, Math.min(committed, vouched));
    }

    /** What is mapped would be forced all the same, into a file that nobody finds. */
    private void requireFile(Path file) throws IOException {
        // A segment without a file is in memory since those of others vanished.
        if (file == null || Files.notExists(file)) {
            throw new NoSuchFileException((file == null ? journal.directory() : file).toString());
        }
    }

    /** Returns the base of the last segment that was forced. */
    private long forceSegments(long from, long to) throws IOException {
        long last = namesSynced;
        for (long at = from; at < to; ) {
            long base = at & ~journal.segmentMask;
            long end = Math.min(to, base + journal.segmentBytes);
            Segment segment = journal.table.find(at);
            if (segment != null) {
                requireFile(segment.file.path());
                try {
                    segment.force((int) (at - base), (int) (end - base));
                } catch (RuntimeException e) {
                    // The system takes what a disk has refused for written: the next attempt would find nothing to do.
                    segment.touch((int) Math.min(journal.prepared - base, journal.segmentBytes));
                    throw e;
                }
                last = base;
            }
            at = end;
        }
        return last;
    }

    private void forceNames() throws IOException {
        Path segments = journal.directory();
        if (controlSynced) {
            disk.forceDirectories(segments);
        } else {
            Path queue = segments.getParent();
            disk.forceDirectories(segments, queue, queue.getParent());
        }
    }

    /** Where the first record from {@code from} on starts that is not committed; {@code to}, or behind it, without one. */
    private long committedEnd(long from, long to) {
        long at = from;
        while (at < to) {
            Segment segment = journal.table.find(at);
            if (segment == null) {
                // Given up since.
                at = (at & ~journal.segmentMask) + journal.segmentBytes;
                continue;
            }
            int length = committedLength(segment, at);
            if (length == 0) {
                break;
            }
            at += RecordFormat.align(length);
        }
        return Math.min(at, to);
    }

    /** 0 when there is no committed record at this position, or none any more. A copy that is under way is waited for. */
    private int committedLength(Segment segment, long position) {
        int at = (int) (position & journal.segmentMask);
        long header = RecordFormat.headerAcquire(segment.data, at);
        for (int spin = 0; spin < SPINS && RecordFormat.length(header) <= 0; spin++) {
            Thread.onSpinWait();
            header = RecordFormat.headerAcquire(segment.data, at);
        }
        int length = RecordFormat.length(header);
        return length > 0 && RecordFormat.valid(header, position, journal.secret, journal.segmentBytes - at)
                ? length
                : 0;
    }
}
