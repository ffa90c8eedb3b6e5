package dev.millrace.core.sink;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.util.concurrent.TimeUnit;

/**
 * A sink's failures: one status when they begin, one when they end, and a delay between attempts that grows to a
 * second. Guarded by the lane's lock, but for {@link #isFailing()}.
 *
 * @since 0.1.0
 */
public final class Trouble {
    private static final long FIRST_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MAX_DELAY_NS = TimeUnit.SECONDS.toNanos(1);

    private final String sink;
    private final StatusLog status;
    private volatile boolean failing;
    private long delayNs;
    private long nextAttemptNs;

    /** No trouble so far. */
    public Trouble(String sink, StatusLog status) {
        this.sink = sink;
        this.status = status;
    }

    /** True when it is too early for another attempt. */
    public boolean isTooEarly() {
        return failing && System.nanoTime() - nextAttemptNs < 0;
    }

    /** An attempt failed. */
    public void failed(String what, Throwable cause) {
        if (!failing) {
            delayNs = FIRST_DELAY_NS;
            failing = true;
            status.add(
                    StatusCode.MR301,
                    "sink " + sink + ": " + what + "; its events wait in the journal and nothing else is held up",
                    cause);
        } else {
            delayNs = Math.min(MAX_DELAY_NS, delayNs * 2);
        }
        nextAttemptNs = System.nanoTime() + delayNs;
    }

    /** An attempt succeeded. */
    public void succeeded() {
        if (failing) {
            failing = false;
            status.add(StatusCode.MR302, "sink " + sink + " works again");
        }
    }

    /** Whether the last attempt failed. Any thread. */
    public boolean isFailing() {
        return failing;
    }

    /** Time until the next attempt. */
    public long delayNs() {
        return failing ? Math.max(0, nextAttemptNs - System.nanoTime()) : 0;
    }
}
