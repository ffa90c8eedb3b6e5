package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;

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
    private static final String ARCHIVE = ".gz";
    private static final Pattern GAP = Pattern.compile("… \\d+ events? dropped here \\(.*");

    /** Reads a file in which every thread logged the lines from 0 on, so many as given by its index. */
    static LineCheck of(Path file, LineFormat format, long[] linesOfThread) throws IOException {
        return of(List.of(file), format, linesOfThread);
    }

    /** The same of a log that goes on from one file to the next; those that end with {@code .gz} are archives. */
    static LineCheck of(List<Path> files, LineFormat format, long[] linesOfThread) throws IOException {
        return new Reading(format, linesOfThread, linesOfThread).read(files);
    }

    /** Only counts the lines, all of one length. */
    static LineCheck counted(Path file, LineFormat format, long[] linesOfThread) throws IOException {
        long lines = Files.size(file) / format.lineBytes();
        return new LineCheck(lines, LongStream.of(linesOfThread).sum() - lines, 0, 0, 0);
    }

    /**
     * Reads the file of a program that ended while it logged: the lines of calls that had begun and not returned may be
     * there or not. So may the file, where nothing was ever written.
     */
    static LineCheck ofEnded(Path file, LineFormat format, long[] returned, long[] begun) throws IOException {
        return new Reading(format, returned, begun).read(Files.exists(file) ? List.of(file) : List.of());
    }

    boolean isPerfect() {
        return missing == 0 && wrong() == 0;
    }

    /** Lines that are there and should not be, or not so. */
    long wrong() {
        return doubled + disordered + damaged;
    }

    /** What is not as it should be, for the end of a line of progress. */
    String faults() {
        return missing + " events missing" + (wrong() == 0 ? "" : ", " + wrong() + " doubled, out of order or damaged");
    }

    @Override
    public String toString() {
        return isPerfect()
                ? "every one of " + lines + " lines once and in order"
                : missing + " missing, " + doubled + " doubled, " + disordered + " out of order, " + damaged
                        + " damaged, " + lines + " whole";
    }

    /** One pass over one or more files. */
    private static final class Reading {
        private final LineFormat format;
        private final long[] possibleOfThread;
        private final SeenLines seen;
        private final byte[] chunk = new byte[CHUNK_BYTES];
        private long damaged;

        Reading(LineFormat format, long[] linesOfThread, long[] possibleOfThread) {
            this.format = format;
            this.possibleOfThread = possibleOfThread;
            this.seen = new SeenLines(linesOfThread);
        }

        LineCheck read(List<Path> files) throws IOException {
            for (Path file : files) {
                try (InputStream in = open(file)) {
                    read(in);
                } catch (EOFException e) {
                    // The end of the program came while a rival wrote this archive: what it has was looked at.
                    damaged++;
                }
            }
            return seen.check(damaged);
        }

        private static InputStream open(Path file) throws IOException {
            InputStream raw = Files.newInputStream(file);
            if (!file.toString().endsWith(ARCHIVE)) {
                return raw;
            }
            try {
                return new GZIPInputStream(raw, CHUNK_BYTES);
            } catch (IOException e) {
                raw.close();
                throw e;
            }
        }

        private void read(InputStream in) throws IOException {
            int held = 0;
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk, held, chunk.length - held)) {
                held += read;
                int done = lines(held, format.lineBytes());
                System.arraycopy(chunk, done, chunk, 0, held - done);
                held -= done;
            }
            lines(held, 1);
        }

        /** Looks at the chunk's first bytes while there are enough, and returns how many it is done with. */
        private int lines(int held, int enoughBytes) {
            int at = 0;
            while (at + enoughBytes <= held) {
                if (at + format.lineBytes() <= held && isExpected(at)) {
                    seen.add(format.thread(chunk, at), format.sequence(chunk, at));
                    at += format.lineBytes();
                } else {
                    int end = at;
                    while (end < held && chunk[end] != '\n') {
                        end++;
                    }
                    damaged += isGap(at, end) ? 0 : 1;
                    at = Math.min(end + 1, held);
                }
            }
            return at;
        }

        /** Whether a line says that events are missing here: they are missing, and the line is right. */
        private boolean isGap(int at, int end) {
            return GAP.matcher(new String(chunk, at, end - at, StandardCharsets.UTF_8))
                    .matches();
        }

        private boolean isExpected(int at) {
            return format.isWhole(chunk, at)
                    && format.thread(chunk, at) < possibleOfThread.length
                    && format.sequence(chunk, at) < possibleOfThread[format.thread(chunk, at)];
        }
    }
}
