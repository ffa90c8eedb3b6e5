package dev.millrace.core.lane;

import dev.millrace.core.counter.DropReason;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.route.SinkRoute;
import dev.millrace.event.Levels;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Shows in the sink itself how many events are missing there, before the first event that follows them:
 * {@code … 1234 events dropped here (budget spent): INFO 1200, DEBUG 34}. Belongs to one lane; not thread-safe.
 */
final class GapLine {
    private static final int LEVEL_STEP = 10;
    private static final long NOT_DUE = Long.MAX_VALUE;

    private final SinkLedger ledger;
    private FilterChain filters;
    private SinkRoute route;
    // Nothing is for the sink at the moment: the line waits for what is again.
    private boolean waits;
    private final long[] reasonsShown = new long[DropReason.COUNT];
    private final long[] reasonsBefore = new long[DropReason.COUNT];
    private final long[] appended = new long[Levels.COUNT];
    // What the line of the batch shows, and how much of that is not booked yet.
    private long unbooked;
    private boolean isAppended;
    private int appendedAt;
    private long duePosition = NOT_DUE;

    GapLine(SinkLedger ledger) {
        this.ledger = ledger;
        for (DropReason reason : DropReason.values()) {
            reasonsShown[reason.index()] = total(reason);
        }
    }

    /** Levels that these filters deny, or those on all ways to the sink, are not worth a line. */
    void filters(FilterChain current, SinkRoute ways) {
        filters = current;
        route = ways;
        waits = false;
    }

    /** Nothing is for the sink up to the next call of {@link #filters}: no line is due before that. */
    void waitForFilters() {
        waits = true;
    }

    /**
     * Looks for new losses. They are shown before the first event at or behind {@code tailPosition}: all that is lost
     * by now was lost before that; what a lagging or failing sink lost lies right before its
     * next event.
     */
    void notice(long nextPosition, long tailPosition) {
        if (duePosition != NOT_DUE || ledger.unshown() <= unbooked) {
            return;
        }
        duePosition = isNew(DropReason.LAGGED) || isNew(DropReason.FAILED) ? nextPosition : tailPosition;
    }

    private boolean isNew(DropReason reason) {
        return total(reason) > reasonsShown[reason.index()];
    }

    /** Whether the line is due before the event at this position. */
    boolean isDueBefore(long position) {
        return !waits && position >= duePosition;
    }

    /**
     * Appends the line; what it shows is noted last, since nothing is shown when memory for it is short, and booked once it
     * {@linkplain #committed is committed}: a process that ends before that has shown nothing.
     *
     * @param transcoder null where the line stays as it is
     */
    void append(Utf8Buffer out, String lineSeparator, Transcoder transcoder) {
        ledger.foldRefusals();
        int offset = out.length();
        long[] counts = new long[Levels.COUNT];
        long[] totals = new long[DropReason.COUNT];
        StringBuilder levels = new StringBuilder(64);
        long sum = 0;
        for (int i = Levels.COUNT - 1; i >= 0; i--) {
            counts[i] = Math.max(0, ledger.unshown(i) - appended[i]);
            if (counts[i] > 0 && filters.mayAccept(i * LEVEL_STEP) && route.mayLead(i * LEVEL_STEP)) {
                levels.append(sum == 0 ? " " : ", ")
                        .append(Levels.nameAt(i))
                        .append(' ')
                        .append(counts[i]);
                sum += counts[i];
            }
        }
        String reasons = reasons(totals);
        if (sum > 0) {
            String line = "… " + sum + (sum == 1 ? " event" : " events") + " dropped here (" + reasons + "):" + levels
                    + lineSeparator;
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            out.put(bytes, 0, bytes.length);
            if (transcoder != null) {
                transcoder.apply(out, offset);
            }
        }
        duePosition = NOT_DUE;
        if (!isAppended) {
            isAppended = true;
            appendedAt = offset;
            System.arraycopy(reasonsShown, 0, reasonsBefore, 0, reasonsShown.length);
        }
        System.arraycopy(totals, 0, reasonsShown, 0, totals.length);
        for (int i = 0; i < counts.length; i++) {
            appended[i] += counts[i];
            unbooked += counts[i];
        }
    }

    /** The batch with the line comes to its file, also where the process ends now: books what the line shows, once. */
    void committed() {
        if (unbooked > 0) {
            unbooked = 0;
            book(1);
        }
    }

    private void book(int sign) {
        for (int i = 0; i < appended.length; i++) {
            ledger.shown(i, sign * appended[i]);
        }
    }

    /** The batch with the line was refused behind so many bytes: if they lack the line, it is due again. */
    void takeBack(long bytesOut) {
        if (isAppended && bytesOut <= appendedAt) {
            if (unbooked == 0) {
                book(-1);
            }
            System.arraycopy(reasonsBefore, 0, reasonsShown, 0, reasonsShown.length);
        }
    }

    /** The batch is dealt with. */
    void settled() {
        if (isAppended) {
            isAppended = false;
            unbooked = 0;
            Arrays.fill(appended, 0);
        }
    }

    private String reasons(long[] totals) {
        StringBuilder reasons = new StringBuilder(32);
        for (DropReason reason : DropReason.values()) {
            long total = total(reason);
            if (reason != DropReason.RESTART && total > reasonsShown[reason.index()]) {
                reasons.append(reasons.isEmpty() ? "" : ", ").append(reason.text());
            }
            totals[reason.index()] = total;
        }
        return reasons.isEmpty() ? "by an earlier process" : reasons.toString();
    }

    private long total(DropReason reason) {
        long total = 0;
        for (int i = 0; i < Levels.COUNT; i++) {
            total += ledger.dropped(reason, i);
        }
        return total;
    }
}
