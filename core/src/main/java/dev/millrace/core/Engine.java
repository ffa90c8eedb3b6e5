package dev.millrace.core;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.EngineCounters;
import dev.millrace.core.counter.SinkCounters;
import dev.millrace.core.option.Options;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventDetails;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.journal.Journal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a plan: captures log calls into the journal and drives the sinks. Thread-safe.
 *
 * <p>An engine is <em>running</em>, then <em>closing</em> (callers write what they log themselves, while the lanes
 * drain), then <em>closed</em> (callers write past the journal). It takes log calls in every state.
 *
 * @since 0.1.0
 */
public final class Engine implements AutoCloseable {
    /** What a caller does after its event is in the journal. */
    private enum Mode {
        /** Nothing. */
        ASYNCHRONOUS,
        /** Drive the synchronous lanes. */
        SYNCHRONOUS,
        /** Drive all lanes, with limited patience. */
        CLOSING,
        /** The journal takes nothing any more: write to the sinks. */
        CLOSED
    }

    /** A position that no event has, and no answer of the journal. */
    private static final long NOT_PUBLISHED = Long.MIN_VALUE;

    private final Options options;
    private final StatusLog status;
    private final OpenJournal open;
    private final Journal journal;
    private final EventCapture capture;
    private final EventClock clock;
    private final long startMicros;
    private final CallCounters calls;
    private final Archives archives;
    private final ConcurrentHashMap<String, LoggerNode> nodes = new ConcurrentHashMap<>();
    private final LoggerNode root;
    private final Shutdown shutdown;
    private final Housekeeper housekeeper;
    // Made when it is needed.
    private volatile Reloader reloader;
    private volatile Generation running;
    private volatile Mode mode;
    private volatile PlanReading reading;
    // Made when it is needed.
    private volatile PlanWatch watch;
    // Replaced, never changed.
    private volatile List<LevelWish> wishes = List.of();

    Engine(EngineParts parts) {
        this.options = parts.options();
        this.status = parts.status();
        this.open = parts.open();
        this.journal = open.journal();
        this.clock = parts.clock();
        this.startMicros = parts.startMicros();
        this.calls = parts.calls();
        this.archives = parts.archives();
        this.capture = new EventCapture(
                open.dictionary(),
                clock,
                journal.maxRecordBytes(),
                parts.plan().patterns().captureOptions(),
                parts.redaction());
        ManagedLane[] lanes = parts.lanes().toArray(new ManagedLane[0]);
        this.running = Generation.of(0, parts.plan(), parts.tree(), lanes, options);
        this.root = newNode(LoggerTree.ROOT, running);
        this.mode = anySynchronous() ? Mode.SYNCHRONOUS : Mode.ASYNCHRONOUS;
        this.shutdown = new Shutdown(this);
        this.housekeeper = new Housekeeper(this);
        this.reading = PlanReading.once(parts.plan());
    }

    /** Reads the configuration that {@code loader} sees and starts. Never throws. */
    public static Engine start(ClassLoader loader) {
        return Bootstrap.start(loader);
    }

    /** What the plan was read from: from now on it can be read again. */
    void readFrom(PlanReading found) {
        reading = found;
    }

    /** Looks whether the configuration has changed, where that is asked for; false where it is not. */
    boolean lookForChanges() {
        boolean wanted = watch != null || reading.scanPeriodMillis() > 0;
        if (wanted) {
            watch().look();
        }
        return wanted;
    }

    /** What reads the configuration again. */
    synchronized PlanWatch watch() {
        if (watch == null) {
            watch = new PlanWatch(this, reading);
        }
        return watch;
    }

    /** Starts the threads. */
    void begin() {
        // What a call uses must not be used for the first time near the end of a stack.
        capture.rehearse();
        Levels.indexOf(Levels.INFO);
        for (ManagedLane lane : running.lanes()) {
            lane.start();
        }
        shutdown.register();
        housekeeper.start();
    }

    /** What {@link #begin} has begun ends, but for the lanes: the start fails, and nobody will close this engine. */
    void giveUp() {
        shutdown.unregister();
        housekeeper.stop();
    }

    /** Does something behind the first line, on another thread, at the latest when the engine is closed; once. */
    public void doLater(Runnable chore) {
        housekeeper.doLater(chore);
    }

