package dev.millrace.it.proof;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Notices from outside that a journal's files have changed: one appeared or went. */
final class SegmentWatch {
    private SegmentWatch() {}

    /** Waits for a change below a directory, for so many milliseconds at most. */
    static void awaitChange(Path root, int timeoutMillis) {
        long endNs = System.nanoTime() + timeoutMillis * 1_000_000L;
        List<Path> before = list(root);
        while (list(root).equals(before) && System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
    }

    private static List<Path> list(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return List.of(root);
        }
    }
}
