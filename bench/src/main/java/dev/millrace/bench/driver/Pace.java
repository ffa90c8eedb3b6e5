package dev.millrace.bench.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A rate that is kept by small bursts: a thread sleeps about a millisecond and then does what became due, so that
 * pacing costs no processor.
 */
final class Pace {
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final double perNano;
    private final long startNs;
    private long done;

    Pace(double perSecond) {
        perNano = perSecond / TimeUnit.SECONDS.toNanos(1);
        startNs = System.nanoTime();
    }

    /** Sleeps until at least one event is due and returns how many are; they count as done. */
    long awaitDue() {
        while (true) {
            long due = (long) ((System.nanoTime() - startNs) * perNano) - done;
            if (due > 0) {
                done += due;
                return due;
            }
            LockSupport.parkNanos(TICK_NS);
        }
    }
}
