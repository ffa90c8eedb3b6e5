package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A queue's own housekeeping: gives up what retention does not keep, and compresses. */
final class QueueKeeper {
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long NOTICE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    /** Rests so many times as long as it worked: thousands of cursors are thousands of files to look at. */
    private static final long REST_FACTOR = 4;

    /** But no longer: what took so long may have been the disk, and appends may wait for space. */
    private static final long LONGEST_REST_NS = TimeUnit.SECONDS.toNanos(1);

    /** So many segments behind the tail are left as they are: what was appended just now is read soon. */
    private static final long NEWEST_SEGMENTS = 4;

    /** With fewer, the oldest one never has so many behind it: the last one is never filled while appends wait. */
    static final long LEAST_SEGMENTS = NEWEST_SEGMENTS + 2;

    /** When something may still be added to a segment. */
    private static final long UNSEALED = Long.MAX_VALUE;

    /** Whatever time a file says. */
    private static final long LATEST_MS = UNSEALED - 1;

    private final Journal journal;
    private final QueueTail queueTail;
    private final QueueSegments segments;
    private final QueueOptions options;
    private final Path cursors;
    private final int pin;
    private final QueueArchives archives;
    private final Duty retaining;
    private final Duty compressing;
    private final QueueThread thread = new QueueThread("millrace-queue", this::tick);
    private final Set<String> broken = new HashSet<>();

    /** The last signs of life of the cursors' readers. */
    private final Map<String, Sign> signs = new HashMap<>();

    /** What a reader's clock said, and when that was found by one that nobody sets. */
    private record Sign(long seenMs, long foundNs) {}

    private long noticeNs = System.nanoTime() - NOTICE_EVERY_NS;

    /** Base of a segment that had to stay as it is. */
    private long incompressible = -1;

    private long compressAtNs = System.nanoTime();

    QueueKeeper(
            Journal journal, QueueTail queueTail, QueueOptions options, Path cursors, int pin, QueueArchives archives) {
        this.journal = journal;
        this.queueTail = queueTail;
        this.segments = new QueueSegments(journal);
        this.options = options;
        this.cursors = cursors;
        this.pin = pin;
        this.archives = archives;
        this.retaining = new Duty("retention", cursors, options.listener(), () -> {
            giveUp(System.currentTimeMillis(), System.nanoTime());
            return false;
        });
        this.compressing = new Duty(
                "compression",
                cursors,
                options.listener(),
                () -> compressOne(System.currentTimeMillis(), System.nanoTime()));
    }

    /** Starts the thread, if there is anything for it to do. */
    void start() {
        if (!options.retention().keepsAll() || options.compression() != QueueCompression.NONE) {
            thread.start();
        }
    }

    boolean stop() {
        return thread.stop();
    }

    /** Returns how long it is until the next look, zero when there is more to do at once. */
    private long tick() {
        long startNs = System.nanoTime();
        if (!options.retention().keepsAll()) {
            boolean ignored = retaining.attempt();
        }
        boolean busy = options.compression() != QueueCompression.NONE && compressing.attempt();
        return busy ? 0 : restNs(System.nanoTime() - startNs);
    }

    static long restNs(long workedNs) {
        return Math.max(TICK_NS, Math.min(LONGEST_REST_NS, REST_FACTOR * workedNs));
    }

    /** Gives up archives, then segments, oldest first. */
    void giveUp(long nowMs, long nowNs) throws IOException {
        // Those of another process's queue hold nothing here.
        Map<String, CursorFile.State> states = archives.areGone() ? Map.of() : look(nowMs, nowNs);
        long held = heldPosition(states, nowMs);
        long tail = preparedTail();
        while (!archives.isEmpty() && mayGo(archives.firstBase(), held, tail, nowMs)) {
            tellOverrun(states, archives.firstBase() + journal.segmentBytes, nowMs);
            archives.removeFirst();
        }
        if (!archives.isEmpty()) {
            return;
        }
        long from = journal.control.position(pin);
        long floor = from;
        for (long base = from & ~journal.segmentMask; base + journal.segmentBytes <= tail; base = floor) {
            if (!mayGo(base, held, tail, nowMs)) {
                break;
            }
            floor = base + journal.segmentBytes;
        }
        if (floor > from) {
            pinAt(floor);
            tellOverrun(states, floor, nowMs);
        }
    }

    /** The tail, as far as there are segments: what is claimed behind them was not lost. */
    private long preparedTail() {
        return Math.min(queueTail.position(), journal.prepared);
    }

    /** When the youngest record was there: never where that is not known yet, long ago where the segment was lost. */
    private long sealedMs(long base) {
        Long archived = archives.sealedMs(base);
        if (archived != null) {
            return Math.min(LATEST_MS, archived);
        }
        Segment segment = segments.at(base);
        if (segment == null) {
            return 0;
        }
        return segment.isSealed() ? Math.min(LATEST_MS, segment.sealedMs()) : UNSEALED;
    }

    /**
     * The same, where the time can be: no checksum is over it, and clocks are set back. What is said to be of the future
     * is as young as what follows it, at most.
     */
    private long believableMs(long base, long tail, long nowMs) {
        long ms = sealedMs(base);
        // No further than segments can be apart: an archive may have any name.
        long end = Math.min(tail, base + SegmentTable.MAX_PLACES * (long) journal.segmentBytes);
        for (long next = base + journal.segmentBytes; ms > nowMs && next < end; next += journal.segmentBytes) {
            long nextMs = sealedMs(next);
            // One that was lost says nothing.
            ms = nextMs == 0 ? ms : nextMs;
        }
        return ms;
    }

