package dev.millrace.core.counter;

import dev.millrace.event.Levels;
import dev.millrace.journal.Cursor;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * One sink's part of the books, kept with its cursor so that it survives a kill. Thread-safe: written by the lane
 * (and, for records that the sink will never see, by the journal), read by anybody.
 *
 * <pre>
 *  counter 0        delivered
 *          1        filtered
 *          2        damaged
 *          4 … 33   dropped: six reasons × five levels
 *         34 … 38   dropped and shown in the sink by a gap line, by level
 * </pre>
 *
 * @since 0.1.0
 */
public final class SinkLedger {
    /** Number of running totals that an outbox keeps with a batch. */
    public static final int TOTALS = 3 + Levels.COUNT;

    private static final int DELIVERED = 0;
    private static final int FILTERED = 1;
    private static final int DAMAGED = 2;
    private static final int DROPPED = 4;
    private static final int SHOWN = DROPPED + 6 * Levels.COUNT;
    private static final int FAILED = DROPPED + DropReason.FAILED.index() * Levels.COUNT;

    private final Cursor cursor;
    private final CallCounters calls;
    private final long[] foldedRefusals = new long[DropReason.COUNT * Levels.COUNT];
    private long foldedTotal;
    private final AtomicLong acceptedBefore = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final long droppedBefore;
    private final long base;
    private final long handledBefore;
    private final long overrunBefore;
    // How many events this process had logged when a sink was added to it; null for a sink that is there from the
    // start.
    private final EventsBefore joinedAfter;
    private final long refusedAtJoining;
    // The same when the sink was removed; null for one that is not.
    private volatile EventsBefore leftAfter;

    /**
     * The ledger of a cursor; {@code calls} counts what callers had accepted or refused. What the cursor has counted
     * before is the base. To be made before the first event is logged.
     */
    public SinkLedger(Cursor cursor, CallCounters calls) {
        this(cursor, calls, null);
    }

    /**
     * The ledger of a cursor that is added while events are logged.
     *
     * @param joinedAfter how many events this process has logged before those that the sink is for
     */
    public static SinkLedger joining(Cursor cursor, CallCounters calls, EventsBefore joinedAfter) {
        return new SinkLedger(cursor, calls, joinedAfter);
    }

    private SinkLedger(Cursor cursor, CallCounters calls, EventsBefore joinedAfter) {
        this.cursor = cursor;
        this.calls = calls;
        this.joinedAfter = joinedAfter;
        this.refusedAtJoining = joinedAfter == null ? 0 : passOverRefusals();
        this.droppedBefore = droppedTotal();
        this.handledBefore = handled();
        this.overrunBefore = cursor.overrunOfEarlier();
        this.base = handledBefore + refusals();
        acceptedBefore.set(base);
    }

    /** The sink is not for what is logged behind these events; null: it is again. */
    public void leaves(EventsBefore after) {
        leftAfter = after;
    }

    /**
     * What an overrun has skipped where nothing was for the sink was not lost. Synchronized: whoever asks second finds in the
     * books what the first has taken.
     */
    private synchronized void bookPauses() {
        add(FILTERED, cursor.takeSkippedInPauses());
    }

    private long passOverRefusals() {
        long sum = 0;
        for (int i = 0; i < foldedRefusals.length; i++) {
            foldedRefusals[i] = calls.refused(DropReason.of(i / Levels.COUNT), i % Levels.COUNT);
            sum += foldedRefusals[i];
        }
        foldedTotal = sum;
        return sum;
    }

    /** What became of the records that the cursor has passed. */
    private long handled() {
        long sum = cursor.counter(DELIVERED) + cursor.counter(FILTERED) + cursor.counter(DAMAGED);
        for (int level = 0; level < Levels.COUNT; level++) {
            sum += cursor.counter(index(DropReason.LAGGED, level))
                    + cursor.counter(index(DropReason.FAILED, level))
                    + cursor.counter(index(DropReason.RESTART, level));
        }
        return sum;
    }

    /** What the journal did not take, as far as it was folded into this sink's counters. */
    private long refusals() {
        long sum = 0;
        for (int level = 0; level < Levels.COUNT; level++) {
            sum += cursor.counter(index(DropReason.BUDGET, level))
                    + cursor.counter(index(DropReason.DISK, level))
                    + cursor.counter(index(DropReason.CAPTURE, level));
        }
        return sum;
    }

