package dev.millrace.core;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.WatchedFile;
import dev.millrace.core.status.StatusCode;
import dev.millrace.journal.BackgroundThread;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads the configuration again when one of its files has changed, or when it is asked to. A configuration that cannot
 * be used leaves the one before in force. Thread-safe.
 */
final class PlanWatch implements Runnable {
    private final Engine engine;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile PlanReading reading;
    // The housekeeper only.
    private long lookedNs = System.nanoTime();

    PlanWatch(Engine engine, PlanReading reading) {
        this.engine = engine;
        this.reading = reading;
    }

    /**
     * The housekeeper's look at the files, when one is due. What has changed is read on a thread of its own, which lives
     * for that long: the chores go on whatever the configuration names.
     */
    void look() {
        PlanReading current = reading;
        if (current.scanPeriodMillis() == 0
                || System.nanoTime() - lookedNs < TimeUnit.MILLISECONDS.toNanos(current.scanPeriodMillis())) {
            return;
        }
        lookedNs = System.nanoTime();
        if (hasChanged(current) && busy.compareAndSet(false, true)) {
            Thread thread = BackgroundThread.of(this, "millrace-reload");
            try {
                thread.start();
            } catch (RuntimeException | Error e) {
                busy.set(false);
                throw e;
            }
        }
    }

    private static boolean hasChanged(PlanReading current) {
        for (WatchedFile file : current.files()) {
            if (file.hasChanged()) {
                return true;
            }
        }
        return false;
    }

    /** Reads what has changed; the look at the files starts it. */
    @Override
    public void run() {
        try {
            reload();
        } finally {
            busy.set(false);
        }
    }

    /** Reads the configuration and puts it in force; false when the one before stays, which a status tells. */
    synchronized boolean reload() {
        PlanReading before = reading;
        if (before.reader() == null) {
            engine.status().add(StatusCode.MR013, "there is no configuration that could be read again");
            return false;
        }
        // What cannot be used is not read again before it has changed once more.
        reading = before.seenNow();
        try {
            Optional<PlanReading> next = before.reader().readAgain(before, engine.status());
            if (next.isPresent() && isSame(next.get().plan(), before.plan())) {
                reading = next.get();
                return false;
            }
            if (next.isPresent() && engine.reloader().apply(next.get().plan())) {
                reading = next.get();
                return true;
            }
        } catch (RuntimeException | Error e) {
            engine.status().add(StatusCode.MR013, "the configuration could not be read again and stays as it was", e);
        }
        return false;
    }

    @SuppressWarnings("ReferenceEquality") // an equal one was read anew and is in force
    private static boolean isSame(Plan one, Plan other) {
        return one == other;
    }
}
