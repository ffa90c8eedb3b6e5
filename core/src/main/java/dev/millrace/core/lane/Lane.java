package dev.millrace.core.lane;

import dev.millrace.core.counter.BatchCount;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.core.sink.LaneSink;
import dev.millrace.core.sink.RecoveredBatch;
import dev.millrace.core.status.HeapShortage;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.ReadBatch;
import dev.millrace.layout.Layout;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Carries a journal's events to one sink. Driven in steps, by its thread or, where the sink is synchronous, by those
 * who log; the lane's lock makes them take turns. A record that cannot be rendered costs itself only; a sink that fails
 * leaves its batch where it is until it can go on.
 *
 * @since 0.1.0
 */
public final class Lane {
    private static final int FIRST_RENDER_BYTES = 16 << 10;
    private static final int MAX_KEPT_RENDER_BYTES = 4 << 20;
    private static final long NONE = -1;
    private static final long TROUBLE_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MUCH_TO_CATCH_UP_BYTES = 8 << 20;
    private static final long MAX_REST_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int STEPS_BEHIND_BEFORE_AHEAD = 8;
    private static final int NEVER_AHEAD = Integer.MIN_VALUE;
    private static final int MAX_AHEAD_RENDER_BYTES = 1 << 20;
    private static final int SPINS_BEFORE_YIELDING = 20;
    private static final int TURNS_BEFORE_PARKING = 40;

    private final Journal journal;
    private final Cursor cursor;
    private final SinkLedger ledger;
    private final StatusLog status;
    private final long startPosition;
    private final String lineSeparator = System.lineSeparator();
    private final ReentrantLock lock = new ReentrantLock();
    private final long starvedDelayNs;
    // Made by the first reload; null before.
    private final AtomicReference<LaneSwitches> switches = new AtomicReference<>();
    // The sink of the moment, for threads that do not hold the lock.
    private volatile LaneSink visibleSink;
    private volatile boolean ended;

    // Guarded by the lock.
    private SinkRoute route;
    private FilterChain filters;
    private Layout layout;
    private Transcoder transcoder;
    private LaneSink sink;
    // Whether the sink may open its file; null: it may.
    private BooleanSupplier mayBegin;
    // Where a lane that was added to a running engine begins; null once it has begun there.
    private SwitchPoint joinsAt;
    // Records from here on wait for the next switch.
    private long bound = Long.MAX_VALUE;
    private final LogEvent event;
    private BatchCount count = new BatchCount();
    private final long[] totals = new long[SinkLedger.TOTALS];
    private final GapLine gap;
    private Utf8Buffer out = new Utf8Buffer(FIRST_RENDER_BYTES);
    private ReadBatch batch;
    // Null unless there is, or just was, much to catch up with.
    private RenderAhead ahead;
    // The step of the moment is the lane's thread's.
    private boolean readsAhead;
    // Steps in a row that found much to catch up with; NEVER_AHEAD: this sink's events are not rendered ahead.
    private int stepsBehind;
    private volatile boolean begun;
    private boolean batchOpen;
    // The batch's record of the moment was looked at and left for the next batch.
    private boolean held;
    // Of the record of the moment, and of all else that a step does.
    private final HeapShortage recordShortage = new HeapShortage();
    private final HeapShortage stepShortage = new HeapShortage();
    private long pendingBegin = NONE;
    private long pendingEnd = NONE;
    private boolean committed;
    private long leftOver;
    private long troubleUntilNs;
    private boolean troubled;
    private volatile boolean inFlight;
    private volatile boolean closing;
    private final AtomicLong steps = new AtomicLong();

    /** Puts a lane together; nothing is read or opened before the first step. */
    public Lane(LaneParts parts) {
        this(parts, TROUBLE_DELAY_NS);
    }

    /** {@code starvedDelayNs}: how long what met a full heap waits before it is tried again. */
    Lane(LaneParts parts, long starvedDelayNs) {
        this.starvedDelayNs = starvedDelayNs;
        this.journal = parts.journal();
        this.cursor = parts.cursor();
        this.ledger = parts.ledger();
        this.status = parts.status();
        this.startPosition = parts.startPosition();
        this.event = new LogEvent(parts.dictionary());
        this.gap = new GapLine(ledger, parts.filters());
        use(parts, parts.sink());
    }

