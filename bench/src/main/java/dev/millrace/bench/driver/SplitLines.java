package dev.millrace.bench.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Takes the lines of files apart as most programs do: a {@code BufferedReader}, and {@code String.split} at the blanks.
 * Nothing is kept.
 *
 * @since 0.1.0
 */
public final class SplitLines {
    private SplitLines() {}

    /** Takes the files; prints the number of lines as JSON. */
    public static void main(String[] files) throws IOException {
        long lines = 0;
        long words = 0;
        for (String file : files) {
            try (BufferedReader reader = Files.newBufferedReader(Path.of(file), StandardCharsets.US_ASCII)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    words += line.split(" ").length;
                    lines++;
                }
            }
        }
        System.out.println("{\"imported\":" + lines + ",\"words\":" + words + "}");
    }
}
