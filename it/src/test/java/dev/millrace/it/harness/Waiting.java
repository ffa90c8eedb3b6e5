package dev.millrace.it.harness;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what another process does. */
public final class Waiting {
    private Waiting() {}

    /** Polls until the condition holds; false when the time-out comes first. */
    public static boolean until(int timeoutSeconds, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                return false;
            }
            LockSupport.parkNanos(200_000);
        }
        return true;
    }

    /** Lets so much time pass. */
    public static void pass(long micros) {
        long endNs = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
