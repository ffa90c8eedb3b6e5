package dev.millrace.core;

import dev.millrace.core.lane.Lane;
import dev.millrace.core.lane.LaneThread;
import dev.millrace.core.sink.StandardStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lane of the engine with the way it is driven: by its own thread, or by the threads that log. A console goes over
 * from the one to the other when the program replaces the standard stream. Thread-safe.
 */
final class ManagedLane {
    private static final long EXIT_PATIENCE_NS = 1_000_000_000L;

    private final Lane lane;
    private final StandardStream stream;
    private final AtomicBoolean synchronous;
    private final LaneThread thread;
    private boolean started;
    private volatile boolean stalled;

    /** A lane; {@code stream} is what a console writes to, null for other sinks. */
    ManagedLane(Lane lane, StandardStream stream, AtomicBoolean synchronous) {
        this.lane = lane;
        this.stream = stream;
        this.synchronous = synchronous;
        this.thread = new LaneThread(lane);
    }

    Lane lane() {
        return lane;
    }

    boolean isConsole() {
        return stream != null;
    }

    /** What a console writes to; null for other sinks. */
    StandardStream stream() {
        return stream;
    }

    boolean isSynchronous() {
        return synchronous.get();
    }

    synchronized void start() {
        if (!synchronous.get() && !started) {
            started = true;
            thread.start();
        }
    }

    /** From now on those who log drive the lane. */
    void becomeSynchronous() {
        if (synchronous.compareAndSet(false, true)) {
            thread.stop();
        }
    }

    /** Writes up to a record on the calling thread, as long as that takes. */
    void drive(long position) {
        lane.drive(position, Long.MAX_VALUE / 2);
    }

    /** Writes up to a record on the calling thread; a stalled sink holds callers up once and not again. */
    void driveAtExit(long position) {
        boolean done = lane.drive(position, stalled ? 0 : EXIT_PATIENCE_NS);
        stalled = !done && !lane.isFailing();
    }

    void writeLate(byte[] bytes, int length) {
        boolean done = lane.writeLate(bytes, length, stalled ? 0 : EXIT_PATIENCE_NS);
        stalled = !done;
    }

    void wake() {
        thread.wake();
    }

    void stop() {
        thread.stop();
    }

    /** Waits for the thread's end; true when nobody drives the lane in the background any more. */
    synchronized boolean join(long timeoutMillis) {
        return !started || thread.join(timeoutMillis);
    }

    /** Whether an earlier caller found the sink stalled. */
    void markStalled() {
        stalled = true;
    }
}
