package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A queue's own housekeeping: gives up what retention does not keep, and syncs now and then. */
final class QueueKeeper implements Runnable {
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long NOTICE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long STOP_WAIT_MS = 5_000;

    private final Journal journal;
    private final QueueOptions options;
    private final Path cursors;
    private final int pin;
    private final Syncer syncer;
    private final Thread thread = new Thread(this, "millrace-queue");
    private final Set<String> broken = new HashSet<>();
    private final long syncNs;
    private long syncAtNs = System.nanoTime();
    private long noticeNs = System.nanoTime() - NOTICE_EVERY_NS;
    private volatile boolean stopped;

    QueueKeeper(Journal journal, QueueOptions options, Path cursors, int pin, Syncer syncer) {
        this.journal = journal;
        this.options = options;
        this.cursors = cursors;
        this.pin = pin;
        this.syncer = syncer;
        QueueSync sync = options.sync();
        this.syncNs = sync.isNone() || sync.isEveryAppend()
                ? Long.MAX_VALUE
                : sync.every().toNanos();
    }

    /** Starts the thread, if there is anything for it to do. */
    void start() {
        if (!options.retention().keepsAll() || syncNs != Long.MAX_VALUE) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        try {
            thread.join(STOP_WAIT_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                tick(System.nanoTime());
            } catch (IOException | RuntimeException e) {
                tell(JournalNotice.DISK_FULL, "the queue's housekeeping failed: directory=" + cursors + ": " + e, e);
            }
            LockSupport.parkNanos(this, Math.min(TICK_NS, syncNs));
        }
    }

    private void tick(long nowNs) throws IOException {
        if (!options.retention().keepsAll()) {
            giveUp(System.currentTimeMillis());
        }
        if (syncNs != Long.MAX_VALUE && nowNs - syncAtNs >= 0) {
            syncAtNs = nowNs + syncNs;
            syncer.sync(journal.tailPosition());
        }
    }

    /** Moves the position behind which everything is kept, a segment at a time. */
    void giveUp(long nowMs) throws IOException {
        Map<String, CursorFile.State> states = QueueCursors.all(cursors, journal.control.journalId());
        long held = heldPosition(states, nowMs);
        long tail = journal.tailPosition();
        long from = journal.control.position(pin);
        long floor = from;
        for (long base = from & ~journal.segmentMask; base + journal.segmentBytes <= tail; base = floor) {
            long end = base + journal.segmentBytes;
            boolean isHeld = end > held && !options.retention().evenUnread();
            if (isHeld || !isSpent(base, tail, nowMs)) {
                break;
            }
            floor = end;
        }
        if (floor > from) {
            journal.control.position(pin, floor);
            journal.spaceReleased();
            tellOverrun(states, floor, nowMs);
        }
    }

    private long heldPosition(Map<String, CursorFile.State> states, long nowMs) {
        boolean onlyWhatIsRead =
                options.retention().bytes() == 0 && options.retention().age() == null;
        long held = Long.MAX_VALUE;
        boolean any = false;
        for (Map.Entry<String, CursorFile.State> cursor : states.entrySet()) {
            CursorFile.State state = cursor.getValue();
            if (!state.whole()) {
                tellBroken(cursor.getKey());
            } else if (state.holds(nowMs)) {
                held = Math.min(held, state.position());
                any = true;
            }
        }
        return any || !onlyWhatIsRead ? held : 0;
    }

    private boolean isSpent(long base, long tail, long nowMs) {
        QueueRetention retention = options.retention();
        if (retention.bytes() != Long.MAX_VALUE && tail - (base + journal.segmentBytes) >= retention.bytes()) {
            return true;
        }
        Segment segment = journal.table.find(base);
        if (segment == null) {
            // Lost earlier: nothing to keep.
            return true;
        }
        return retention.age() != null
                && segment.isSealed()
                && segment.sealedMs() < nowMs - retention.age().toMillis();
    }

    private void tellBroken(String name) {
        if (broken.add(name)) {
            tell(
                    JournalNotice.DAMAGED,
                    "not a cursor of this queue, so it holds nothing: file=" + cursors.resolve(name + CursorFile.SUFFIX)
                            + " (remove it)",
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
        } catch (RuntimeException ignored) {
            // A listener that throws must not stop the thread.
        }
    }
}