    /** The logger of that name, created at first sight. */
    public LoggerNode logger(String name) {
        if (LoggerTree.isRoot(name)) {
            return root;
        }
        LoggerNode node = nodes.get(name);
        if (node != null) {
            return node;
        }
        Generation current = running;
        List<LevelWish> wished = wishes;
        LoggerNode made = newNode(name, current);
        LoggerNode earlier = nodes.putIfAbsent(name, made);
        if (earlier != null) {
            return earlier;
        }
        // A reload or a wish either finds the node, or is seen here.
        while (current.number() != running.number() || wished != wishes) {
            current = running;
            wished = wishes;
            bring(made, current);
        }
        return made;
    }

    private LoggerNode newNode(String name, Generation current) {
        return new LoggerNode(
                name,
                levelOf(name, current),
                sinksThreshold(name, current),
                current.isTurboFiltered(),
                open.dictionary().idOfRepeating(name),
                current.callerFrames(name));
    }

    private void bring(LoggerNode node, Generation current) {
        String name = node.name();
        node.levels(levelOf(name, current), sinksThreshold(name, current), current.isTurboFiltered());
        node.callerFrames(current.callerFrames(name));
    }

    private int levelOf(String name, Generation current) {
        int level = current.tree().levelOf(name);
        for (LevelWish wish : wishes) {
            level = wish.covers(name) ? Math.min(level, wish.level()) : level;
        }
        return level;
    }

    private int sinksThreshold(String name, Generation current) {
        for (LevelWish wish : wishes) {
            if (wish.covers(name)) {
                return Integer.MIN_VALUE;
            }
        }
        return current.sinksThreshold(name);
    }

    /**
     * From now on loggers pass what is wished, also where no sink takes it. Sinks get those events, too. Survives
     * reloads; taken back by {@link #withdraw}.
     */
    public synchronized void wish(LevelWish wish) {
        List<LevelWish> more = new ArrayList<>(wishes);
        more.add(wish);
        wishes = List.copyOf(more);
        bringLoggers();
    }

    /** Takes back one equal wish. */
    public synchronized void withdraw(LevelWish wish) {
        List<LevelWish> fewer = new ArrayList<>(wishes);
        fewer.remove(wish);
        wishes = List.copyOf(fewer);
        bringLoggers();
    }

    /** Puts another generation in the place of the one that runs; loggers keep their levels for now. */
    void run(Generation next) {
        running = next;
        synchronized (this) {
            if (mode == Mode.ASYNCHRONOUS || mode == Mode.SYNCHRONOUS) {
                mode = anySynchronous() ? Mode.SYNCHRONOUS : Mode.ASYNCHRONOUS;
            }
        }
        // Before the switch: what the new layouts print is captured for every event behind it.
        for (LoggerNode node : nodes.values()) {
            node.addCallerFrames(next.callerFrames(node.name()));
        }
        root.addCallerFrames(next.callerFrames(root.name()));
    }

    /** Brings all loggers to the levels of the generation that runs. */
    synchronized void bringLoggers() {
        Generation current = running;
        bring(root, current);
        for (LoggerNode node : nodes.values()) {
            bring(node, current);
        }
    }

    /** Filters that are asked with every log call, before {@link #log}: those of the plan that runs. */
    public List<TurboFilterPlan> turboFilters() {
        return running.plan().turboFilters();
    }