    /**
     * A lane that is added to a running engine: it begins at a point that is not fixed yet, and opens its sink as soon as
     * {@code mayBegin} says so.
     */
    public static Lane joining(LaneParts parts, SwitchPoint point, BooleanSupplier mayBegin) {
        Lane lane = new Lane(parts);
        lane.joinsAt = point;
        lane.mayBegin = mayBegin;
        return lane;
    }

    private void use(LaneParts parts, LaneSink nextSink) {
        route = parts.route();
        filters = parts.filters();
        layout = parts.layout();
        transcoder = Transcoder.of(parts.charset());
        sink = nextSink;
        visibleSink = nextSink;
        if (closing) {
            nextSink.boundWrites();
        }
        gap.filters(filters);
        stepsBehind = 0;
        if (ahead != null) {
            // What it has not rendered yet lies behind the switch.
            ahead.stop();
        }
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
        switches.compareAndSet(null, new LaneSwitches());
        return switches.get().announce(next);
    }

    /** Whether the lane is behind the switch to that generation, and does nothing of those before. Any thread. */
    public boolean hasPassed(int generation) {
        LaneSwitches announced = switches.get();
        return ended || (announced != null && announced.havePassed(generation));
    }

    /** Passes the switches that nothing stands before any more, unless somebody else is at work. Any thread. */
    public void passSwitches() {
        if (nextSwitch() != null) {
            glance();
        }
    }

    /** Whether its sink was removed and everything before that is out: the lane is of no use any more. Any thread. */
    public boolean hasEnded() {
        return ended;
    }

    /** Opens the sink and finishes what an earlier process left half-written, as far as that is possible now. */
    public void open() {
        lock.lock();
        try {
            begin();
        } catch (RuntimeException | Error e) {
            trouble(e);
        } finally {
            lock.unlock();
        }
    }

    /** One step: a batch of at most some 256 KiB. False when there is nothing to do, or nothing that can be done now. */
    public boolean step() {
        lock.lock();
        try {
            readsAhead = true;
            return stepLocked();
        } finally {
            lock.unlock();
        }
    }

    /** A step, unless somebody is at work on the lane: what the clock asks for is done though nobody logs. */
    public void glance() {
        if (lock.tryLock()) {
            try {
                stepLocked();
            } finally {
                lock.unlock();
            }
        }
    }

    private boolean stepLocked() {
        if (troubled && System.nanoTime() - troubleUntilNs < 0) {
            return false;
        }
        try {
            troubled = false;
            boolean progress = advance();
            stepShortage.isOver();
            return progress;
        } catch (RuntimeException | Error e) {
            trouble(e);
            return false;
        } finally {
            readsAhead = false;
            inFlight = batchOpen || pendingEnd != NONE || (ahead != null && ahead.hasBlocks());
        }
    }

    private void trouble(Throwable e) {
        troubled = true;
        if (stepShortage.mayPass(e)) {
            troubleUntilNs = System.nanoTime() + starvedDelayNs;
            return;
        }
        troubleUntilNs = System.nanoTime() + TROUBLE_DELAY_NS;
        status.add(StatusCode.MR008, "sink " + name() + ": a step failed and is tried again", e);
    }

    private boolean advance() {
        if (!mayAdvance()) {
            return false;
        }
        if (pendingEnd == NONE) {
            if (!batchOpen && !takeRendered()) {
                if (!fill()) {
                    sink.idle();
                    return false;
                }
                readAhead();
            }
            if (pendingEnd == NONE) {
                render();
            }
            if (pendingEnd == NONE) {
                // The first record waits for a switch.
                return true;
            }
        }
        boolean progress = settle();
        if (held && recordShortage.isThere()) {
            // The rest of the batch waits for memory.
            troubled = true;
            troubleUntilNs = System.nanoTime() + starvedDelayNs;
            return false;
        }
        return progress;
    }

    /** Does what comes before the next record; false when that is not possible now. */
    private boolean mayAdvance() {
        if (joinsAt != null && !join()) {
            return false;
        }
        for (LaneSwitch next = nextSwitch(); next != null; next = nextSwitch()) {
            // Fixed first: a point that is fixed between the two is looked at again.
            boolean fixed = next.point().isFixed();
            bound = next.point().bound();
            if (pendingEnd == NONE && nextPosition() >= bound) {
                if (!fixed || !pass(next)) {
                    return false;
                }
            } else if (fixed && cannotFinish(next)) {
                giveUpSink(next);
            } else {
                break;
            }
        }
        return !ended && (begun || begin());
    }

