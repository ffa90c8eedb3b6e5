package dev.millrace.core.lane;

import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.ReadBatch;
import dev.millrace.journal.RecordSieve;

/**
 * Where a lane's records come from: the journal, batch by batch. While there is much to catch up with, what comes next
 * is read for another thread to render. Guarded by the lane's lock.
 */
final class LaneInput {
    private static final int STEPS_BEHIND_BEFORE_AHEAD = 8;
    private static final int NEVER_AHEAD = Integer.MIN_VALUE;
    private static final int MOST_BLOCKS_FOR_A_WHILE = 250;

    private final Journal journal;
    private final Cursor cursor;
    private final long startPosition;
    private final RecordRenderer renderer;
    private ReadBatch batch;
    private boolean open;
    // The batch's record of the moment was looked at and left for the next batch.
    private boolean held;
    // Null unless there is, or just was, much to catch up with.
    private RenderAhead ahead;
    // Steps in a row that found much to catch up with; NEVER_AHEAD: this sink's events are not rendered ahead.
    private int stepsBehind;
    private final int slowNsAByte;
    // When the last step was that found so much.
    private long steppedNs;
    private boolean passesOver;

    /**
     * {@code slowNsAByte}: another thread helps, for a while, where each step takes so long for a byte of the journal; 0
     * for wherever there is much to catch up with.
     */
    LaneInput(LaneParts parts, RecordRenderer renderer, int slowNsAByte) {
        this.slowNsAByte = slowNsAByte;
        this.journal = parts.journal();
        this.cursor = parts.cursor();
        this.startPosition = parts.startPosition();
        this.renderer = renderer;
    }

    /** Whether records were read and not rendered yet. */
    boolean hasRecords() {
        return open || hasBlocks();
    }

    /** Whether a batch was read of which something is left. */
    boolean isOpen() {
        return open;
    }

    /** Where the next record is, or where it will be. */
    long nextPosition() {
        return open && held ? batch.position() : cursor.position();
    }

    /** Reads a batch; false when no record follows. */
    boolean fill(int batchBytes, RecordSieve sieve) {
        int readBytes = batchBytes / 2;
        if (batch == null || batch.capacityBytes() != readBytes) {
            batch = new ReadBatch(readBytes);
        }
        if (hasBlocks()) {
            // The first was declined.
            batch = ahead.first().exchange(batch);
            batch.rewind();
            ahead.remove();
            open = true;
        } else {
            open = read(batch, sieve);
        }
        return open;
    }

    private boolean read(ReadBatch to, RecordSieve sieve) {
        return cursor.fill(to, passesOver && cursor.readPosition() >= startPosition ? sieve : null);
    }

    /** Says whether most of what came last was nothing for the sink: then the rest is not even copied. */
    void passesOver(boolean most) {
        passesOver = most;
    }

    /** Goes on to the next record, or to the one that was held; false at the batch's end. */
    boolean next() {
        if (held) {
            held = false;
        } else if (!batch.next()) {
            open = false;
        }
        return open;
    }

    /** All of the batch is rendered that was walked over; the next batch begins where the walk has ended. */
    void walked() {
        open = batch.restBytes() > 0;
    }

    /** The batch's record of the moment is the next one again. */
    void hold() {
        held = true;
    }

    /** Whether there is a record that was held. */
    boolean isHeld() {
        return held;
    }

    /** The batch and its record of the moment. */
    ReadBatch batch() {
        return batch;
    }

    /** The next batch, if that is rendered already; null otherwise. */
    AheadBlock rendered() {
        AheadBlock block = ahead == null ? null : ahead.first();
        return block == null || block.state() != AheadBlock.RENDERED ? null : block;
    }

    /** The block that was {@link #rendered()} is taken over. */
    void removeRendered() {
        ahead.remove();
    }

    /** While there is much to catch up with, what comes next is read for another thread to render. */
    void readAhead(int batchBytes, LaneCourse course) {
        dropIfOver();
        if (!isFarBehind(batchBytes) || cursor.position() < startPosition) {
            readNothingAhead();
            return;
        }
        if (ahead == null && (!isBehindForLong(batchBytes) || !beginAhead(batchBytes))) {
            return;
        }
        while (ahead.hasRoom() && isFarBehind(batchBytes) && readBlock(ahead.free(), course)) {
            // After the fill: the point of a switch that is announced later lies behind all that was read.
            ahead.offer(course.next() == null);
        }
        if (slowNsAByte != 0 && ahead.hasOffered(MOST_BLOCKS_FOR_A_WHILE)) {
            stopAhead();
        }
    }

    /** Counts a step that found much to catch up with: whether there were enough in a row, slow ones where that matters. */
    private boolean isBehindForLong(int batchBytes) {
        long nowNs = System.nanoTime();
        if (nowNs - steppedNs < (long) slowNsAByte * (batchBytes / 2)) {
            readNothingAhead();
        } else {
            stepsBehind++;
        }
        steppedNs = nowNs;
        return stepsBehind >= STEPS_BEHIND_BEFORE_AHEAD;
    }

    private boolean readBlock(AheadBlock block, LaneCourse course) {
        // Before the read: nothing may fail between that and the offer.
        block.region(renderer.region());
        boolean read = false;
        try {
            read = read(block.batch(), course);
            return read;
        } finally {
            if (!read) {
                block.giveBack();
            }
        }
    }

    /** Gives back what reading ahead took, once that is over. */
    void dropIfOver() {
        if (ahead != null && ahead.isOver()) {
            ahead = null;
        }
    }

    /** A step after which nothing may be read ahead. */
    void readNothingAhead() {
        stepsBehind = Math.min(stepsBehind, 0);
    }

    private boolean isFarBehind(int batchBytes) {
        return journal.tailPosition() - cursor.readPosition() >= batchBytes;
    }

    private boolean beginAhead(int batchBytes) {
        try {
            if (renderer.forBlocks() == null || Runtime.getRuntime().availableProcessors() == 1) {
                stepsBehind = NEVER_AHEAD;
            } else if (RenderAhead.PLACES.tryAcquire()) {
                takePlace(batchBytes);
            } else {
                // Other lanes have all there are: later, perhaps.
                readNothingAhead();
            }
        } catch (OutOfMemoryError | LinkageError e) {
            // No memory or no thread for it, or no class since the jar was replaced: the lane does it alone.
            stepsBehind = NEVER_AHEAD;
        }
        return ahead != null;
    }

    private void takePlace(int batchBytes) {
        try {
            ahead = new RenderAhead(cursor.name(), renderer.forBlocks(), renderer.forBlocksElsewhere(), batchBytes / 2);
        } finally {
            if (ahead == null) {
                RenderAhead.PLACES.release();
            }
        }
    }

    private boolean hasBlocks() {
        return ahead != null && ahead.hasBlocks();
    }

    /** What lies ahead is rendered in another way: what is not rendered yet waits for its turn. */
    void stopAhead() {
        stepsBehind = 0;
        if (ahead != null) {
            ahead.stop();
        }
    }

    /** Ends reading ahead with the lane; false while the other thread is still at work. */
    boolean endAhead() {
        return ahead == null || ahead.end();
    }

    /** Forgets all that was read. */
    void drop() {
        if (ahead != null) {
            ahead.stop();
            ahead.drop();
            ahead = null;
        }
        open = false;
        held = false;
    }
}
