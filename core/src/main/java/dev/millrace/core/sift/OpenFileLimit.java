package dev.millrace.core.sift;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many files one sink may keep open: a quarter of what the process may have, so that the program has the rest. */
final class OpenFileLimit {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max open files";
    private static final int UNKNOWN = 256;
    private static final int MAX = 2048;
    private static final int MIN = 16;

    private OpenFileLimit() {}

    static int ofThisProcess() {
        try {
            for (String line : Files.readAllLines(LIMITS)) {
                if (line.startsWith(LINE)) {
                    return quarterOf(line.substring(LINE.length()).trim());
                }
            }
        } catch (IOException | RuntimeException e) {
            // Not every platform tells.
        }
        return UNKNOWN;
    }

    static int quarterOf(String columns) {
        String soft = columns.split("\\s+", 2)[0];
        if (soft.equals("unlimited")) {
            return MAX;
        }
        return (int) Math.max(MIN, Math.min(MAX, Long.parseLong(soft) / 4));
    }
}
