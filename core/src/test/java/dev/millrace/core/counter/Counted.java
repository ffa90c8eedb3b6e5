package dev.millrace.core.counter;

import dev.millrace.event.Levels;

/** What a batch has counted, for tests of what counts. */
public final class Counted {
    private Counted() {}

    /** How many records of a level failed. */
    public static long failed(BatchCount count, int level) {
        return count.failedCount(Levels.indexOf(level));
    }
}