    /**
     * Logs one event; the caller has checked {@link LoggerNode#isEnabled}. Never throws (but for errors of the virtual
     * machine that user code in arguments causes). Arguments as in {@link dev.millrace.event.EventCapture#encode}.
     */
    public void log(
            LoggerNode logger,
            int level,
            String template,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown,
            byte[] mdc,
            EventDetails details) {
        long position = NOT_PUBLISHED;
        int length;
        try {
            Generation current = running;
            boolean isReplaced = current.isConsoleReplaced();
            if (isReplaced) {
                followConsoles(current.console());
            }
            EventEncoder encoder = capture.encode(
                    logger.dictionaryId(),
                    logger.name(),
                    level,
                    current.number(),
                    template,
                    argCount,
                    arg0,
                    arg1,
                    args,
                    thrown,
                    mdc,
                    details);
            length = encoder.length();
            byte[] copy = null;
            try {
                byte[] event = encoder.bytes();
                int stripe = encoder.stripe();
                int flags = level >= Levels.WARN ? Journal.NEVER_WAIT | Journal.IMPORTANT : Journal.NEVER_WAIT;
                position = mode == Mode.CLOSED ? Journal.REFUSED_CLOSED : journal.append(event, 0, length, flags);
                if (position >= 0) {
                    calls.countAccepted(stripe);
                } else if (position != Journal.WOULD_WAIT) {
                    refused(position, event, length, level);
                } else {
                    try {
                        copy = Arrays.copyOf(event, length);
                    } catch (OutOfMemoryError e) {
                        // An event is worth more than scratch that others wait for.
                        position = publishWaiting(event, length, stripe, level);
                    }
                }
            } finally {
                capture.release(encoder);
            }
            // Only now: who waits or pauses with scratch in hand keeps it from all others.
            if (copy != null) {
                position = publishWaiting(copy, length, EventEncoder.NO_STRIPE, level);
            }
            // Read after the append: whoever closes either finds the event in the journal, or is seen here.
            boolean isDriving = mode != Mode.ASYNCHRONOUS || isReplaced;
            if (isDriving) {
                finish(position);
            }
            if (!isDriving || mode == Mode.ASYNCHRONOUS) {
                try {
                    journal.giveWay(position, length);
                } catch (RuntimeException | Error e) {
                    // A virtual thread needs heap and stack to pause: the event is in the journal, and nobody has to.
                }
            }
        } catch (RuntimeException | Error e) {
            // Stack or heap is used up, in the application's frames or in ours, or a page of the journal has no disk
            // behind it any more, which is thrown late: the application's call goes on.
            if (position == NOT_PUBLISHED || position == Journal.WOULD_WAIT) {
                notCaptured(level);
            }
        }
    }

    private long publishWaiting(byte[] event, int length, int stripe, int level) {
        int flags = (mayBlock() ? 0 : Journal.NEVER_BLOCK) | (level >= Levels.WARN ? Journal.IMPORTANT : 0);
        long position = mode == Mode.CLOSED ? Journal.REFUSED_CLOSED : journal.append(event, 0, length, flags);
        if (position >= 0) {
            calls.countAccepted(stripe);
        } else {
            refused(position, event, length, level);
        }
        return position;
    }

    /**
     * Whether a spent budget may hold the calling thread up, where callers wait then: not one that is in the middle of a
     * lane's work and logs through what the lane writes to, because the lane is what gives space back.
     */
    private boolean mayBlock() {
        for (ManagedLane lane : running.lanes()) {
            if (lane.lane().isDrivenByCaller()) {
                return false;
            }
        }
        Reloader used = reloaderIfUsed();
        if (used != null) {
            for (ManagedLane lane : used.leaving()) {
                if (lane.lane().isDrivenByCaller()) {
                    return false;
                }
            }
        }
        return true;
    }

    private void refused(long answer, byte[] event, int length, int level) {
        if (answer == Journal.REFUSED_CLOSED) {
            writeLate(event, length, level);
        } else {
            calls.countRefused(answer == Journal.REFUSED_DISK ? DropReason.DISK : DropReason.BUDGET, level);
        }
    }

    private void writeLate(byte[] event, int length, int level) {
        for (ManagedLane lane : running.lanes()) {
            try {
                lane.writeLate(event, length);
            } catch (RuntimeException | Error e) {
                // Out of memory or stack before the sink has counted it: the other sinks get it all the same.
                notCaptured(level);
            }
        }
    }

    /** Counts a call that never came to be an event, because the stack or the heap was used up. Never throws. */
    public void notCaptured(int level) {
        try {
            calls.countRefused(DropReason.CAPTURE, level);
        } catch (RuntimeException | Error e) {
            // The stack is used up to the last frame: this one is not even counted.
        }
    }

    private void finish(long position) {
        if (position < 0) {
            return;
        }
        try {
            Generation current;
            if (isClosing()) {
                for (ManagedLane lane : running.lanes()) {
                    lane.driveAtExit(position);
                }
                return;
            }
            do {
                current = running;
                driveSynchronous(current.lanes(), position);
                // Where a reload has come between, the event may be for a lane that has begun to leave meanwhile.
            } while (current.number() != running.number());
        } catch (RuntimeException | Error e) {
            // The event is in the journal; it is written in the background.
        }
    }