    /**
     * How many events of this process stand in the journal before the cursor now; negative as long as that is not known
     * of the place where the sink was added. Only the lane may ask, when nothing that it has read is in flight.
     */
    public LongSupplier eventsSoFar() {
        bookPauses();
        long since = handled() - handledBefore - (inherited() - base);
        return () -> {
            long before = joinedAfter == null ? 0 : joinedAfter.exact();
            return before < 0 ? before : before + since;
        };
    }

    /** What earlier processes had accepted and this one has dealt with, besides what was counted before. */
    private long inherited() {
        return acceptedBefore.get() + cursor.overrunOfEarlier() - overrunBefore;
    }

    /** Writes the running totals as they are once this batch is out. */
    public void totalsAfter(BatchCount batch, long[] totals) {
        totals[DELIVERED] = cursor.counter(DELIVERED) + batch.deliveredCount();
        totals[FILTERED] = cursor.counter(FILTERED) + batch.filteredCount();
        totals[DAMAGED] = cursor.counter(DAMAGED) + batch.damagedCount();
        for (int i = 0; i < Levels.COUNT; i++) {
            totals[3 + i] = cursor.counter(FAILED + i) + batch.failedCount(i);
        }
    }

    /** Has a batch's totals say that events of a level failed which they have as delivered. */
    public static void deliveredFailed(long[] totals, int levelIndex, long events) {
        totals[DELIVERED] -= events;
        totals[3 + levelIndex] += events;
    }

    /** Has a batch say what the sink has made of its totals. */
    public static void correct(BatchCount batch, long[] totals, long[] settled) {
        for (int i = 0; i < Levels.COUNT; i++) {
            batch.deliveredFailed(i, settled[3 + i] - totals[3 + i]);
        }
    }

    /** Brings the counters to the totals of a batch that an earlier process had committed to its outbox. */
    public void restore(long[] totals) {
        restore(DELIVERED, totals[DELIVERED]);
        restore(FILTERED, totals[FILTERED]);
        restore(DAMAGED, totals[DAMAGED]);
        for (int i = 0; i < Levels.COUNT; i++) {
            restore(FAILED + i, totals[3 + i]);
        }
    }

    private void restore(int counter, long total) {
        // Late events are booked behind the last batch.
        long delta = Math.max(0, total - cursor.counter(counter));
        acceptedBefore.addAndGet(delta);
        add(counter, delta);
    }

    /** Books a batch that is out. */
    public void book(BatchCount batch) {
        acceptedBefore.addAndGet(batch.recoveredCount());
        add(DELIVERED, batch.deliveredCount());
        add(FILTERED, batch.filteredCount());
        add(DAMAGED, batch.damagedCount());
        for (int i = 0; i < Levels.COUNT; i++) {
            add(FAILED + i, batch.failedCount(i));
            add(index(DropReason.RESTART, i), batch.leftOverCount(i));
        }
    }

    /** Books an event that was written past the journal, after closing had begun. */
    public void bookLate(BatchCount single) {
        late.incrementAndGet();
        book(single);
    }

    /** Books a record that the cursor will never see; {@code level} is negative when its bytes are no event. */
    public static void bookOverrun(Cursor cursor, int level) {
        if (level < 0) {
            cursor.addToCounter(DAMAGED, 1);
        } else {
            cursor.addToCounter(index(DropReason.LAGGED, Levels.indexOf(level)), 1);
        }
    }

    /** Moves the callers' refusals since the last time to this sink's persisted counters. */
    public synchronized void foldRefusals() {
        for (int r = 0; r < DropReason.COUNT; r++) {
            DropReason reason = DropReason.of(r);
            for (int level = 0; level < Levels.COUNT; level++) {
                int i = r * Levels.COUNT + level;
                long fresh = calls.refused(reason, level) - foldedRefusals[i];
                if (fresh > 0) {
                    cursor.addToCounter(DROPPED + i, fresh);
                    foldedRefusals[i] += fresh;
                    foldedTotal += fresh;
                }
            }
        }
    }

    /** Events dropped for a reason at a level. */
    public synchronized long dropped(DropReason reason, int levelIndex) {
        int i = reason.index() * Levels.COUNT + levelIndex;
        return cursor.counter(DROPPED + i) + calls.refused(reason, levelIndex) - foldedRefusals[i];
    }

    /** The same of all levels; cheap enough to be asked for with every batch. */
    public synchronized long unshown() {
        long unshown = calls.refused() - foldedTotal;
        for (int level = 0; level < Levels.COUNT; level++) {
            for (int r = 0; r < DropReason.COUNT; r++) {
                if (r != DropReason.RESTART.index()) {
                    unshown += cursor.counter(DROPPED + r * Levels.COUNT + level);
                }
            }
            unshown -= cursor.counter(SHOWN + level);
        }
        return unshown;
    }

