package dev.millrace.core.roll;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.journal.BackgroundThread;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Compresses and removes rolled files on one daemon thread that takes no more than its share of a core. Each engine has
 * one; its thread starts with the first work. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Archivist extends ArchiveQueue implements AutoCloseable, Runnable {
    /** So many files that wait fill the disk sooner than the share of a core is worth. */
    private static final int MANY_WAITING = 16;

    private static final long MAX_PAUSE_NS = TimeUnit.SECONDS.toNanos(10);

    private final int sharePercent;
    private final long settleNs;
    private final BooleanSupplier shared;
    private final StatusLog status;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Work> queue = new ArrayDeque<>();
    private Thread thread;
    private Work running;
    private boolean committing;
    private int holds;
    // What is being moved.
    private final Set<Path> held = new HashSet<>();
    private volatile boolean withdrawn;
    private volatile boolean hurry;
    // At the end, too.
    private volatile boolean settles;
    private volatile boolean stopped;

    /** One thing to do; {@code job} is null for a chore. */
    private record Work(ArchiveJob job, Runnable chore, long addedNs) {}

    /** An archivist that takes at most {@code sharePercent} of one core. */
    public Archivist(int sharePercent, StatusLog status) {
        this(sharePercent, 0, () -> false, status);
    }

    /**
     * One that, where {@code shared} says so, compresses no file before it has waited for {@code settleNs}: another process
     * that writes to it notices only then that it was rolled.
     */
    public Archivist(int sharePercent, long settleNs, BooleanSupplier shared, StatusLog status) {
        this.sharePercent = sharePercent;
        this.settleNs = settleNs;
        this.shared = shared;
        this.status = status;
    }

    final class Progress extends Compression {
        @Override
        boolean goesOn(long busyNs) {
            // Without the lock: how many exactly does not matter.
            if (!hurry && queue.size() < MANY_WAITING) {
                pause(busyNs * (100 - sharePercent) / sharePercent);
            }
            return !withdrawn && !stopped;
        }

        private void pause(long pauseNs) {
            long untilNs = System.nanoTime() + Math.min(pauseNs, MAX_PAUSE_NS);
            for (long left = pauseNs; left > 0 && !hurry && !stopped; left = untilNs - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
                Thread.interrupted();
            }
        }

        @Override
        boolean commit(Compression.Commit commit) throws java.io.IOException {
            if (!begin()) {
                return false;
            }
            // Without the lock: the archive's disk may stall.
            try {
                commit.run();
                return true;
            } finally {
                end();
            }
        }

        private boolean begin() {
            lock.lock();
            try {
                committing = !withdrawn;
                return committing;
            } finally {
                lock.unlock();
            }
        }

        private void end() {
            lock.lock();
            try {
                committing = false;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void compress(ArchiveJob job) {
        add(new Work(job, null, System.nanoTime()));
    }

    @Override
    public void then(Runnable chore) {
        add(new Work(null, chore, 0));
    }

    private void add(Work work) {
        lock.lock();
        try {
            if (stopped || (work.job() != null && contains(work.job()))) {
                return;
            }
            queue.add(work);
            changed.signalAll();
            if (thread == null) {
                start();
            }
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        try {
            Thread made = BackgroundThread.of(this, "millrace-archivist");
            made.start();
            // Only now: where there is none to be had, the next work tries again.
            thread = made;
        } catch (OutOfMemoryError e) {
            failed(e);
        }
    }

    private boolean contains(ArchiveJob job) {
        if (running != null && !withdrawn && isSame(job, running.job())) {
            return true;
        }
        for (Work work : queue) {
            if (isSame(job, work.job())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSame(ArchiveJob job, ArchiveJob other) {
        // Not by the archive's path: a thousand files roll at the same moment, and each would make it for each.
        return other != null && job.format() == other.format() && job.original().equals(other.original());
    }

    /**
     * Compresses nothing until {@link #release()}: somebody may still write to files that were rolled. A file that is
     * being compressed is begun again then.
     */
    public void hold() {
        lock.lock();
        try {
            while (committing) {
                changed.awaitUninterruptibly();
            }
            holds++;
            if (running != null && running.job() != null && !withdrawn) {
                withdrawn = true;
                queue.addFirst(running);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends one {@link #hold()}. */
    public void release() {
        lock.lock();
        try {
            holds--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void withdraw(Path original) {
        lock.lock();
        try {
            // Whoever withdraws the file finds it gone, or it is left alone.
            while (committing && isOf(running, original)) {
                changed.awaitUninterruptibly();
            }
            queue.removeIf(work -> isOf(work, original));
            if (isOf(running, original)) {
                withdrawn = true;
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void hold(Path original) {
        lock.lock();
        try {
            held.add(original);
            withdraw(original);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void release(Path original) {
        lock.lock();
        try {
            held.remove(original);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static boolean isOf(Work work, Path original) {
        return work != null && work.job() != null && work.job().original().equals(original);
    }

    /** Does what is queued; its thread's. */
    @Override
    public void run() {
        try {
            workOn();
        } finally {
            ended();
        }
    }

    /** Whatever ended the thread, as a heap that is full when it begins: the next work gets another one. */
    private void ended() {
        lock.lock();
        try {
            thread = null;
            running = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void workOn() {
        // Not before there is work: most programs that start roll nothing.
        Progress progress = new Progress();
        while (!stopped) {
            try {
                if (next()) {
                    settle(running);
                    work(progress);
                }
            } catch (Exception | Error e) {
                failed(e);
                progress.pause(MAX_PAUSE_NS);
            }
        }
    }

    private void settle(Work work) {
        // Not where nobody else writes: the next roll of a window comes sooner, and has the file queued anew.
        if (work.job() == null || !shared.getAsBoolean()) {
            return;
        }
        long untilNs = work.addedNs() + settleNs;
        for (long left = untilNs - System.nanoTime();
                left > 0 && (settles || !hurry) && !stopped;
                left = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            Thread.interrupted();
        }
    }

    private void work(Compression compression) {
        // Somebody interrupts all threads: this file, and all to come, would be closed under it.
        Thread.interrupted();
        if (running.job() == null) {
            running.chore().run();
        } else {
            tell(running.job(), compression.compress(running.job()));
        }
    }

    private void failed(Throwable e) {
        status.add(StatusCode.MR322, "a chore for rolled files failed; the files stay as they are", e);
    }

    private void tell(ArchiveJob job, Compression.Result result) {
        if (result.problem() != null) {
            status.add(
                    StatusCode.MR322,
                    job.original() + " is not compressed: " + result.problem() + "; it stays as it is",
                    result.cause());
        }
    }

    /** Takes the next work; false when there will be none. */
    private boolean next() {
        lock.lock();
        try {
            running = null;
            changed.signalAll();
            while (!isAnyPossible() && !stopped) {
                changed.awaitUninterruptibly();
            }
            if (stopped) {
                return false;
            }
            running = take();
            withdrawn = false;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isPossible(Work work) {
        return work.job() == null || (holds == 0 && !held.contains(work.job().original()));
    }

    private boolean isAnyPossible() {
        for (Work work : queue) {
            if (isPossible(work)) {
                return true;
            }
        }
        return false;
    }

    private Work take() {
        for (Iterator<Work> works = queue.iterator(); works.hasNext(); ) {
            Work work = works.next();
            if (isPossible(work)) {
                works.remove();
                return work;
            }
        }
        throw new IllegalStateException("nothing to do");
    }

    /** The same, for files that no other process writes to. */
    public void close(long deadlineNs) {
        close(deadlineNs, false);
    }

    /**
     * Does what is queued as fast as it can, at most until the deadline, and stops. What is not done is found by the
     * next start.
     *
     * @param shared whether other processes may write to the files
     */
    public void close(long deadlineNs, boolean shared) {
        lock.lock();
        try {
            settles = shared;
            hurry = true;
            LockSupport.unpark(thread);
            if (thread == null && isAnyPossible()) {
                start();
            }
            long leftNs = deadlineNs - System.nanoTime();
            while (thread != null && (running != null || isAnyPossible()) && leftNs > 0) {
                leftNs = changed.awaitNanos(leftNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            int left = queue.size() + (running == null ? 0 : 1);
            stopped = true;
            changed.signalAll();
            lock.unlock();
            if (left > 0) {
                status.add(
                        StatusCode.MR323,
                        left + " rolled files are not compressed or removed yet; the next start goes on with them");
            }
        }
    }

    @Override
    public void close() {
        close(System.nanoTime());
    }
}
