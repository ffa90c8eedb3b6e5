package dev.millrace.core.lane;

import dev.millrace.journal.BackgroundThread;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A second thread for a lane that is behind: blocks of records are rendered side by side, and written in their order by
 * the lane. It ends by itself when there has been nothing to do for a while.
 *
 * <p>Design note: a lane renders, commits and writes; on one core that is a ceiling for all who log. Only rendering can
 * be shared: order, exactly-once and the books stay with the lane. A block that needs more than rendering (a gap line, a
 * roll within it, a damaged record, a switch to another configuration) goes the lane's ordinary way, record by record.
 *
 * <p>The methods are the lane's, under its lock, but for {@link #run}.
 */
final class RenderAhead implements Runnable {
    private static final int BLOCKS = 4;
    private static final long HEAP_BYTES_A_PLACE = 64L << 20;

    static final int MOST_PLACES =
            (int) Math.min(1_000, 1 + Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_PLACE);

    /** For all lanes of the JVM: what is rendered ahead takes some 3 MiB of the heap. */
    static final Semaphore PLACES = new Semaphore(MOST_PLACES);

    private static final int SPINS = 20;
    private static final int YIELDS = 20;
    private static final long SHORT_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int MOST_TURNS = 1_000;
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(2);

    private final AheadBlock[] blocks = new AheadBlock[BLOCKS];
    private final BlockRenderer lanes;
    private final BlockRenderer helpers;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean ended;
    private volatile boolean parked;
    private long offered;
    private long taken;

    /** {@code lanes} renders on the lane's thread and {@code helpers} on the other. Takes a place, until the other ends. */
    RenderAhead(String name, BlockRenderer lanes, BlockRenderer helpers, int batchBytes) {
        this.lanes = lanes;
        this.helpers = helpers;
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = new AheadBlock(batchBytes);
        }
        thread = BackgroundThread.of(this, "millrace-" + name + "-2");
        thread.start();
    }

    /** Whether a block may be filled and offered. */
    boolean hasRoom() {
        return !stopped && !ended && offered - taken < BLOCKS;
    }

    /** The block to fill and offer. */
    AheadBlock free() {
        return blocks[(int) (offered % BLOCKS)];
    }

    /** Appends the block that was filled; {@code shared}: others may render it. */
    void offer(boolean shared) {
        free().state(shared ? AheadBlock.FILLED : AheadBlock.DECLINED);
        offered++;
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    boolean hasOffered(int blocks) {
        return offered >= blocks;
    }

    boolean hasBlocks() {
        return offered != taken;
    }

    /**
     * The first block, rendered or declined; null when there is none. One that is not begun is rendered here. While the
     * other thread has it, blocks behind it are.
     */
    AheadBlock first() {
        if (offered == taken) {
            return null;
        }
        AheadBlock first = blocks[(int) (taken % BLOCKS)];
        if (first.claim(AheadBlock.CLAIMED_HERE)) {
            lanes.render(first);
        }
        for (int turn = 0; first.state() == AheadBlock.CLAIMED; turn++) {
            if (!renderAnother()) {
                giveWay(turn);
            }
        }
        return first;
    }

    private boolean renderAnother() {
        for (long i = taken + 1; i < offered; i++) {
            AheadBlock block = blocks[(int) (i % BLOCKS)];
            if (block.claim(AheadBlock.CLAIMED_HERE)) {
                lanes.render(block);
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("ThreadPriorityCheck")
    private static void giveWay(int turn) {
        if (turn < YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SHORT_WAIT_NS);
        }
    }

    /** Done with the first block. */
    void remove() {
        AheadBlock first = blocks[(int) (taken % BLOCKS)];
        first.giveBack();
        first.state(AheadBlock.FREE);
        taken++;
    }

    /** Forgets all blocks: the lane reads them again. */
    void drop() {
        for (; offered != taken; remove()) {
            AheadBlock first = blocks[(int) (taken % BLOCKS)];
            for (int turn = 0; !first.claim(AheadBlock.CLAIMED_HERE) && first.state() == AheadBlock.CLAIMED; turn++) {
                giveWay(turn);
            }
        }
    }

    /** Ends the other thread; blocks that are there stay. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** The same, and waits for the other thread, which may put text into the sink's places. False when it is still at work. */
    boolean end() {
        stop();
        for (int turn = 0; thread.isAlive() && turn < MOST_TURNS; turn++) {
            LockSupport.parkNanos(SHORT_WAIT_NS);
        }
        return !thread.isAlive();
    }

    /** Whether nothing comes from here any more. */
    boolean isOver() {
        return (stopped || ended) && offered == taken;
    }

    @Override
    public void run() {
        try {
            int next = 0;
            while (!stopped) {
                int claimed = claim(next);
                if (claimed >= 0) {
                    helpers.render(blocks[claimed]);
                    next = claimed + 1;
                } else if (!await()) {
                    return;
                }
            }
        } finally {
            // The fault of a mapped page is thrown late, at any place.
            for (AheadBlock block : blocks) {
                block.declineClaimed();
            }
            ended = true;
            PLACES.release();
        }
    }

    /** Index of a block that is this thread's now, the first behind the last one that was; -1 when there is none. */
    private int claim(int next) {
        for (int i = 0; i < BLOCKS; i++) {
            int index = (next + i) % BLOCKS;
            if (blocks[index].claim(AheadBlock.CLAIMED)) {
                return index;
            }
        }
        return -1;
    }

    /** Waits for a block; false when none has come for long. */
    private boolean await() {
        for (int spin = 0; spin < SPINS; spin++) {
            if (isOffered()) {
                return true;
            }
            Thread.onSpinWait();
        }
        long deadlineNs = System.nanoTime() + IDLE_NS;
        parked = true;
        try {
            // Published before the check: the lane either sees the flag or we see its block.
            while (!isOffered() && !stopped) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, leftNs);
                Thread.interrupted();
            }
            return true;
        } finally {
            parked = false;
        }
    }

    private boolean isOffered() {
        for (AheadBlock block : blocks) {
            if (block.state() == AheadBlock.FILLED) {
                return true;
            }
        }
        return false;
    }
}
