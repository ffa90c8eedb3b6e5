package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.stream.LongStream;

/**
 * What a file of bench lines holds, each line looked at.
 *
 * @param lines whole lines
 * @param missing lines that were logged and are not there
 * @param doubled lines that are there more than once
 * @param disordered lines behind a later one of their thread
 * @param damaged lines that are no bench lines
 */
record LineCheck(long lines, long missing, long doubled, long disordered, long damaged) {
    private static final int CHUNK_BYTES = 1 << 21;

    /** Reads a file in which every thread logged the lines from 0 on, so many as given by its index. */
    static LineCheck of(Path file, LineFormat format, long[] linesOfThread) throws IOException {
        return new Reading(format, linesOfThread, 0).read(file);
    }

    /** Only counts the lines, all of one length. */
    static LineCheck counted(Path file, LineFormat format, long[] linesOfThread) throws IOException {
        long lines = Files.size(file) / format.lineBytes();
        return new LineCheck(lines, LongStream.of(linesOfThread).sum() - lines, 0, 0, 0);
    }

    /**
     * Reads the file of a program that was killed: one more line of each thread may be there, whose call had not
     * returned.
     */
    static LineCheck ofKilled(Path file, LineFormat format, long[] linesOfThread) throws IOException {
        return new Reading(format, linesOfThread, 1).read(file);
    }

    boolean isPerfect() {
        return missing == 0 && doubled == 0 && disordered == 0 && damaged == 0;
    }

    @Override
    public String toString() {
        return isPerfect()
                ? "every one of " + lines + " lines once and in order"
                : missing + " missing, " + doubled + " doubled, " + disordered + " out of order, " + damaged
                        + " damaged, " + lines + " whole";
    }

    /** One pass over a file. */
    private static final class Reading {
        private final LineFormat format;
        private final long[] linesOfThread;
        private final int underWay;
        private final BitSet[] seen;
        private final long[] newest;
        private long lines;
        private long doubled;
        private long disordered;
        private long damaged;

        Reading(LineFormat format, long[] linesOfThread, int underWay) {
            this.format = format;
            this.underWay = underWay;
            this.linesOfThread = linesOfThread;
            this.newest = new long[linesOfThread.length];
            this.seen = new BitSet[linesOfThread.length];
            for (int i = 0; i < seen.length; i++) {
                seen[i] = new BitSet(Math.toIntExact(linesOfThread[i]));
                newest[i] = -1;
            }
        }

        LineCheck read(Path file) throws IOException {
            byte[] chunk = new byte[CHUNK_BYTES];
            int held = 0;
            try (InputStream in = Files.newInputStream(file)) {
                for (int read = in.read(chunk); read >= 0; read = in.read(chunk, held, chunk.length - held)) {
                    held += read;
                    int done = lines(chunk, held);
                    System.arraycopy(chunk, done, chunk, 0, held - done);
                    held -= done;
                }
            }
            damaged += held > 0 ? 1 : 0;
            long distinct = 0;
            long expected = 0;
            for (int i = 0; i < seen.length; i++) {
                distinct += seen[i].get(0, Math.toIntExact(linesOfThread[i])).cardinality();
                expected += linesOfThread[i];
            }
            return new LineCheck(lines, expected - distinct, doubled, disordered, damaged);
        }

        /** Looks at the lines in the first bytes of a chunk and returns how many bytes are done with. */
        private int lines(byte[] chunk, int held) {
            int at = 0;
            while (at + format.lineBytes() <= held) {
                if (isExpected(chunk, at)) {
                    count(format.thread(chunk, at), format.sequence(chunk, at));
                    at += format.lineBytes();
                } else {
                    damaged++;
                    int end = at;
                    while (end < held && chunk[end] != '\n') {
                        end++;
                    }
                    at = Math.min(end + 1, held);
                }
            }
            return at;
        }

        private boolean isExpected(byte[] chunk, int at) {
            return format.isWhole(chunk, at)
                    && format.thread(chunk, at) < linesOfThread.length
                    && format.sequence(chunk, at) < linesOfThread[format.thread(chunk, at)] + underWay;
        }

        private void count(int thread, long sequence) {
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
    }
}
