package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * What the files of a sifted log hold, each line looked at.
 *
 * @param lines lines in the file of their key, counted once
 * @param missing lines that were logged and are in no file
 * @param wrong lines that are doubled, damaged or in the file of another key
 */
record SiftedFiles(long lines, long missing, long wrong) {
    /** Reads the files of {@code keys} values, whose threads logged so many lines each, the values taking turns. */
    static SiftedFiles of(Path log, LineFormat format, int threads, int keys, long linesEach) throws IOException {
        BitSet[] seen = new BitSet[threads];
        for (int i = 0; i < threads; i++) {
            seen[i] = new BitSet((int) linesEach);
        }
        long lines = 0;
        long wrong = 0;
        for (int key = 0; key < keys; key++) {
            Path file = Path.of(log + ".key-" + key);
            byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
            int offset = 0;
            for (; offset + format.lineBytes() <= bytes.length; offset += format.lineBytes()) {
                if (isRight(format, bytes, offset, seen, key, keys, linesEach)) {
                    lines++;
                } else {
                    wrong++;
                }
            }
            wrong += offset < bytes.length ? 1 : 0;
        }
        return new SiftedFiles(lines, linesEach * threads - lines, wrong);
    }

    private static boolean isRight(
            LineFormat format, byte[] bytes, int offset, BitSet[] seen, int key, int keys, long linesEach) {
        if (!format.isWhole(bytes, offset)) {
            return false;
        }
        int thread = format.thread(bytes, offset);
        long sequence = format.sequence(bytes, offset);
        if (thread >= seen.length
                || sequence >= linesEach
                || sequence % keys != key
                || seen[thread].get((int) sequence)) {
            return false;
        }
        seen[thread].set((int) sequence);
        return true;
    }

    boolean isPerfect() {
        return missing == 0 && wrong == 0;
    }

    @Override
    public String toString() {
        return isPerfect()
                ? "every one of " + lines + " lines once, in the file of its key"
                : missing + " missing, " + wrong + " wrong, " + lines + " right";
    }
}
