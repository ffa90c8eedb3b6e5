package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.status.HeapShortage;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.ReadBatch;
import dev.millrace.journal.StackProbe;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Carries a journal's events to one sink. Driven in steps, by its thread or, where the sink is synchronous, by those
 * who log; the lane's lock makes them take turns. A record that cannot be rendered costs itself only; a sink that fails
 * leaves its batch where it is until it can go on.
 *
 * @since 0.1.0
 */
public final class Lane {
    private static final long NONE = -1;
    private static final long TROUBLE_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    // On two processors a second renderer takes from callers what it gives, unless rendering is what takes the time.
    private static final int SLOW_NS_A_BYTE = 2;
    private static final long MUCH_TO_CATCH_UP_BYTES = 8 << 20;
    private static final long MAX_REST_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long FIRST_LULL_NS = TimeUnit.MILLISECONDS.toNanos(2);
    // A line is to be in its file within 10 ms, whatever is logged beside it.
    private static final long LONGEST_LULL_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Journal journal;
    private final Cursor cursor;
    private final SinkLedger ledger;
    private final StatusLog status;
    private final long starvedDelayNs;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, but for what they say themselves.
    private final SinkInUse sink;
    private final GapLine gap;
    private final RecordRenderer renderer;
    private final LaneInput input;
    private final RenderedBatch rendered = new RenderedBatch();
    private final LaneCourse course;
    private final CallerDrive drive;
    private final HeapShortage stepShortage = new HeapShortage();
    private long troubleUntilNs;
    private boolean troubled;

    private volatile boolean inFlight;
    // How long the lane's thread may rest: twice as long after each batch that had nothing for the sink.
    volatile long lullNs;
    private final AtomicLong steps = new AtomicLong();

    /** Puts a lane together; nothing is read or opened before the first step. */
    public Lane(LaneParts parts) {
        this(parts, TROUBLE_DELAY_NS, Runtime.getRuntime().availableProcessors() > 2 ? 0 : SLOW_NS_A_BYTE);
    }

    /**
     * {@code starvedDelayNs}: how long what met a full heap waits before it is tried again; {@code slowNsAByte}: see {@link
     * LaneInput}.
     */
    Lane(LaneParts parts, long starvedDelayNs, int slowNsAByte) {
        this.starvedDelayNs = starvedDelayNs;
        this.journal = parts.journal();
        this.cursor = parts.cursor();
        this.ledger = parts.ledger();
        this.status = parts.status();
        this.sink = new SinkInUse(journal, cursor, ledger, parts.sink());
        this.gap = new GapLine(ledger);
        this.renderer = new RecordRenderer(parts, gap);
        this.input = new LaneInput(parts, renderer, slowNsAByte);
        this.course = new LaneCourse(parts, sink, renderer, input, rendered);
        this.drive = new CallerDrive(this, lock, cursor, sink, course);
    }

    /**
     * A lane that is added to a running engine: it begins at a point that is not fixed yet, and opens its sink as soon as
     * that one's {@code turn} has come.
     */
    public static Lane joining(LaneParts parts, SwitchPoint point, Turn turn) {
        Lane lane = new Lane(parts);
        lane.course.joins(point, parts, turn);
        return lane;
    }

    /**
     * Whether its cursor was made for it and is to be settled; false where an earlier process has left something to it. The
     * one who reloads only, before the point is fixed.
     */
    public boolean joins() {
        return course.joins();
    }

    /** The sink's name. */
    public String name() {
        return cursor.name();
    }

    /** The sink's books. */
    public SinkLedger ledger() {
        return ledger;
    }

    /** Does differently from a point on; false when the lane has ended. Any thread; never waits. */
    public boolean announce(LaneSwitch next) {
        return course.announce(next);
    }

    /** Whether the lane is behind the switch to that generation, and does nothing of those before. Any thread. */
    public boolean hasPassed(int generation) {
        return course.hasPassed(generation);
    }

    /** Number of the generation that it has switched to last; negative when to none. Any thread. */
    public int passedGeneration() {
        return course.passedGeneration();
    }

    /** Passes the switches that nothing stands before any more, unless somebody else is at work. Any thread. */
    public void passSwitches() {
        if (course.next() != null) {
            glance();
        }
    }

    /** Whether its sink was removed and everything before that is out: the lane is of no use any more. Any thread. */
    public boolean hasEnded() {
        return course.hasEnded();
    }

