package dev.millrace.bench.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A rate that is kept by small bursts: a thread sleeps until the next millisecond and then does what is due in it, so
 * that pacing costs no processor. A thread that is late does what it missed, burst by burst.
 */
final class Pace {
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final double perTick;
    private final long startNs;
    private long tick;
    private long done;

    Pace(double perSecond) {
        this(perSecond, System.nanoTime());
    }

    Pace(double perSecond, long startNs) {
        perTick = perSecond * TICK_NS / TimeUnit.SECONDS.toNanos(1);
        this.startNs = startNs;
    }

    /** Sleeps until the next burst that is not empty and returns how many events it has; they count as done. */
    long awaitDue() {
        while (true) {
            long due = (long) (++tick * perTick) - done;
            if (due > 0) {
                for (long left = left(); left > 0; left = left()) {
                    LockSupport.parkNanos(left);
                }
                done += due;
                return due;
            }
        }
    }

    /** How many events the next burst has that was due by then and was not begun; they count as done. 0: there is none. */
    long nextMissed(long endNs) {
        while (startNs + (tick + 1) * TICK_NS - endNs <= 0) {
            long due = (long) (++tick * perTick) - done;
            if (due > 0) {
                done += due;
                return due;
            }
        }
        return 0;
    }

    /** When the events of the burst should have begun, on the clock of {@link System#nanoTime}. */
    long intendedNs() {
        return startNs + tick * TICK_NS;
    }

    private long left() {
        return intendedNs() - System.nanoTime();
    }
}
