package dev.millrace.core;

import dev.millrace.core.lane.Lane;
import dev.millrace.core.lane.LaneParts;
import dev.millrace.core.lane.LaneThread;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.sink.StandardStream;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A lane of the engine with the way it is driven: by its own thread, or by the threads that log. A console goes over
 * from the one to the other when the program replaces the standard stream. Thread-safe.
 */
final class ManagedLane {
    private static final long EXIT_PATIENCE_NS = 1_000_000_000L;
    private static final long LOOK_NS = 100_000L;
    // Each call would write some of what is before its own record, and none that.
    private static final int FAR_BEHIND_BYTES = 1 << 20;
    private static final int NONE = -1;

    private final Lane lane;
    private final AtomicBoolean synchronous;
    // What it does from the last switch on that was announced to it.
    private volatile SinkPlan plan;
    private volatile LaneParts parts;
    // What a console writes to; null for other sinks.
    private volatile StandardStream stream;
    // What it does before the switches to some generations, in their order; the reloader only.
    private final Map<Integer, SinkPlan> before = new LinkedHashMap<>();
    // The last of them.
    private int lastSwitch;
    // Guarded by this.
    private LaneThread thread;
    private boolean started;
    // What the program has put in place of a console's stream, weakly since that is the program's to drop, and until
    // when those who log wait for what was logged before. Guarded by this.
    private WeakReference<PrintStream> replacedBy = new WeakReference<>(null);
    private long awaitedUntilNs;
    // Where the journal ended when somebody first saw that.
    private volatile long replacedAt = Long.MAX_VALUE;
    // That of its time in the background, which may sit in a write when those who log begin to drive; null before.
    private volatile LaneThread lastThread;
    // How far the sink was when somebody found it stalled.
    private volatile long stalledAt = -1;
    /** The journal's end when the housekeeper looked last; the housekeeper only. */
    long seenTailPosition;

    ManagedLane(SinkPlan plan, LaneParts parts, Lane lane, AtomicBoolean synchronous) {
        this.plan = plan;
        this.stream = streamOf(plan);
        this.parts = parts;
        this.lane = lane;
        this.synchronous = synchronous;
        this.thread = new LaneThread(lane);
    }

    /** The standard stream that a sink writes to; null where it writes to files. */
    static StandardStream streamOf(SinkPlan sink) {
        SinkPlan.ConsoleSink console = sink.console();
        if (console == null) {
            return null;
        }
        return console.error() ? StandardStream.ERR : StandardStream.OUT;
    }

    /** The sink as it is configured now. */
    SinkPlan plan() {
        return plan;
    }

    LaneParts parts() {
        return parts;
    }

    /** Frames of the caller that its layout prints. */
    int callerFrames() {
        return parts.layout().callerFrames();
    }

    /** Those that it prints of events of a logger and level that come to it. */
    int callerFrames(String logger, int level) {
        LaneParts present = parts;
        return present.route().callerFrames(present.layout(), logger, level);
    }

    /** Whether its filters may let events of this level pass. */
    boolean mayAccept(int level) {
        return parts.filters().mayAccept(level);
    }

    AtomicBoolean synchronous() {
        return synchronous;
    }

    /** From the switch on that was announced it is another sink, or the same one otherwise. */
    void becomes(SinkPlan next, LaneParts nextParts, boolean nextSynchronous, int generation) {
        planEndsAt(generation);
        plan = next;
        stream = streamOf(next);
        parts = nextParts;
        if (nextSynchronous) {
            becomeSynchronous();
        } else {
            becomeAsynchronous();
        }
    }

    /** From the switch on that was announced it no longer does what its plan says: something else, or nothing. */
    void planEndsAt(int generation) {
        if (lane.hasPassed(lastSwitch)) {
            before.clear();
        }
        before.put(generation, plan);
        lastSwitch = generation;
    }

