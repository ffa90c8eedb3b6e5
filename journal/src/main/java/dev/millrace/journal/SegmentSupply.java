package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/**
 * The journal's segments and the space in them: prepares it ahead of the tail, takes back what every cursor has passed,
 * and says when there is none. For the keeper, with its lock.
 */
final class SegmentSupply {
    /** What the opening thread prepares itself: a program that lives for a moment pays for no more. */
    static final int FIRST_CHUNK_BYTES = 128 << 10;

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int WINDOW_SEGMENTS = 4;
    // More would leave the caches before it is written to.
    private static final long MAX_LEAD_BYTES = 4L << 20;
    private static final long LOOK_EVERY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String NO_MEMORY =
            "there is no memory for more of the journal (see -XX:MaxDirectMemorySize, or give it a directory)";

    private final Journal journal;
    private final SegmentStore store;

    /** Where new segments come from: the store, until its directory is gone. */
    private SegmentStore source;

    private final int maxSegments;

    /** The same for the sake of memory, once the files have vanished: those that are still of use, and so many new ones. */
    private long maxSegmentsWithoutFiles = Long.MAX_VALUE;

    /** What lies before was appended by earlier processes. */
    final long openedAt;

    /** Segments in use, by position. */
    private final Deque<Segment> live = new ArrayDeque<>();

    private final SegmentPool pool = new SegmentPool();
    private final Refusal refusal = new Refusal();

    /** Whether space failed without a notice, so that its return is none either. */
    private boolean failedQuietly;

    /** When the files were last looked for, and up to where they were in use then. */
    private long lookedNs = System.nanoTime();

    private long lookedTail;

    /** All that exist, in use or free. Any thread may ask. */
    private volatile int segments;

    SegmentSupply(Journal journal, SegmentStore store, Recovery.Result found) {
        this.journal = journal;
        this.store = store;
        this.source = store;
        // No more than have a place: a budget may be as large as a long.
        this.maxSegments = (int) Math.min(journal.table.capacity() / 2, segmentsOf(journal.options.budgetBytes()));
        this.openedAt = found.tail;
        this.lookedTail = found.tail;
        for (Segment segment : found.live) {
            live.add(segment);
            journal.table.put(segment);
        }
        long now = System.nanoTime();
        for (Segment segment : found.free) {
            segment.free(now);
            pool.putLast(segment);
        }
        segments = live.size() + pool.size();
        journal.prepared = found.tail;
    }

    private long segmentsOf(long budgetBytes) {
        return budgetBytes / (journal.segmentBytes + SegmentFormat.HEADER_BYTES);
    }

    /** Prepares the first chunk on the calling thread; a disk that refuses it is an exception. */
    void begin() throws IOException {
        boolean ignored = prepareTo(openedAt + FIRST_CHUNK_BYTES, FIRST_CHUNK_BYTES);
    }

    /** Segments in use, by position. */
    Deque<Segment> live() {
        return live;
    }

    /** Smallest released position of all cursors, opened or not; without any cursor nothing is given up. */
    private long released() {
        // Twice: a cursor may come where the first look has been while another one runs ahead of it.
        long smallest = Math.min(journal.control.smallestPosition(), journal.control.smallestPosition());
        return smallest == Long.MAX_VALUE
                ? (live.isEmpty() ? 0 : live.peekFirst().base())
                : smallest;
    }

    /** From where on sealing what nobody has vouched for yet is worth it. */
    long wantedFrom() {
        return journal.options.retention() == null || live.isEmpty()
                ? released()
                : Math.min(released(), live.peekFirst().base());
    }

    /** Takes segments back that every cursor has passed. */
    void recycle(long now) {
        long released = released();
        Retention retention = journal.options.retention();
        for (Segment first = live.peekFirst();
                first != null && first.preparedBytes() == first.segmentBytes && first.end() <= released;
                first = live.peekFirst()) {
            boolean kept = retention != null && retention.keeps(first, journal.tailPosition());
            // New records come first. One at a time: space may be short for a moment only.
            boolean given = kept && journal.space != Space.OPEN && pool.isEmpty();
            if (kept && !given) {
                return;
            }
            live.removeFirst();
            journal.table.remove(first);
            first.free(now);
            pool.put(first);
        }
    }

