package dev.millrace.cli.read;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts levels in equal spans of time whose length doubles as the time range grows: the number of spans stays bounded,
 * whatever the range. Not thread-safe.
 */
final class LevelsOverTime {
    /** Tens of thousands of years from now: within it no difference of times is too large for a long. */
    private static final long FARTHEST_MICROS = 1L << 60;

    private final int levels;
    private final int columns;
    private final long[][] counts;
    private long startMicros;
    private long spanMicros = 1000;
    private boolean begun;

    LevelsOverTime(int levels, int columns) {
        this.levels = levels;
        this.columns = columns;
        this.counts = new long[levels][columns];
    }

    void add(int level, long itsMicros) {
        // Whatever stands in a damaged or hostile journal.
        long micros = Math.max(-FARTHEST_MICROS, Math.min(FARTHEST_MICROS, itsMicros));
        if (!begun) {
            begun = true;
            startMicros = micros;
        }
        while (micros < startMicros || (micros - startMicros) / spanMicros >= columns) {
            widen(micros < startMicros);
        }
        counts[level][(int) ((micros - startMicros) / spanMicros)]++;
    }

    /** Twice the span; what there is moves to the later half when earlier events come. */
    private void widen(boolean earlier) {
        int half = columns / 2;
        for (int level = 0; level < levels; level++) {
            long[] folded = new long[columns];
            for (int column = 0; column < columns; column++) {
                folded[column / 2 + (earlier ? columns - half : 0)] += counts[level][column];
            }
            counts[level] = folded;
        }
        spanMicros *= 2;
        if (earlier) {
            startMicros -= (columns - half) * spanMicros;
        }
    }

    /** The spans of a level up to the last in which anything came. */
    List<Long> counts(int level) {
        int used = 0;
        for (long[] row : counts) {
            for (int column = used; column < columns; column++) {
                used = row[column] > 0 ? column + 1 : used;
            }
        }
        List<Long> list = new ArrayList<>(used);
        for (int column = 0; column < used; column++) {
            list.add(counts[level][column]);
        }
        return list;
    }
}
