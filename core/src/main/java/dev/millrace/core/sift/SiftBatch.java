package dev.millrace.core.sift;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Which bytes of the batch that is being rendered go to which target. Guarded by the lane's lock. */
final class SiftBatch {
    private static final int FIRST_SIZE = 64;
    // All are kept, and nothing is written, until the batch is out.
    // A new value for each event would fill a little heap.
    static final int MOST_TARGETS = 1000;

    private int[] from = new int[FIRST_SIZE];
    private int[] to = new int[FIRST_SIZE];
    // The next range of the same target.
    private int[] next = new int[FIRST_SIZE];
    private int size;
    private int end;
    private SiftTarget last;
    private final List<SiftTarget> targets = new ArrayList<>();

    /** Where the last range ends. */
    int end() {
        return end;
    }

    /** The target of the last range; null when there is none. */
    SiftTarget last() {
        return last;
    }

    /** The targets that the batch has something for, in the order of their first events. */
    List<SiftTarget> targets() {
        return targets;
    }

    /** Whether values that are new wait for the next batch. */
    boolean isFull() {
        return targets.size() >= MOST_TARGETS;
    }

    /** The batch has something for a target, be it no event. */
    void touch(SiftTarget target) {
        if (!target.touched) {
            // First: what is touched and no target of the batch would go out with none.
            targets.add(target);
            target.touched = true;
        }
    }

    void add(SiftTarget target, int start, int newEnd) {
        if (size == from.length && last != target) {
            grow();
        }
        touch(target);
        target.batchBytes += newEnd - start;
        end = newEnd;
        if (last == target) {
            to[size - 1] = newEnd;
            return;
        }
        last = target;
        from[size] = start;
        to[size] = newEnd;
        next[size] = -1;
        if (target.lastRange < 0) {
            target.firstRange = size;
        } else {
            next[target.lastRange] = size;
        }
        target.lastRange = size++;
    }

    /** The text behind {@code length}, which was added last, is none of the batch any more. */
    void cut(int length) {
        last.batchBytes -= end - length;
        to[size - 1] = length;
        end = length;
    }

    /** All three or none: the heap may be full. */
    private void grow() {
        int[] newFrom = Arrays.copyOf(from, size * 2);
        int[] newTo = Arrays.copyOf(to, size * 2);
        next = Arrays.copyOf(next, size * 2);
        to = newTo;
        from = newFrom;
    }

    /** Puts a target's bytes one behind the other. */
    void gather(SiftTarget target, byte[] bytes, ByteBuffer into) {
        for (int range = target.firstRange; range >= 0; range = next[range]) {
            into.put(bytes, from[range], to[range] - from[range]);
        }
    }

    void clear() {
        for (SiftTarget target : targets) {
            target.clearBatch();
        }
        targets.clear();
        size = 0;
        end = 0;
        last = null;
    }
}