    private void driveSynchronous(ManagedLane[] lanes, long position) {
        Reloader used = reloader;
        List<ManagedLane> leaving = used == null ? List.of() : used.leaving();
        boolean waiting = true;
        // Each round brings some of those on that wait for one another, through one generation after the other.
        for (long seen = 0, passed = 1; waiting && passed != seen; ) {
            seen = passed;
            passed = 1;
            waiting = false;
            // First: the event may be theirs, and others begin only when they have left the place.
            for (ManagedLane lane : leaving) {
                waiting |= driveSynchronous(lane, position);
                passed = 31 * passed + lane.lane().passedGeneration();
            }
            for (ManagedLane lane : lanes) {
                waiting |= driveSynchronous(lane, position);
                passed = 31 * passed + lane.lane().passedGeneration();
            }
        }
    }

    /** Drives a lane where callers do that; true when it waits for others before it begins. */
    private static boolean driveSynchronous(ManagedLane lane, long position) {
        if (lane.isSynchronous()) {
            return !lane.drive(position);
        }
        if (lane.isConsole()) {
            lane.lane().leaveOutEcho(position);
        }
        return false;
    }

    /** The program has set another stream since the last call. */
    private void followConsoles(ConsoleWatch console) {
        try {
            // Behind the end nobody waits: each call of a hook would, for a console that nobody reads.
            if (!isClosing() && console.awaitWritten(journal.tailPosition())) {
                consolesFollow();
            }
        } catch (RuntimeException | Error e) {
            // The next call tries it again.
        }
    }

    private synchronized void consolesFollow() {
        // The plan that is in force now may have none any more.
        ConsoleWatch console = running.console();
        if (console != null && (mode == Mode.ASYNCHRONOUS || mode == Mode.SYNCHRONOUS)) {
            console.follow();
            mode = anySynchronous() ? Mode.SYNCHRONOUS : Mode.ASYNCHRONOUS;
        }
    }

    private boolean anySynchronous() {
        for (ManagedLane lane : running.lanes()) {
            if (lane.isSynchronous()) {
                return true;
            }
        }
        return false;
    }

    /** Millrace's own messages. */
    public StatusLog status() {
        return status;
    }

    /** What happened to the events so far, in all and sink by sink. Exact when nothing is in flight. */
    public EngineCounters counters() {
        List<SinkCounters> sinks = new ArrayList<>();
        for (ManagedLane lane : lanes()) {
            sinks.add(lane.lane().ledger().read());
        }
        long refused = calls.refused();
        return new EngineCounters(calls.accepted() + refused, refused, journal.usedBytes(), sinks);
    }

    /** Drains and stops; at most the shutdown time-out. What remains stays in the journal. Idempotent. */
    @Override
    public void close() {
        shutdown.close(false);
    }

    /** From now on callers write what they log themselves, and none waits for space. */
    synchronized void enterClosing() {
        mode = Mode.CLOSING;
        journal.blockNobody();
    }

    /** From now on callers write past the journal. */
    synchronized void enterClosed() {
        mode = Mode.CLOSED;
    }

    /** What runs. */
    Generation running() {
        return running;
    }

    /** What puts another plan in force. */
    synchronized Reloader reloader() {
        if (reloader == null) {
            reloader = new Reloader(this);
        }
        return reloader;
    }

    /** Null when nothing was ever reloaded, nor a note of a reload removed. */
    Reloader reloaderIfUsed() {
        return reloader;
    }

    /** Whether closing has begun. */
    boolean isClosing() {
        return mode == Mode.CLOSING || mode == Mode.CLOSED;
    }

    long startMicros() {
        return startMicros;
    }

    Options options() {
        return options;
    }

    OpenJournal open() {
        return open;
    }

    EventClock clock() {
        return clock;
    }

    CallCounters calls() {
        return calls;
    }

    /** The lanes of the plan that runs, and those that still finish what was logged before their sinks were removed. */
    List<ManagedLane> lanes() {
        List<ManagedLane> all = new ArrayList<>(List.of(running.lanes()));
        Reloader used = reloaderIfUsed();
        if (used != null) {
            all.addAll(used.leaving());
        }
        return all;
    }

    Archives archives() {
        return archives;
    }

    Housekeeper housekeeper() {
        return housekeeper;
    }
}
