package dev.millrace.core.status;

import dev.millrace.journal.BackgroundThread;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Prints lines on a daemon thread that exists only while there is something to print. Thread-safe. */
final class StatusPrinter implements Runnable {
    private static final int CAPACITY = 200;
    private static final long LINGER_SECONDS = 2;

    private final ArrayBlockingQueue<String> lines = new ArrayBlockingQueue<>(CAPACITY);
    private final StatusLog log;
    private final Object lock = new Object();
    private Thread thread;
    private boolean printing;

    StatusPrinter(StatusLog log) {
        this.log = log;
    }

    /** Hands a line over; when standard error has stalled for long, newer lines are not printed (they stay listed). */
    void print(String line) {
        synchronized (lock) {
            if (!lines.offer(line)) {
                return;
            }
            if (thread == null) {
                Thread made = BackgroundThread.of(this, "millrace-status");
                made.start();
                // Not before it runs: without memory for a thread the next line tries again.
                thread = made;
            } else {
                lock.notifyAll();
            }
        }
    }

    /** Waits until all is printed; false when that takes longer. */
    boolean flush(long timeoutMillis) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        boolean interrupted = false;
        boolean isPrinted = true;
        synchronized (lock) {
            while (!lines.isEmpty() || printing) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    isPrinted = false;
                    break;
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(lock, leftNs);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return isPrinted;
    }

    @Override
    public void run() {
        while (true) {
            String line = next();
            if (line == null) {
                return;
            }
            try {
                log.out().println(line);
            } catch (RuntimeException | Error e) {
                // A replaced System.err may do anything; the status stays listed.
            } finally {
                printed();
            }
        }
    }

    private String next() {
        synchronized (lock) {
            String line = lines.poll();
            if (line != null) {
                printing = true;
                return line;
            }
        }
        linger();
        synchronized (lock) {
            String line = lines.poll();
            if (line == null) {
                // Decided under the lock: whoever adds a line later starts a new thread.
                thread = null;
            } else {
                printing = true;
            }
            return line;
        }
    }

    private void linger() {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LINGER_SECONDS);
        synchronized (lock) {
            while (lines.isEmpty()) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    return;
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(lock, leftNs);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    private void printed() {
        synchronized (lock) {
            printing = false;
            lock.notifyAll();
        }
    }
}