    /** The latest switch that the lane has to pass before it is done at the place of a sink; negative where it is. */
    int lastAt(SinkPlan place, boolean surely) {
        int last = NONE;
        for (Map.Entry<Integer, SinkPlan> each : before.entrySet()) {
            if (Destination.isSamePlace(each.getValue(), place, surely)) {
                last = each.getKey();
            }
        }
        return last;
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
            // In this order: a thread that could not be had is started later.
            thread.start();
            started = true;
        }
    }

    /** Starts it while a plan is put in force, which ends halfway for nothing. */
    void startIfPossible() {
        try {
            start();
        } catch (OutOfMemoryError e) {
            // The housekeeper tries again with each look, and says so.
        }
    }

    /**
     * Waits until its thread has written what was logged before the program has set a stream; {@code tail}: before this
     * call. A second at most for each stream, whoever waits, so that a console that nobody reads holds callers up once.
     *
     * @return {@link #hasWritten()}
     */
    boolean awaitWritten(long tail) {
        long untilNs = noticeReplaced(tail);
        boolean interrupted = Thread.interrupted();
        while (!hasWritten() && untilNs - System.nanoTime() > 0) {
            wake();
            LockSupport.parkNanos(LOOK_NS);
            // Else no further wait would be one.
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        boolean written = hasWritten();
        if (!written) {
            markStalled();
        }
        return written;
    }

    private synchronized long noticeReplaced(long tail) {
        PrintStream current = stream.current();
        if (current != replacedBy.get()) {
            replacedBy = new WeakReference<>(current);
            replacedAt = tail;
            awaitedUntilNs = System.nanoTime() + patienceNs();
        }
        return awaitedUntilNs;
    }

    /** Whether there is nothing to wait for of what was logged before the program has set a stream. */
    boolean hasWritten() {
        return lane.position() >= replacedAt || lane.hasEnded() || lane.isFailing() || lane.isDrivenByCaller();
    }

    /** From now on those who log drive the lane. */
    synchronized void becomeSynchronous() {
        lastThread = thread;
        if (synchronous.compareAndSet(false, true)) {
            replacedBy.clear();
            replacedAt = Long.MAX_VALUE;
            thread.stop();
        }
    }

    private synchronized void becomeAsynchronous() {
        if (synchronous.compareAndSet(true, false)) {
            thread = new LaneThread(lane);
            started = false;
            startIfPossible();
        }
    }

    /** Writes up to a record on the calling thread, as long as that takes; false when it waits for other lanes. */
    boolean drive(long position) {
        LaneThread last = lastThread;
        if (last != null && last.join(0)) {
            forget(last);
            last = null;
        }
        if (last == null) {
            return lane.driveUnlessWaiting(position);
        }
        // It may sit in a pipe that nobody reads.
        return driveAtExit(position) || !lane.waitsForOthers();
    }

    /** Each call would ask it again. */
    private synchronized void forget(LaneThread ended) {
        if (lastThread == ended) {
            lastThread = null;
        }
    }

    /**
     * Writes up to a record on the calling thread, for a second at most; a sink that has stalled, or is slow and far behind,
     * holds callers up once and not again before it gets on.
     */
    boolean driveAtExit(long position) {
        long patienceNs = patienceNs();
        boolean may = patienceNs > 0 || position - lane.position() < FAR_BEHIND_BYTES;
        boolean done = may && lane.drive(position, patienceNs);
        if (!done && !lane.isFailing() && !lane.isDrivenByCaller()) {
            markStalled();
        }
        return done;
    }

    void writeLate(byte[] bytes, int length) {
        long patienceNs = patienceNs();
        if (!lane.writeLate(bytes, length, patienceNs) && patienceNs > 0) {
            markStalled();
        }
    }

    private long patienceNs() {
        return lane.progress() == stalledAt ? 0 : EXIT_PATIENCE_NS;
    }

    synchronized void wake() {
        thread.wake();
    }

    synchronized void stop() {
        thread.stop();
    }

    /** Waits for the thread's end; true when nobody drives the lane in the background any more. */
    synchronized boolean join(long timeoutMillis) {
        return !started || thread.join(timeoutMillis);
    }

    /** Nobody waits for the sink any more before it gets on. */
    void markStalled() {
        stalledAt = lane.progress();
    }
}
