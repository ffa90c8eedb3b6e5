package dev.millrace.event;

import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Wall-clock microseconds with one clock read: a line over {@link System#nanoTime()} that the background corrects, so
 * that time neither jitters nor runs backwards, and follows real clock steps.
 *
 * <p>A difference of less than 10 ms between the line and the system's clock is slewed at 500 ppm (2 ms of difference
 * take 4 s); a larger one is a clock step and is followed at once, in either direction. Thread-safe; only one thread
 * at a time may call {@link #synchronize()}.
 *
 * @since 0.1.0
 */
public final class EventClock {
    /** A difference from which on the system's clock was set, and not merely drifted. */
    static final long STEP_NS = 10_000_000;

    /** 500 ppm, in units of 2^-20. */
    private static final long SLEW_RATE = 524;

    private static final int RATE_SHIFT = 20;
    private static final int ATTEMPTS = 4;
    private static final long STEADY_NS = 50_000;

    private final LongSupplier nanoTime;
    private final LongSupplier wallNanos;
    private volatile Line line;

    /** A clock over {@link System#nanoTime()} and the system's clock. */
    public EventClock() {
        this(null, null); // no lambdas: linking the first one of a program takes longer than logging its first line
    }

    /** For tests: null stands for {@link System#nanoTime()}, and for the system's clock. */
    EventClock(LongSupplier nanoTime, LongSupplier wallNanos) {
        this.nanoTime = nanoTime;
        this.wallNanos = wallNanos;
        long[] reading = readBoth();
        line = new Line(reading[0], reading[1], 0, 0);
    }

    /** Microseconds since the epoch. Any thread. */
    public long nowMicros() {
        Line current = line; // before the clock is read: a newer line never starts after the reading
        return current.wallNanosAt(nanos()) / 1000;
    }

    /** Corrects the offset against the system's clock. Called by a background thread about once a second. */
    public void synchronize() {
        for (int attempt = 1; ; attempt++) {
            long[] reading = readBoth();
            long nowNs = reading[0];
            long ours = line.wallNanosAt(nowNs);
            Line next = next(nowNs, ours, reading[1] - ours);
            // A new line starts where the old one is now. Had we been preempted in between, readers of the old line
            // would be ahead of it: then measure again.
            if (nanos() - nowNs < STEADY_NS || attempt == ATTEMPTS) {
                line = next;
                return;
            }
        }
    }

    private static Line next(long nowNs, long ours, long differenceNs) {
        if (Math.abs(differenceNs) >= STEP_NS) {
            return new Line(nowNs, ours + differenceNs, 0, 0);
        }
        long slewForNs = (Math.abs(differenceNs) << RATE_SHIFT) / SLEW_RATE;
        return new Line(nowNs, ours, differenceNs < 0 ? -SLEW_RATE : SLEW_RATE, slewForNs);
    }

    /** Monotonic and wall nanoseconds of one instant: the narrowest of some readings. */
    private long[] readBoth() {
        long narrowest = Long.MAX_VALUE;
        long monotonic = 0;
        long wall = 0;
        for (int i = 0; i < ATTEMPTS; i++) {
            long before = nanos();
            long candidate = wallNanos == null ? systemWallNanos() : wallNanos.getAsLong();
            long width = nanos() - before;
            if (width < narrowest) {
                narrowest = width;
                monotonic = before + width / 2;
                wall = candidate;
            }
        }
        return new long[] {monotonic, wall};
    }

    private long nanos() {
        return nanoTime == null ? System.nanoTime() : nanoTime.getAsLong();
    }

    private static long systemWallNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** Wall nanoseconds as a function of monotonic ones: slope 1, for {@code slewForNs} a little more or less. */
    private record Line(long fromNanos, long fromWallNanos, long rate, long slewForNs) {
        long wallNanosAt(long nanos) {
            long elapsed = nanos - fromNanos;
            return fromWallNanos + elapsed + ((Math.min(elapsed, slewForNs) * rate) >> RATE_SHIFT);
        }
    }
}