    private LaneSwitch nextSwitch() {
        LaneSwitches announced = switches.get();
        return announced == null ? null : announced.next();
    }

    /** Journal position up to which there is no switch. */
    private long nextBound() {
        LaneSwitch next = nextSwitch();
        return next == null ? Long.MAX_VALUE : next.point().bound();
    }

    private boolean join() {
        if (!joinsAt.isFixed()) {
            return false;
        }
        cursor.seek(joinsAt.bound());
        cursor.release(joinsAt.bound());
        joinsAt = null;
        return true;
    }

    /** Where the next record is, or where it will be. */
    private long nextPosition() {
        return batchOpen && held ? batch.position() : cursor.position();
    }

    /** Everything before the switch is out. False when it cannot be passed yet. */
    private boolean pass(LaneSwitch next) {
        if (next.parts() == null) {
            if (!begun && !begin()) {
                return false;
            }
            if (switches.get().endIfLast(this::end)) {
                return true;
            }
            filters = FilterChain.NOTHING;
            gap.filters(filters);
        } else {
            change(next);
        }
        next.point().eventsBefore().counted(ledger.eventsSoFar());
        passed();
        return true;
    }

    private void change(LaneSwitch next) {
        LaneSink goesOn = sink;
        if (next.sink() != null) {
            goesOn = next.sink().get();
            if (begun) {
                sink.forget();
            }
            sink.close();
            begun = false;
            mayBegin = next.mayBegin();
        }
        use(next.parts(), goesOn);
    }

    private void passed() {
        switches.get().passed();
        bound = nextBound();
    }

    private void end() {
        nextSwitch().point().eventsBefore().counted(ledger.eventsSoFar());
        sink.forget();
        sink.close();
        dropAhead();
        journal.removeCursor(name());
        batchOpen = false;
        ended = true;
    }

    /** Whether a sink that is to be replaced takes nothing, so that only its successor can write what is before it. */
    private boolean cannotFinish(LaneSwitch next) {
        return next.sink() != null && sink.isFailing() && !committed && (pendingEnd != NONE || !begun);
    }

    private void giveUpSink(LaneSwitch next) {
        status.add(
                StatusCode.MR015,
                "sink " + name() + ": what was logged before the reload could not be written; it goes where the new"
                        + " configuration says");
        dropAhead();
        cursor.seek(cursor.position());
        batchOpen = false;
        held = false;
        recordShortage.isOver();
        out.length(0);
        count.clear();
        pendingEnd = NONE;
        change(next);
        passed();
    }

    private boolean begin() {
        if (begun) {
            return true;
        }
        if ((mayBegin != null && !mayBegin.getAsBoolean())
                || sink.recover(!journal.recoveredAfterReboot()) != LaneSink.Outcome.DONE) {
            return false;
        }
        RecoveredBatch recovered = sink.recovered();
        if (recovered != null && journal.recovered()) {
            ledger.restore(recovered.totals().toArray());
            long end = Math.min(recovered.journalEnd(), journal.tailPosition());
            if (end > cursor.position()) {
                cursor.seek(end);
                cursor.release(end);
            }
        }
        begun = true;
        return true;
    }

    private boolean fill() {
        if (batch == null) {
            batch = new ReadBatch(sink.batchBytes() / 2);
        }
        if (ahead != null && ahead.hasBlocks()) {
            // The first was declined.
            batch = ahead.first().exchange(batch);
            batch.rewind();
            ahead.remove();
            bound = nextBound();
            batchOpen = true;
            return true;
        }
        // Before the fill: what it takes away from the cursor is never seen as drained.
        inFlight = true;
        batchOpen = cursor.fill(batch);
        // After the fill: the point of a switch that is announced later lies behind all that was read.
        bound = nextBound();
        return batchOpen;
    }

    /** Takes over the next batch if that is rendered already, and needs nothing else. */
    private boolean takeRendered() {
        AheadBlock block = ahead == null ? null : ahead.first();
        if (block == null || block.state() != AheadBlock.RENDERED || !isPlain(block)) {
            return false;
        }
        pendingBegin = cursor.position();
        pendingEnd = block.batch().endPosition();
        out = block.exchange(out);
        count = block.exchange(count);
        ahead.remove();
        readAhead();
        return true;
    }

