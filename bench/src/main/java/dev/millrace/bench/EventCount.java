package dev.millrace.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bench's events in a file whose lines differ in length or have stack traces between them.
 *
 * @param events lines that begin an event
 * @param lines all lines
 */
record EventCount(long events, long lines) {
    private static final String MESSAGE = "- order 1";
    private static final int TIME_BYTES = 24;

    static EventCount in(Path file) throws IOException {
        long count = 0;
        long all = 0;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                all++;
                if (line.length() > TIME_BYTES && line.charAt(TIME_BYTES) == '[' && line.contains(MESSAGE)) {
                    count++;
                }
            }
        }
        return new EventCount(count, all);
    }
}