    /** Opens the sink and finishes what an earlier process left half-written, as far as that is possible now. */
    public void open() {
        lock.lock();
        try {
            sink.begin();
        } catch (RuntimeException | Error e) {
            trouble(e);
        } finally {
            lock.unlock();
        }
    }

    /** One step: a batch of as much as the sink takes at a time. False when there is nothing to do, or nothing that can be done now. */
    public boolean step() {
        lock.lock();
        try {
            return stepLocked(true);
        } finally {
            lock.unlock();
        }
    }

    /** A step, unless somebody is at work on the lane: what the clock asks for is done though nobody logs. */
    public void glance() {
        if (lock.tryLock()) {
            try {
                stepLocked(false);
            } finally {
                lock.unlock();
            }
        }
    }

    /** A step under the lock. {@code readsAhead}: it is the lane's thread's, which comes back for what it has read. */
    boolean stepLocked(boolean readsAhead) {
        if (troubled && System.nanoTime() - troubleUntilNs < 0) {
            return false;
        }
        try {
            troubled = false;
            boolean progress = advance(readsAhead);
            stepShortage.isOver();
            return progress;
        } catch (RuntimeException | Error e) {
            cursor.letGo();
            trouble(e);
            return false;
        } finally {
            inFlight = input.hasRecords() || rendered.isThere();
        }
    }

    private void trouble(Throwable e) {
        if (stepShortage.mayPass(e)) {
            pauseSteps(starvedDelayNs);
            return;
        }
        pauseSteps(TROUBLE_DELAY_NS);
        status.add(StatusCode.MR008, "sink " + name() + ": a step failed and is tried again", e);
    }

    private void pauseSteps(long delayNs) {
        troubled = true;
        troubleUntilNs = System.nanoTime() + delayNs;
    }

    private boolean advance(boolean readsAhead) {
        if (!course.mayAdvance()) {
            return false;
        }
        if (!rendered.isThere()) {
            if (!input.isOpen() && !takeRendered(readsAhead)) {
                if (!fill()) {
                    sink.get().idle();
                    input.dropIfOver();
                    return false;
                }
                readAhead(readsAhead);
            }
            if (!rendered.isThere()) {
                render();
            }
            if (!rendered.isThere()) {
                // The first record waits for a switch.
                return true;
            }
        }
        boolean progress = settle();
        if (input.isHeld() && renderer.isStarved()) {
            // The rest of the batch waits for memory.
            pauseSteps(starvedDelayNs);
            return false;
        }
        return progress;
    }

    private boolean fill() {
        // Before the fill: what it takes away from the cursor is never seen as drained.
        inFlight = true;
        boolean filled = input.fill(renderer.batchBytes(), course);
        // After the fill: the point of a switch that is announced later lies behind all that was read.
        course.look();
        return filled;
    }

    /** Takes over the next batch if that is rendered already, and needs nothing else. */
    private boolean takeRendered(boolean readsAhead) {
        AheadBlock block = input.rendered();
        if (block == null || !isPlain(block.count(), block.textBytes())) {
            return false;
        }
        rendered.takeOver(block, cursor.position());
        input.removeRendered();
        readAhead(readsAhead);
        return true;
    }

    /** Whether nothing comes between the events that were rendered in one go: no gap line and no other file. */
    private boolean isPlain(BatchCount count, int length) {
        gap.notice(cursor.position(), journal.tailPosition());
        return !gap.isDueBefore(count.lastPosition())
                && !renderer.hasEchoBefore(count.lastPosition() + 1)
                && (length == 0 || goesToOneFile(count, length));
    }

    private boolean goesToOneFile(BatchCount count, int length) {
        LaneSink present = sink.get();
        // The one in the middle may decide about a roll, which nobody takes back: only where none is due otherwise. It
        // also looks how much others have written, so it is asked once more about all.
        return !present.cutBefore(count.latestMicros(), length)
                && !present.cutBefore(count.firstMicros(), 0)
                && !present.cutBefore(count.latestMicros(), length);
    }

    private void readAhead(boolean readsAhead) {
        if (readsAhead) {
            input.readAhead(renderer.batchBytes(), course);
        } else {
            input.readNothingAhead();
        }
    }

    private void render() {
        rendered.begins(cursor.position());
        if (!renderBlock()) {
            renderRecords();
        }
    }