    private boolean mayGo(long base, long held, long tail, long nowMs) {
        QueueRetention retention = options.retention();
        long end = base + journal.segmentBytes;
        // Whoever has claimed and not committed still writes there, whatever was read or appended behind.
        if (thread.isStopped() || (end > held && !retention.evenUnread()) || sealedMs(base) == UNSEALED) {
            return false;
        }
        long sealedMs = believableMs(base, tail, nowMs);
        return sealedMs == 0
                || tail - end >= retention.bytes()
                || (retention.age() != null
                        && sealedMs < nowMs - retention.age().toMillis());
    }

    /** Compresses the oldest segment, if it is time for it; then it may be reused. False when there is nothing to do. */
    private boolean compressOne(long nowMs, long nowNs) throws IOException {
        long base = journal.control.position(pin) & ~journal.segmentMask;
        long end = base + journal.segmentBytes;
        if (end + NEWEST_SEGMENTS * journal.segmentBytes > preparedTail()
                || base == incompressible
                || archives.areGone()
                || nowNs - compressAtNs < 0
                || archives.bytes() > journal.options.budgetBytes()
                || end > committedByAll(nowMs, nowNs)) {
            return false;
        }
        Segment segment = segments.at(base);
        if (segment != null && !segment.isSealed()) {
            return false;
        }
        // Where it fails, it is not tried again at once.
        compressAtNs = System.nanoTime() + NOTICE_EVERY_NS;
        boolean gone = segment == null
                || archives.archive(segment, options.compression().packing());
        compressAtNs = System.nanoTime();
        if (!gone) {
            incompressible = base;
            tell(
                    JournalNotice.DAMAGED,
                    "a damaged segment cannot be compressed, and none behind it until it is given up: file="
                            + segment.file.path() + ", position=" + base,
                    null);
            return false;
        }
        if (!thread.isStopped()) {
            pinAt(end);
        }
        return true;
    }

    private void pinAt(long position) {
        journal.control.position(pin, position);
        if (!options.sync().isNone() || options.compression() != QueueCompression.NONE) {
            // Else a loss of power might leave segments that are gone and said to be wanted.
            journal.control.force();
        }
        journal.keeper.spaceWanted();
    }

    private long committedByAll(long nowMs, long nowNs) throws IOException {
        return look(nowMs, nowNs).values().stream()
                .filter(state -> state.holds(nowMs))
                .mapToLong(CursorFile.State::heldPosition)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private long heldPosition(Map<String, CursorFile.State> states, long nowMs) {
        boolean onlyWhatIsRead =
                options.retention().bytes() == 0 && options.retention().age() == null;
        long held = Long.MAX_VALUE;
        boolean any = false;
        for (CursorFile.State state : states.values()) {
            if (state.holds(nowMs)) {
                held = Math.min(held, state.heldPosition());
                any = true;
            }
        }
        return any || !onlyWhatIsRead ? held : 0;
    }

    private Map<String, CursorFile.State> look(long nowMs, long nowNs) throws IOException {
        Map<String, CursorFile.State> states = QueueCursors.all(cursors, journal.control.journalId());
        // No reader has come to where no table could have places: its file is damaged.
        long farthest = queueTail.position() + SegmentTable.MAX_PLACES * (long) journal.segmentBytes;
        states.replaceAll((name, state) -> state.position() > farthest ? CursorFile.State.BROKEN : state);
        for (Map.Entry<String, CursorFile.State> cursor : states.entrySet()) {
            if (!cursor.getValue().whole()) {
                tellBroken(cursor.getKey());
            }
        }
        signs.keySet().retainAll(states.keySet());
        states.replaceAll((name, state) -> believable(name, state, nowMs, nowNs));
        return states;
    }

    /**
     * Clocks are set: a sign of life of the future says that its reader lived when it was first looked at, and one that
     * was found just now is no older than that, whatever it says.
     */
    private CursorFile.State believable(String name, CursorFile.State state, long nowMs, long nowNs) {
        long seenMs = state.seenMs();
        Sign sign = signs.get(name);
        if (sign == null || sign.seenMs() != seenMs) {
            // Of what was there before the first look nothing else tells how old it is.
            long agoMs = sign == null ? Math.max(0, nowMs - seenMs) : 0;
            sign = new Sign(seenMs, nowNs - TimeUnit.MILLISECONDS.toNanos(agoMs));
            signs.put(name, sign);
        }
        long foundMs = nowMs - TimeUnit.NANOSECONDS.toMillis(nowNs - sign.foundNs());
        return state.seenAt(seenMs > nowMs ? foundMs : Math.max(seenMs, foundMs));
    }

    private void tellBroken(String name) {
        if (broken.add(name)) {
            tell(
                    JournalNotice.DAMAGED,
                    "not a cursor of this queue, or not to be read; it may be a damaged one, so it holds everything: file="
                            + cursors.resolve(name + CursorFile.SUFFIX) + " (remove it)",
                    null);
        }
    }

    private void tellOverrun(Map<String, CursorFile.State> states, long floor, long nowMs) {
        for (Map.Entry<String, CursorFile.State> cursor : states.entrySet()) {
            CursorFile.State state = cursor.getValue();
            long now = System.nanoTime();
            if (state.whole() && state.holds(nowMs) && state.position() < floor && now - noticeNs >= NOTICE_EVERY_NS) {
                noticeNs = now;
                tell(
                        JournalNotice.CURSOR_OVERRUN,
                        "retention took what a required cursor had not read: cursor=" + cursor.getKey() + ", bytes="
                                + (floor - state.position()),
                        null);
            }
        }
    }

    private void tell(JournalNotice notice, String message, Throwable cause) {
        try {
            options.listener().notice(notice, message, cause);
        } catch (Throwable ignored) {
            // A listener that throws must not stop the thread.
        }
    }
}
