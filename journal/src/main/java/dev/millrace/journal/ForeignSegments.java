package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The segments of a journal that another process may own. Files that were mapped once stay mapped: also what is deleted
 * meanwhile can be read to its end. Not thread-safe.
 */
final class ForeignSegments {
    private static final String SUFFIX = ".seg";

    private final Path directory;
    private final int segmentBytes;
    private final long journalId;
    private final Map<Path, ForeignSegment> mapped = new HashMap<>();

    ForeignSegments(Path directory, int segmentBytes, long journalId) {
        this.directory = directory;
        this.segmentBytes = segmentBytes;
        this.journalId = journalId;
    }

    /** The same for a reader on another thread: nothing is mapped twice. */
    ForeignSegments another() {
        ForeignSegments other = new ForeignSegments(directory, segmentBytes, journalId);
        mapped.forEach((file, segment) -> other.mapped.put(file, segment.another()));
        return other;
    }

    /** The segment that starts at {@code base}; null when there is none, not even in a file that is new. */
    ForeignSegment at(long base) throws IOException {
        ForeignSegment known = knownAt(base);
        if (known != null || !mapNewFiles()) {
            return known;
        }
        return knownAt(base);
    }

    private ForeignSegment knownAt(long base) {
        for (ForeignSegment segment : mapped.values()) {
            if (segment.base() == base) {
                return segment;
            }
        }
        return null;
    }

    /** Smallest base of at least {@code position}; -1 when there is none. */
    long firstBaseFrom(long position) throws IOException {
        boolean ignored = mapNewFiles();
        long first = smallestBaseFrom(position);
        // Bases are given out in order. One that was missed while the files were looked at is seen by the second look.
        return first < 0 ? first : smallestBaseFrom(position);
    }

    private long smallestBaseFrom(long position) {
        long smallest = Long.MAX_VALUE;
        for (ForeignSegment segment : mapped.values()) {
            long base = segment.base();
            if (base >= position && base < smallest) {
                smallest = base;
            }
        }
        return smallest == Long.MAX_VALUE ? SegmentFormat.FREE : smallest;
    }

    /** Largest base; -1 when no segment is in use. */
    long lastBase() throws IOException {
        boolean ignored = mapNewFiles();
        long largest = SegmentFormat.FREE;
        for (ForeignSegment segment : mapped.values()) {
            largest = Math.max(largest, segment.base());
        }
        return largest;
    }

    /** Largest base below {@code position}; -1 when there is none. */
    long lastBaseBefore(long position) throws IOException {
        boolean ignored = mapNewFiles();
        long largest = SegmentFormat.FREE;
        for (ForeignSegment segment : mapped.values()) {
            long base = segment.base();
            if (base < position) {
                largest = Math.max(largest, base);
            }
        }
        return largest;
    }

    /** All bases in use, ascending. */
    long[] bases() throws IOException {
        boolean ignored = mapNewFiles();
        return mapped.values().stream()
                .mapToLong(ForeignSegment::base)
                .filter(base -> base >= 0)
                .sorted()
                .toArray();
    }

    private boolean mapNewFiles() throws IOException {
        boolean any = false;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                if (!mapped.containsKey(file)) {
                    any |= map(file);
                }
            }
        } catch (NoSuchFileException e) {
            // The owner has ended and removed everything; what is mapped can still be read.
        }
        return any;
    }

    private boolean map(Path file) throws IOException {
        try {
            ForeignSegment segment = ForeignSegment.open(file, segmentBytes, journalId);
            if (segment != null) {
                mapped.put(file, segment);
            }
            return segment != null;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