    /** Renders the batch in one go; false when something comes between its records, or may. */
    private boolean renderBlock() {
        BlockRenderer blocks = renderer.forBlocks();
        if (blocks == null
                || rendered.isPartial()
                || input.isHeld()
                || course.next() != null
                || !renderer.isOwn(cursor.position())) {
            return false;
        }
        ReadBatch batch = input.batch();
        batch.mark();
        boolean done = false;
        try {
            done = blocks.render(batch, rendered.out(), rendered.count(), renderer.batchBytes())
                    && isPlain(rendered.count(), rendered.out().length());
        } finally {
            if (!done) {
                // Also where something was thrown: the next step begins at the mark.
                rendered.clear();
                batch.reset();
            }
        }
        if (done) {
            rendered.ends(batch.restBytes() > 0 ? batch.nextPosition() : batch.endPosition());
            input.walked();
        }
        return done;
    }

    private void renderRecords() {
        int renderBytes = renderer.batchBytes();
        boolean looked = false;
        long end = NONE;
        rendered.grows();
        renderer.begins();
        while (rendered.out().length() < renderBytes) {
            ReadBatch batch = input.batch();
            if (!input.next()) {
                end = batch.endPosition();
                break;
            }
            if (batch.position() >= course.bound()) {
                input.hold();
                end = looked ? batch.position() : NONE;
                break;
            }
            if (!looked) {
                gap.notice(batch.position(), journal.tailPosition());
                looked = true;
            }
            if (gap.isDueBefore(batch.position())) {
                // Without memory for the line both come again.
                input.hold();
                renderer.appendGap(rendered.out());
                boolean ignored = input.next();
            }
            if (!renderer.take(batch, rendered)) {
                // The next batch begins with it.
                input.hold();
                end = batch.position();
                break;
            }
            renderer.isFed();
            end = batch.nextPosition();
        }
        if (end != NONE) {
            rendered.count().filtered(input.batch().takePassedOver());
        }
        rendered.ends(end);
    }

    /** Brings what is rendered out, books it and releases the journal's space, in this order. */
    private boolean settle() {
        lullNs = rendered.textBytes() > 0 ? 0 : Math.min(LONGEST_LULL_NS, Math.max(FIRST_LULL_NS, lullNs * 2));
        boolean passesOver = rendered.count().isMostlyFiltered();
        boolean commits = !rendered.isCommitted();
        if (commits && !cursor.keeps(rendered.end())) {
            // An overrun has counted it as lost.
            course.readAgain();
            return true;
        }
        int batchBytes = renderer.batchBytes();
        long end = NONE;
        try {
            end = rendered.settle(sink.get(), ledger, gap);
        } finally {
            if (commits) {
                cursor.kept(end >= 0 || rendered.isCommitted());
            }
        }
        if (end < 0) {
            boolean isTooLarge = renderer.batchBytes() < batchBytes && !rendered.isCommitted();
            if (isTooLarge || rendered.isLost()) {
                // It comes again, in smaller pieces or from another place.
                course.readAgain();
            }
            return false;
        }
        input.passesOver(passesOver);
        cursor.release(end);
        steps.incrementAndGet();
        renderer.dealtWith(end);
        return true;
    }

    /**
     * Writes what was logged up to and including the record at {@code position} on the calling thread. What this very
     * lane's writing has logged goes to the other sinks only, as in Logback.
     *
     * @param patienceNs longest time to wait for others who are writing; shorter where they wait themselves for what the
     *     caller may hold. From {@link #boundWrites()} on also the longest time to write, but for one batch
     * @return false when that did not succeed; the event stays in the journal
     */
    public boolean drive(long position, long patienceNs) {
        return drive.to(position, patienceNs) == CallerDrive.DONE;
    }

    /** The same, as long as it takes; false where the sink waits to begin until other lanes have left its place. */
    public boolean driveUnlessWaiting(long position) {
        return drive.to(position, Long.MAX_VALUE / 2) != CallerDrive.WAITS;
    }