    /** Prepares space ahead of the tail. {@code wanted}: an appender waits, with a record that may be of any length. */
    void prepareAhead(long tail, boolean wanted) {
        boolean held = refusal.holds();
        if (held && !refusal.isOfMemory()) {
            return;
        }
        long least = wanted ? Journal.MAX_RECORD_BYTES + mostReserveBytes() : FIRST_CHUNK_BYTES * 2L;
        long lead =
                Math.min(Math.min(MAX_LEAD_BYTES, 2L * journal.segmentBytes), Math.max(least, 2 * (tail - openedAt)));
        try {
            lookForFiles(tail);
            if (prepareTo(tail + lead, CHUNK_BYTES)) {
                if (!refusal.isOfMemory()) {
                    refusal.isOver();
                }
                become(Space.OPEN, "space is available again", null);
            } else if (held) {
                become(Space.FAILING, NO_MEMORY, null);
            } else {
                become(
                        Space.SPENT,
                        "the budget is spent: budgetBytes=" + journal.options.budgetBytes() + ", segments="
                                + mostSegments() + " (set millrace.journal.budget, or see which sink or reader lags)",
                        null);
            }
        } catch (NoSuchFileException e) {
            goOnInMemory(e);
        } catch (IOException e) {
            failByDisk(e);
        } catch (RuntimeException | Error e) {
            refusal.by(e);
            if (e instanceof InternalError) {
                distrustPages();
            }
            become(Space.FAILING, refusal.isOfMemory() ? NO_MEMORY : "no space could be prepared: " + e, e);
        }
    }

    private void failByDisk(IOException cause) {
        refusal.byDisk();
        become(Space.FAILING, "no space could be prepared in " + journal.directory() + ": " + cause, cause);
    }

    /** What is appended while its file is removed does not outlive the process, however long no other file is needed. */
    private void lookForFiles(long tail) throws NoSuchFileException {
        long now = System.nanoTime();
        if (source != store || now - lookedNs < LOOK_EVERY_NS) {
            return;
        }
        for (Iterator<Segment> newestFirst = live.descendingIterator(); newestFirst.hasNext(); ) {
            Segment segment = newestFirst.next();
            if (segment.end() <= lookedTail) {
                break;
            }
            segment.file.requireExistence();
        }
        lookedNs = now;
        lookedTail = tail;
    }

    /** A mapped page has no disk behind it. Which one is not said: all get theirs through the file again. */
    void distrustPages() {
        Segment last = live.peekLast();
        if (last != null) {
            last.distrust();
        }
        pool.distrust();
    }

    /** Prepares space up to {@code target} in chunks, each published at once; false when the budget does not allow it. */
    private boolean prepareTo(long target, int chunkBytes) throws IOException {
        while (journal.prepared < target) {
            Segment last = live.peekLast();
            if (last == null || last.preparedBytes() == last.segmentBytes) {
                last = nextSegment();
                if (last == null) {
                    return false;
                }
                // Not where the journal was opened: readers may have passed and freed all there was.
                long end = live.isEmpty() ? journal.prepared : live.peekLast().end();
                // Not behind what was lost, either: some reader may have been there.
                last.startAt(Math.max(openedAt, end));
                live.addLast(last);
                journal.table.put(last);
            }
            try {
                last.prepare(chunkBytes);
            } catch (NoSuchFileException e) {
                // No space would help.
                throw e;
            } catch (IOException e) {
                // What was read and is free may be all the disk there is.
                if (!pool.giveBackOne()) {
                    throw e;
                }
                continue;
            }
            publish(last.base() + last.preparedBytes());
        }
        return true;
    }

    private void publish(long preparedEnd) {
        // Some of what is prepared is kept for important records, in case that no more follows.
        long reserve = Math.min(mostReserveBytes(), (preparedEnd - openedAt) / 4);
        journal.prepared = preparedEnd;
        journal.importantLimit = preparedEnd;
        journal.limit = preparedEnd - reserve;
        // Last: where that fails, callers have the space all the same.
        journal.padAbandoned();
    }

    // Less than the lead, whatever the segment: else nobody would get what is prepared.
    private long mostReserveBytes() {
        return Math.min(journal.segmentBytes, MAX_LEAD_BYTES) / 4;
    }

    private Segment nextSegment() throws IOException {
        Segment free = pool.take();
        while (free != null && !isUsable(free)) {
            // Of an earlier process, as a rule.
            segments = live.size() + pool.size();
            free = pool.take();
        }
        if (free != null) {
            try {
                return source.forGood(free);
            } catch (NoSuchFileException e) {
                // A new one takes its place, where not all are gone.
            }
        }
        if (maxSegmentsWithoutFiles != Long.MAX_VALUE) {
            // What takes the place of those that were given up is memory, and none was counted for it. Not sooner: a
            // reader that lags would lose its oldest records for space that nobody wants.
            maxSegmentsWithoutFiles = mappedInUse() + segmentsOf(JournalOptions.budgetBytesInMemory());
        }
        if (live.size() >= mostSegments() || refusal.holds()) {
            return null;
        }
        Segment created = source.create();
        segments = live.size() + pool.size() + 1;
        refusal.isOver();
        return created;
    }