    /** Whether nothing comes between the block's events: no gap line and no other file. */
    private boolean isPlain(AheadBlock block) {
        gap.notice(cursor.position(), journal.tailPosition());
        return !gap.isDueBefore(block.lastPosition())
                && (block.out().length() == 0
                        || !(sink.cutBefore(block.firstMicros(), 0)
                                || sink.cutBefore(
                                        block.latestMicros(), block.out().length())));
    }

    /** While there is much to catch up with, what comes next is read for another thread to render. */
    private void readAhead() {
        if (ahead != null && ahead.isOver()) {
            ahead = null;
        }
        if (!readsAhead || !isFarBehind() || cursor.position() < startPosition) {
            stepsBehind = Math.min(stepsBehind, 0);
            return;
        }
        if (ahead == null && (++stepsBehind < STEPS_BEHIND_BEFORE_AHEAD || !beginAhead())) {
            return;
        }
        while (ahead.hasRoom() && isFarBehind() && cursor.fill(ahead.free().batch())) {
            // After the fill: the point of a switch that is announced later lies behind all that was read.
            ahead.offer(nextSwitch() == null);
        }
    }

    private boolean isFarBehind() {
        return journal.tailPosition() - cursor.readPosition() >= sink.batchBytes();
    }

    private boolean beginAhead() {
        Layout another = mayRenderAhead() ? layout.another() : null;
        if (another == null) {
            stepsBehind = NEVER_AHEAD;
            return false;
        }
        int batchBytes = sink.batchBytes() / 2;
        try {
            ahead = new RenderAhead(
                    name(),
                    new BlockRenderer(event, route, filters, layout, transcoder, MAX_AHEAD_RENDER_BYTES),
                    new BlockRenderer(
                            event.another(), route.another(), filters, another, transcoder, MAX_AHEAD_RENDER_BYTES),
                    batchBytes);
        } catch (OutOfMemoryError e) {
            // No memory or no thread for it: the lane does it alone.
            stepsBehind = NEVER_AHEAD;
        }
        return ahead != null;
    }

    private boolean mayRenderAhead() {
        return sink.takesWholeBatches()
                && filters.decidesByLevel()
                && Runtime.getRuntime().availableProcessors() > 1;
    }

    private void dropAhead() {
        if (ahead != null) {
            ahead.stop();
            ahead.drop();
            ahead = null;
        }
    }

    private void render() {
        boolean looked = false;
        int renderBytes = sink.batchBytes();
        pendingBegin = cursor.position();
        long end = NONE;
        while (out.length() < renderBytes) {
            if (!held && !batch.next()) {
                batchOpen = false;
                end = batch.endPosition();
                break;
            }
            if (batch.position() >= bound) {
                held = true;
                end = looked ? batch.position() : NONE;
                break;
            }
            held = false;
            if (!looked) {
                gap.notice(batch.position(), journal.tailPosition());
                looked = true;
            }
            if (gap.isDueBefore(batch.position())) {
                appendGap();
            }
            if (!take(batch.bytes(), batch.payloadOffset(), batch.payloadLength(), batch.position())) {
                // The next batch begins with it.
                held = true;
                end = batch.position();
                break;
            }
            recordShortage.isOver();
            end = batch.nextPosition();
        }
        pendingEnd = end;
    }

    /** False when it must not go into this batch. */
    private boolean take(byte[] bytes, int offset, int length, long position) {
        if (position >= startPosition) {
            if (leftOver > 0) {
                sayLeftOver();
            }
            return renderOne(bytes, offset, length, out);
        }
        if (!sink.takesLeftovers()) {
            leaveOut(bytes, offset, length);
        } else if (!renderOne(bytes, offset, length, out)) {
            return false;
        }
        count.recovered();
        return true;
    }

    private void leaveOut(byte[] bytes, int offset, int length) {
        int level = LogEvent.levelOf(bytes, offset, length);
        if (level < 0) {
            count.damaged();
        } else {
            count.leftOver(level);
            leftOver++;
        }
    }

    private void sayLeftOver() {
        status.add(
                StatusCode.MR307,
                "sink " + name() + ": " + leftOver + " events that an earlier process had logged were not printed: a"
                        + " console is at most once after a crash");
        leftOver = 0;
    }