    /**
     * Gives back what the calling thread still holds of the lane, after an error: the fault of a mapped page is thrown
     * late, at any place.
     */
    void letGo() {
        cursor.letGo();
        while (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    /** Leaves a record out that the calling thread has logged in the middle of a step of this lane. Any thread. */
    public void leaveOutEcho(long position) {
        if (isForeignWriter()) {
            renderer.leaveOutEcho(position);
        }
    }

    /** Whether the calling thread is in the middle of a step of this lane, or writes for one that is. */
    public boolean isDrivenByCaller() {
        return lock.isHeldByCurrentThread() || isForeignWriter();
    }

    private boolean isForeignWriter() {
        return sink.get().foreignWriter() == Thread.currentThread();
    }

    /**
     * Writes an encoded event past the journal, after closing. One that is not written is counted as dropped.
     *
     * @return false when the sink was waited for in vain for {@code patienceNs}
     */
    public boolean writeLate(byte[] bytes, int length, long patienceNs) {
        BatchCount single = new BatchCount();
        boolean echo = isDrivenByCaller();
        boolean may = !echo && StackProbe.hasRoom();
        boolean written = may && CallerDrive.tryLock(lock, patienceNs);
        if (written) {
            try {
                renderer.writeLate(bytes, length, single);
                steps.incrementAndGet();
            } finally {
                lock.unlock();
            }
        } else if (echo) {
            single.filtered();
        } else {
            single.failed(LogEvent.levelOf(bytes, 0, length));
        }
        ledger.bookLate(single);
        return written || !may;
    }

    /**
     * How long the lane's thread rests after a step of {@code spentNs}: a sink that has much to catch up with, and can
     * wait, leaves half of its core to those who log.
     */
    long restNs(long spentNs) {
        boolean rests = sink.get().canWait()
                && !sink.isBounded()
                && journal.tailPosition() - cursor.position() > MUCH_TO_CATCH_UP_BYTES;
        return rests ? Math.min(spentNs, MAX_REST_NS) : 0;
    }

    /** From now on no write to the sink waits for long. Any thread. */
    public void boundWrites() {
        sink.boundWrites();
    }

    /** From now on its thread, too, writes to what the program has put in place of a console's stream. Any thread. */
    public void followStream() {
        sink.get().followStream();
    }

    /** Whether that is so, or its sink is no console. Any thread. */
    public boolean followsStream() {
        return sink.get().followsStream();
    }

    /** First journal position that is not dealt with. Any thread. */
    public long position() {
        return cursor.position();
    }

    /** Whether everything that was logged until now is dealt with. Any thread. */
    public boolean isDrained() {
        // In this order: see fill().
        return hasEnded() || (cursor.caughtUp() && !inFlight && sink.hasBegun());
    }

    /** Whether attempts fail at the moment. Any thread. */
    public boolean isFailing() {
        return troubled || sink.get().isFailing();
    }

    /** Whether it cannot go on before other lanes have left its sink's place. Any thread. */
    public boolean waitsForOthers() {
        return course.waitsForOthers();
    }

    /** Grows while the lane gets anywhere. Any thread. */
    public long progress() {
        return steps.get() + sink.get().progress();
    }

    /** Ends the wait of the lane's thread. Any thread. */
    void wake() {
        cursor.wake();
    }

    /** Waits for events, or for the next attempt of a failing sink. The lane's thread only. */
    void await(long timeoutNs) {
        long delayNs = Math.max(sink.get().retryDelayNs(), troubled ? troubleUntilNs - System.nanoTime() : 0);
        if (delayNs > 0) {
            LockSupport.parkNanos(this, Math.min(delayNs, timeoutNs));
        } else {
            cursor.await(timeoutNs, lullNs);
        }
    }

    /**
     * Closes the sink unless somebody is writing through it.
     *
     * @param leavesRest whether nobody writes what the journal still has after this, because others will
     * @return false when somebody is writing
     */
    public boolean close(boolean leavesRest) {
        if (!CallerDrive.tryLock(lock, TimeUnit.MILLISECONDS.toNanos(100))) {
            return false;
        }
        try {
            if (leavesRest) {
                pauseSteps(Long.MAX_VALUE / 2);
            }
            boolean ended = input.endAhead();
            if (isDrained()) {
                showLosses();
                sink.get().end();
            }
            sink.get().close();
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing follows any more in front of which they could be shown. */
    private void showLosses() {
        try {
            if (ledger.unshown() > 0 && !hasEnded()) {
                rendered.begins(cursor.position());
                rendered.grows();
                renderer.appendGap(rendered.out());
                rendered.ends(cursor.position());
                boolean ignored = settle();
            }
        } catch (RuntimeException | Error e) {
            trouble(e);
        }
    }
}