    /** Events of a level that no gap line has shown yet; what restarts left over is told by a status instead. */
    public long unshown(int levelIndex) {
        long dropped = 0;
        for (int r = 0; r < DropReason.COUNT; r++) {
            if (r != DropReason.RESTART.index()) {
                dropped += dropped(DropReason.of(r), levelIndex);
            }
        }
        return dropped - cursor.counter(SHOWN + levelIndex);
    }

    /** Books that a gap line shows these. */
    public void shown(int levelIndex, long count) {
        add(SHOWN + levelIndex, count);
    }

    /** Events dropped since the ledger was made, without what an earlier process left over. */
    private long droppedHere() {
        return Math.max(0, droppedTotal() - droppedBefore);
    }

    /** Adds the sink to a list of what was dropped since the ledger was made; nothing where that is nothing. */
    public void tellDropped(StringBuilder text) {
        long droppedHere = droppedHere();
        if (droppedHere == 0) {
            return;
        }
        SinkCounters counters = read();
        append(text, counters, droppedHere);
        String separator = counters.dropped() == droppedHere ? " (" : " (with those before: ";
        for (Map.Entry<DropReason, Map<String, Long>> reason :
                counters.droppedBy().entrySet()) {
            text.append(separator).append(reason.getKey().text());
            separator = ", ";
            for (Map.Entry<String, Long> level : reason.getValue().entrySet()) {
                text.append(' ').append(level.getKey()).append(' ').append(level.getValue());
            }
        }
        text.append(')');
    }

    /** Adds a sink that is not drained to a list of what waits in the journal. */
    public void tellPending(StringBuilder text) {
        SinkCounters counters = read();
        append(text, counters, Math.max(1, counters.pending()));
    }

    private static void append(StringBuilder text, SinkCounters counters, long count) {
        text.append(text.isEmpty() ? "" : ", ")
                .append(counters.sink())
                .append(": ")
                .append(count);
    }

    private long droppedTotal() {
        long total = cursor.counter(DAMAGED);
        for (int r = 0; r < DropReason.COUNT; r++) {
            if (r != DropReason.RESTART.index()) {
                for (int level = 0; level < Levels.COUNT; level++) {
                    total += dropped(DropReason.of(r), level);
                }
            }
        }
        return total;
    }

    /** The counters now; equal on both sides when nothing is in flight. */
    public SinkCounters read() {
        bookPauses();
        Map<DropReason, Map<String, Long>> droppedBy = new EnumMap<>(DropReason.class);
        long dropped = 0;
        for (int r = 0; r < DropReason.COUNT; r++) {
            Map<String, Long> byLevel = new LinkedHashMap<>();
            for (int level = 0; level < Levels.COUNT; level++) {
                long count = dropped(DropReason.of(r), level);
                if (count != 0) {
                    byLevel.put(Levels.nameAt(level), count);
                    dropped += count;
                }
            }
            if (!byLevel.isEmpty()) {
                droppedBy.put(DropReason.of(r), byLevel);
            }
        }
        long damaged = cursor.counter(DAMAGED);
        if (damaged != 0) {
            droppedBy
                    .computeIfAbsent(DropReason.FAILED, r -> new LinkedHashMap<>())
                    .put("DAMAGED", damaged);
            dropped += damaged;
        }
        // Outcomes first, accepted last: pending is never negative because of what happens in between.
        long delivered = cursor.counter(DELIVERED);
        long filtered = cursor.counter(FILTERED);
        EventsBefore left = leftAfter;
        long called = left == null ? calls.accepted() : left.best();
        long accepted = inherited() + late.get() + called + calls.refused() - notMeant();
        long pending = accepted - delivered - filtered - dropped;
        return new SinkCounters(cursor.name(), accepted, delivered, filtered, dropped, pending, droppedBy);
    }

    /** Events that callers have counted and the sink is not for. */
    private long notMeant() {
        return joinedAfter == null ? 0 : refusedAtJoining + joinedAfter.best();
    }

    private void add(int counter, long delta) {
        if (delta != 0) {
            cursor.addToCounter(counter, delta);
        }
    }

    private static int index(DropReason reason, int levelIndex) {
        return DROPPED + reason.index() * Levels.COUNT + levelIndex;
    }
}
