package dev.millrace.core.counter;

import dev.millrace.event.Levels;

/**
 * The five levels as indexes 0 (TRACE) to 4 (ERROR).
 *
 * @since 0.1.0
 */
public final class LevelIndex {
    /** Number of indexes. */
    public static final int COUNT = 5;

    private static final int STEP = 10;

    private LevelIndex() {}

    /** The index of a level; levels between are counted with the next lower one. */
    public static int of(int level) {
        return Math.max(0, Math.min(COUNT - 1, level / STEP));
    }

    /** The level's name. */
    public static String name(int index) {
        return Levels.name(index * STEP);
    }
}
