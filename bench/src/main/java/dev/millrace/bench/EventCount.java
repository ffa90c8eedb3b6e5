package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bench's events in a file whose lines differ in length or have stack traces between them.
 *
 * @param check lines that begin an event, by their thread and number
 * @param lines all lines
 */
record EventCount(LineCheck check, long lines) {
    private static final String MESSAGE = "- order ";
    private static final int NUMBER_DIGITS = 10;
    private static final int TIME_BYTES = 24;

    static EventCount in(Path file, LineFormat format, long[] linesOfThread) throws IOException {
        SeenLines seen = new SeenLines(linesOfThread);
        long damaged = 0;
        long all = 0;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                all++;
                int message = line.indexOf(MESSAGE);
                if (line.length() <= TIME_BYTES || line.charAt(TIME_BYTES) != '[' || message < 0) {
                    continue;
                }
                int threadEnd = line.indexOf(']');
                long thread = number(line, LineFormat.THREAD_OFFSET, threadEnd);
                int numberBegin = message + MESSAGE.length();
                long sequence = number(line, numberBegin, numberBegin + NUMBER_DIGITS) - format.firstId();
                if (thread < 0
                        || thread >= linesOfThread.length
                        || sequence < 0
                        || sequence >= linesOfThread[(int) thread]) {
                    damaged++;
                } else {
                    seen.add((int) thread, sequence);
                }
            }
        }
        return new EventCount(seen.check(damaged), all);
    }

    /** The number between the offsets, or -1. */
    private static long number(String line, int begin, int end) {
        if (begin >= end || end > line.length()) {
            return -1;
        }
        long number = 0;
        for (int i = begin; i < end; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
