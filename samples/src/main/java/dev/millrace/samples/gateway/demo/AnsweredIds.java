package dev.millrace.samples.gateway.demo;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Hands out statement ids and remembers which were answered, outside the gateway's JVM. Ids come in blocks: each is one
 * client's alone, so that marking one takes no lock. What {@link #isAnswered} says is complete once the clients' threads
 * have ended.
 */
final class AnsweredIds {
    static final int BLOCK_SIZE = 4_096;

    private final AtomicInteger nextBlock = new AtomicInteger();
    private final List<Block> blocks = new CopyOnWriteArrayList<>();
    private final LongAdder answered = new LongAdder();

    /** A run of ids that belongs to one thread. */
    final class Block {
        private final int index;
        private final long[] bits = new long[BLOCK_SIZE / Long.SIZE];
        private int issued;

        private Block(int index) {
            this.index = index;
        }

        /** The next id, or -1 when the block is used up. */
        long next() {
            return issued == BLOCK_SIZE ? -1 : (long) index * BLOCK_SIZE + issued++;
        }

        /** Marks an id of this block. */
        void answered(long id) {
            int offset = (int) (id - (long) index * BLOCK_SIZE);
            long bit = 1L << offset;
            if ((bits[offset / Long.SIZE] & bit) == 0) {
                bits[offset / Long.SIZE] |= bit;
                answered.increment();
            }
        }

        /** Whether the id lies in this block. */
        boolean holds(long id) {
            return id / BLOCK_SIZE == index;
        }
    }

    Block take() {
        Block block = new Block(nextBlock.getAndIncrement());
        blocks.add(block);
        return block;
    }

    /** How many are answered so far; may be read at any time. */
    long count() {
        return answered.sum();
    }

    /** One more than the highest id that may have been handed out. */
    long limit() {
        return (long) nextBlock.get() * BLOCK_SIZE;
    }

    /** The answered ids, one flag each, up to {@link #limit}. */
    boolean[] toFlags() {
        boolean[] flags = new boolean[Math.toIntExact(limit())];
        for (Block block : blocks) {
            for (int offset = 0; offset < BLOCK_SIZE; offset++) {
                flags[block.index * BLOCK_SIZE + offset] = (block.bits[offset / Long.SIZE] & 1L << offset) != 0;
            }
        }
        return flags;
    }
}
