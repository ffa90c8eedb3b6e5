package dev.millrace.core.counter;

import dev.millrace.event.Levels;
import java.util.Arrays;

/**
 * What became of the records of one batch, before it is out. Belongs to one lane; not thread-safe.
 *
 * @since 0.1.0
 */
public final class BatchCount {
    private static final int NO_ACCIDENT = 8;

    private final long[] deliveredByLevel = new long[Levels.COUNT];
    private final long[] failedByLevel = new long[Levels.COUNT];
    private final long[] leftOverByLevel = new long[Levels.COUNT];
    private long filtered;
    private long damaged;
    private long recovered;
    private long firstMicros;
    private long latestMicros;
    private long lastPosition;

    /** A record that is rendered. */
    public void delivered(int level) {
        deliveredByLevel[Levels.indexOf(level)]++;
    }

    /** When a record that is rendered was logged. */
    public void at(long micros) {
        if (latestMicros == Long.MIN_VALUE) {
            firstMicros = micros;
        }
        latestMicros = Math.max(latestMicros, micros);
    }

    /** The journal position of the record of the moment. */
    public void reaches(long position) {
        lastPosition = position;
    }

    /** What was given to {@link #at} first; meaningless without. */
    public long firstMicros() {
        return firstMicros;
    }

    /** The latest of what was given to {@link #at}. */
    public long latestMicros() {
        return latestMicros;
    }

    /** What was given to {@link #reaches} last. */
    public long lastPosition() {
        return lastPosition;
    }

    /** A record that does not reach the sink or is denied by its filters. */
    public void filtered() {
        filtered++;
    }

    /** Records that were passed over, because they do not reach the sink or are denied by its filters. */
    public void filtered(long records) {
        filtered += records;
    }

    /** Whether more than two of three records were filtered, and so many that it is no accident. */
    public boolean isMostlyFiltered() {
        return filtered > 2 * deliveredCount() + NO_ACCIDENT;
    }

    /** A record whose bytes are no event. */
    public void damaged() {
        damaged++;
    }

    /** A record that could not be rendered. */
    public void failed(int level) {
        failedByLevel[Levels.indexOf(level)]++;
    }

    /** A record of an earlier process that the sink must not repeat. */
    public void leftOver(int level) {
        leftOverByLevel[Levels.indexOf(level)]++;
    }

    /** Any of the above that an earlier process had accepted. */
    public void recovered() {
        recovered++;
    }

    /**
     * The sink refused the batch for good behind some of its lines: what counted as delivered is not, but for as many as
     * there are lines out, where each has one, and else for their share.
     */
    public void refused(long linesOut, long lines) {
        long all = 0;
        long out = 0;
        for (int i = 0; i < Levels.COUNT; i++) {
            long records = deliveredByLevel[i];
            all += records;
            // Of the sum, so that no share is lost by rounding.
            long outUpToHere = linesOut == 0 ? 0 : all * linesOut / lines;
            deliveredFailed(i, records - (outUpToHere - out));
            out = outUpToHere;
        }
    }

    /** Records of a level that counted as delivered and are not. */
    public void deliveredFailed(int levelIndex, long records) {
        failedByLevel[levelIndex] += records;
        deliveredByLevel[levelIndex] -= records;
    }

    /** Starts the next batch. */
    public void clear() {
        Arrays.fill(deliveredByLevel, 0);
        Arrays.fill(failedByLevel, 0);
        Arrays.fill(leftOverByLevel, 0);
        filtered = 0;
        damaged = 0;
        recovered = 0;
        latestMicros = Long.MIN_VALUE;
    }

    long deliveredCount() {
        return sum(deliveredByLevel);
    }

    long filteredCount() {
        return filtered;
    }

    long damagedCount() {
        return damaged;
    }

    long recoveredCount() {
        return recovered;
    }

    long failedCount(int levelIndex) {
        return failedByLevel[levelIndex];
    }

    long leftOverCount(int levelIndex) {
        return leftOverByLevel[levelIndex];
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