    private boolean renderOne(byte[] bytes, int offset, int length, Utf8Buffer to) {
        int start = to.length();
        int level = -1;
        try {
            if (!event.wrap(bytes, offset, length)) {
                count.damaged();
                status.add(StatusCode.MR308, "sink " + name() + ": a damaged record was skipped and counted");
                return true;
            }
            level = event.level();
            int copies = route.copiesOf(event);
            if (copies == 0 || !filters.accepts(event)) {
                count.filtered();
                return true;
            }
            LaneSink.Place place = sink.place(event, start);
            if (place != LaneSink.Place.HERE) {
                return takeElsewhere(place, level);
            }
            layout.render(event, to);
            if (transcoder != null) {
                transcoder.apply(to, start);
            }
            if (copies > 1) {
                repeat(to, start, copies);
            }
            count.delivered(level);
        } catch (RuntimeException | Error e) {
            to.length(start);
            if (recordShortage.mayPass(e)) {
                // Somebody has filled the heap: the record is not to blame and comes again.
                return false;
            }
            // Whatever it was, the lane goes on behind this record.
            count.failed(level);
            status.add(StatusCode.MR308, "sink " + name() + ": an event could not be rendered and was skipped", e);
        }
        return true;
    }

    /** An event that comes by several ways is written once for each: in one piece, so that no roll comes between. */
    private static void repeat(Utf8Buffer to, int start, int copies) {
        int length = to.length() - start;
        to.ensure(Math.multiplyExact(length, copies - 1));
        for (int i = 1; i < copies; i++) {
            to.put(to.bytes(), start, length);
        }
    }

    /** False when the event must not go into this batch. */
    private boolean takeElsewhere(LaneSink.Place place, int level) {
        if (place == LaneSink.Place.NEXT_BATCH) {
            return false;
        }
        if (place == LaneSink.Place.FILTERED) {
            count.filtered();
        } else {
            count.failed(level);
        }
        return true;
    }

    private void appendGap() {
        int start = out.length();
        gap.append(out, lineSeparator);
        if (transcoder != null && out.length() > start) {
            transcoder.apply(out, start);
        }
    }

    /** Brings what is rendered out, books it and releases the journal's space, in this order. */
    private boolean settle() {
        if (!committed) {
            ledger.totalsAfter(count, totals);
            if (sink.commit(out.bytes(), out.length(), pendingBegin, pendingEnd, totals) != LaneSink.Outcome.DONE) {
                return false;
            }
            committed = true;
        }
        LaneSink.Outcome outcome = sink.flush();
        if (outcome == LaneSink.Outcome.LATER) {
            return false;
        }
        if (outcome == LaneSink.Outcome.REFUSED) {
            count.deliveredFailed();
            gap.takeBack();
        }
        gap.settled();
        ledger.book(count);
        count.clear();
        if (out.bytes().length > MAX_KEPT_RENDER_BYTES) {
            out = new Utf8Buffer(FIRST_RENDER_BYTES);
        }
        out.length(0);
        long end = pendingEnd;
        pendingEnd = NONE;
        committed = false;
        cursor.release(end);
        steps.incrementAndGet();
        if (leftOver > 0 && end >= startPosition) {
            sayLeftOver();
        }
        return true;
    }

