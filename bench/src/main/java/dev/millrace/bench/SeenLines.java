package dev.millrace.bench;

import java.util.BitSet;

/** Which lines of each thread were found, and how often and in which order. For one thread. */
final class SeenLines {
    private final long[] linesOfThread;
    private final BitSet[] seen;
    private final long[] newest;
    private long lines;
    private long doubled;
    private long disordered;

    /** Of threads that each logged the lines from 0 on, so many as given by its index. */
    SeenLines(long[] linesOfThread) {
        this.linesOfThread = linesOfThread;
        this.newest = new long[linesOfThread.length];
        this.seen = new BitSet[linesOfThread.length];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = new BitSet(Math.toIntExact(linesOfThread[i]));
            newest[i] = -1;
        }
    }

    void add(int thread, long sequence) {
        lines++;
        if (seen[thread].get((int) sequence)) {
            doubled++;
        }
        seen[thread].set((int) sequence);
        if (sequence < newest[thread]) {
            disordered++;
        }
        newest[thread] = Math.max(newest[thread], sequence);
    }

    /** What was found, beside so many damaged lines. */
    LineCheck check(long damaged) {
        long missing = 0;
        for (int i = 0; i < seen.length; i++) {
            missing += linesOfThread[i]
                    - seen[i].get(0, Math.toIntExact(linesOfThread[i])).cardinality();
        }
        return new LineCheck(lines, missing, doubled, disordered, damaged);
    }
}