    private long mappedInUse() {
        long mapped = 0;
        for (Segment segment : live) {
            mapped += segment.isInMemory() ? 0 : 1;
        }
        return mapped;
    }

    private long mostSegments() {
        // Of two, a reader that stalls could keep the older one: what the other has is never half of the budget.
        return Math.max(3, Math.min(maxSegments, maxSegmentsWithoutFiles));
    }

    /** Where the files are gone, those that would have to grow are of no use. */
    private boolean isUsable(Segment free) {
        return source == store || free.isInMemory() || free.allocatedBytes() == free.segmentBytes;
    }

    /** The journal's files were removed under it. What is mapped stays usable; what must grow from here on cannot. */
    private void goOnInMemory(NoSuchFileException cause) {
        boolean again = source != store;
        source = memory();
        pool.removeIf(segment -> !isUsable(segment));
        Segment last = live.peekLast();
        boolean removed = last != null && last.preparedBytes() == 0;
        if (removed) {
            live.removeLast();
            journal.table.remove(last);
        }
        segments = live.size() + pool.size();
        if (again) {
            if (!removed) {
                // Whoever waits for a segment that cannot grow any more waits for ever.
                failByDisk(cause);
            }
            return;
        }
        maxSegmentsWithoutFiles = segments + segmentsOf(JournalOptions.budgetBytesInMemory());
        journal.tell(
                JournalNotice.IN_MEMORY,
                "the journal's files have vanished: " + journal.directory()
                        + "; it goes on in memory until the next start and does not survive the process",
                cause);
    }

    private SegmentStore memory() {
        return new MemorySegmentStore(journal.segmentBytes, journal.control.journalId());
    }

    private void become(Space next, String message, Throwable cause) {
        Space before = journal.space;
        if (before == next || journal.keeper.stopped) {
            return;
        }
        journal.space = next;
        if (next == Space.FAILING ? !refusal.isNews() : next == Space.OPEN && failedQuietly) {
            failedQuietly = next == Space.FAILING;
            return;
        }
        failedQuietly = false;
        JournalNotice notice = next == Space.OPEN
                ? JournalNotice.SPACE_RETURNED
                : next == Space.SPENT ? JournalNotice.BUDGET_SPENT : JournalNotice.DISK_FULL;
        journal.tell(notice, message, cause);
    }

    /** Gives disk space of a past burst back. */
    void trim(long now) {
        if (live.size() + pool.size() > WINDOW_SEGMENTS) {
            try {
                pool.trimOne(now);
            } catch (IOException e) {
                journal.tell(JournalNotice.DISK_FULL, "a segment could not be trimmed: " + e, e);
            }
            segments = live.size() + pool.size();
        }
    }

    long usedBytes() {
        return (long) segments * journal.segmentBytes;
    }

    /** What the segments may have together. */
    long budgetBytes() {
        return mostSegments() * journal.segmentBytes;
    }

    /** Takes the journal's files away; what is mapped stays usable. */
    void removeFiles() {
        try {
            Segment last = live.peekLast();
            if (last != null && last.allocatedBytes() < last.segmentBytes) {
                last.file.holdOpen();
            }
            source = memory();
            store.deleteAll(live);
        } catch (IOException e) {
            journal.tell(JournalNotice.DISK_FULL, "files could not be removed: " + journal.directory() + ": " + e, e);
        }
    }

    /** Makes room for a late append out of what the cursors have passed, as far as that goes. */
    void makeRoom(int bytes, int flags) {
        try {
            recycle(System.nanoTime());
            if (!pool.isEmpty() || !journal.hasRoom(bytes, flags)) {
                // Appends end before what is kept for important ones.
                long target = journal.tailPosition() + mostReserveBytes() + 2L * bytes + FIRST_CHUNK_BYTES;
                boolean ignored = prepareTo(target, FIRST_CHUNK_BYTES);
            }
        } catch (IOException e) {
            // The append is asked whether there is room.
        } catch (RuntimeException | Error e) {
            refusal.by(e);
        }
    }

    /** The keeper itself fails, and space with it. */
    void fail(String message, Throwable cause) {
        become(Space.FAILING, message, cause);
    }
}