    /**
     * Writes what was logged up to and including the record at {@code position} on the calling thread.
     *
     * @param patienceNs longest time to wait for others who are writing
     * @return false when that did not succeed; the event stays in the journal
     */
    public boolean drive(long position, long patienceNs) {
        if (!StackProbe.hasRoom() || lock.isHeldByCurrentThread()) {
            // The stack is nearly used up, and a writer that overflows leaves locks behind; or it is logged by what
            // this very lane is writing through: it is written by the next call or in the background.
            return false;
        }
        boolean interrupted = Thread.interrupted();
        try {
            long deadlineNs = System.nanoTime() + patienceNs;
            for (int turn = 0; cursor.position() <= position && !ended; turn++) {
                if (!lock.tryLock()) {
                    if (patienceNs > 0 && turn < TURNS_BEFORE_PARKING) {
                        // Whoever writes takes this event along more often than not.
                        giveWay(turn);
                        continue;
                    }
                    boolean locked = tryLock(deadlineNs - System.nanoTime());
                    interrupted |= Thread.interrupted();
                    if (!locked) {
                        return false;
                    }
                }
                try {
                    while (cursor.position() <= position && stepLocked()) {
                        // steps until the record is out or something is in the way
                    }
                } finally {
                    lock.unlock();
                }
                if (cursor.position() > position) {
                    break;
                }
                if (visibleSink.isFailing() || troubled || deadlineNs - System.nanoTime() <= 0) {
                    return false;
                }
                // Another thread has claimed an earlier record and not committed it yet.
                giveWay(turn);
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits a moment; a park of any length takes longer than most of what is waited for. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static void giveWay(int turn) {
        if (turn < SPINS_BEFORE_YIELDING) {
            Thread.onSpinWait();
        } else if (turn < TURNS_BEFORE_PARKING) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(1_000);
        }
    }

    private boolean tryLock(long patienceNs) {
        if (lock.tryLock()) {
            return true;
        }
        try {
            return patienceNs > 0 && lock.tryLock(patienceNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return lock.tryLock();
        }
    }

    /**
     * Writes an encoded event past the journal, after closing.
     *
     * @return false when the sink does not take it within {@code patienceNs}
     */
    public boolean writeLate(byte[] bytes, int length, long patienceNs) {
        if (!StackProbe.hasRoom() || lock.isHeldByCurrentThread() || !tryLock(patienceNs)) {
            return false;
        }
        BatchCount single = new BatchCount();
        try {
            Utf8Buffer late = new Utf8Buffer(Math.max(256, length * 2));
            int copies = event.wrap(bytes, 0, length) ? route.copiesOf(event) : 0;
            if (copies == 0 || !filters.accepts(event)) {
                single.filtered();
            } else {
                layout.render(event, late);
                if (transcoder != null) {
                    transcoder.apply(late, 0);
                }
                if (copies > 1) {
                    repeat(late, 0, copies);
                }
                single.delivered(event.level());
                sink.writeLate(late.bytes(), late.length());
            }
        } catch (IOException | RuntimeException | Error e) {
            single.deliveredFailed();
            status.add(StatusCode.MR308, "sink " + name() + ": an event logged after closing was not written", e);
        } finally {
            lock.unlock();
        }
        ledger.bookLate(single);
        return true;
    }

    /**
     * How long the lane's thread rests after a step of {@code spentNs}: a sink that has much to catch up with, and can
     * wait, leaves half of its core to those who log.
     */
    long restNs(long spentNs) {
        boolean rests = visibleSink.canWait()
                && !closing
                && journal.tailPosition() - cursor.position() > MUCH_TO_CATCH_UP_BYTES;
        return rests ? Math.min(spentNs, MAX_REST_NS) : 0;
    }

    /** From now on no write to the sink waits for long. Any thread. */
    public void boundWrites() {
        // First: a sink that takes the place of this one meanwhile sees it, or is the one below.
        closing = true;
        visibleSink.boundWrites();
    }

    /** First journal position that is not dealt with. Any thread. */
    public long position() {
        return cursor.position();
    }

    /** Whether everything that was logged until now is dealt with. Any thread. */
    public boolean isDrained() {
        // In this order: see fill().
        return ended || (cursor.caughtUp() && !inFlight && begun);
    }

    /** Whether attempts fail at the moment. Any thread. */
    public boolean isFailing() {
        return visibleSink.isFailing();
    }

    /** Grows while the lane gets anywhere. Any thread. */
    public long progress() {
        return steps.get() + visibleSink.progress();
    }

    /** Ends the wait of the lane's thread. Any thread. */
    void wake() {
        cursor.wake();
    }

    /** Waits for events, or for the next attempt of a failing sink. The lane's thread only. */
    void await(long timeoutNs) {
        long delayNs = Math.max(visibleSink.retryDelayNs(), troubled ? troubleUntilNs - System.nanoTime() : 0);
        if (delayNs > 0) {
            LockSupport.parkNanos(this, Math.min(delayNs, timeoutNs));
        } else {
            cursor.await(timeoutNs);
        }
    }

    /** Closes the sink if nobody is writing through it; {@code forget} also removes what only recovery needs. */
    public void close(boolean forget) {
        if (!tryLock(TimeUnit.MILLISECONDS.toNanos(100))) {
            return;
        }
        try {
            if (ahead != null) {
                ahead.stop();
            }
            if (forget) {
                sink.forget();
            }
            sink.close();
        } finally {
            lock.unlock();
        }
    }
}
