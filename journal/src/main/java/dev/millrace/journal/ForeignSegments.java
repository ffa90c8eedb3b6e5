package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The segments of a journal that another process may own, compressed ones of a queue among them. Files that were mapped once stay mapped: also what is deleted
 * meanwhile can be read to its end. Not thread-safe.
 */
class ForeignSegments {
    private static final String SUFFIX = ".seg";

    private final Path directory;
    private final ControlPage control;
    private final int segmentBytes;
    private final long journalId;
    /** By the text of the path, which is told from others in less time than a path. */
    private final Map<String, ForeignSegment> mapped = new HashMap<>();

    /** Where each base was when all of them were last looked at. */
    private final Map<Long, String> lastSeen = new HashMap<>();

    /** Files that have lost what makes them segments, and when they were last written to. */
    private final SortedMap<Path, FileTime> broken = new TreeMap<>();

    private final ForeignArchives archives;

    ForeignSegments(Path directory, ControlPage control) {
        this(directory, control, new ForeignArchives(directory, control));
    }

    private ForeignSegments(Path directory, ControlPage control, ForeignArchives archives) {
        this.directory = directory;
        this.control = control;
        this.segmentBytes = control.segmentBytes();
        this.journalId = control.journalId();
        this.archives = archives;
    }

    /** The same for a reader on another thread: nothing is mapped twice. */
    ForeignSegments another() {
        ForeignSegments other = new ForeignSegments(directory, control, archives.another());
        mapped.forEach((file, segment) -> other.mapped.put(file, segment.another()));
        return other;
    }

    /**
     * The segment that starts at {@code base}; null when there is none, not even in a file that is new. One that is unpacked
     * for this is there until the next one is.
     */
    ForeignSegment at(long base) throws IOException {
        ForeignSegment known = knownAt(base);
        // A listing for each of many archives would take longer than to unpack them.
        if (known == null && !archives.isListed(base) && mapNewFiles()) {
            known = knownAt(base);
        }
        return known != null ? known : archives.unpack(base);
    }

    /** Whether the owner has it still. What was unpacked of an archive says nothing of that. */
    boolean isThere(long base) throws IOException {
        return knownAt(base) != null || archives.isThere(base);
    }

    /** Whether an archive is there that was looked into and is none. */
    boolean isBroken(long base) {
        return archives.isBroken(base);
    }

    /** The segment as {@link #at}, of which only the header may be looked at: seals and times. */
    ForeignSegment headerAt(long base) throws IOException {
        // Asked first: an archive that turns out to be none is not listed any more.
        boolean listed = archives.isListed(base);
        ForeignSegment header = knownHeaderAt(base);
        if (header != null || listed) {
            return header;
        }
        // It may have become an archive since the files were listed.
        boolean ignored = mapNewFiles();
        return knownHeaderAt(base);
    }

    private ForeignSegment knownHeaderAt(long base) throws IOException {
        ForeignSegment known = knownAt(base);
        return known != null ? known : archives.header(base);
    }

    private ForeignSegment knownAt(long base) throws IOException {
        String file = lastSeen.get(base);
        ForeignSegment segment = file == null ? null : mapped.get(file);
        if (segment == null || segment.base() != base) {
            lastSeen.clear();
            mapped.forEach((path, known) -> lastSeen.put(known.base(), path));
            file = lastSeen.get(base);
            segment = file == null ? null : mapped.get(file);
        }
        // Its owner shortens a file for a moment to give its space back.
        return segment != null && segment.isShort() ? mappedAgain(file, segment) : segment;
    }

    private ForeignSegment mappedAgain(String name, ForeignSegment segment) throws IOException {
        Path file = Path.of(name);
        try {
            long dataBytes = Files.size(file) - SegmentFormat.HEADER_BYTES;
            if (dataBytes >= (long) segment.data.capacity() + RecordFormat.ALIGNMENT) {
                ForeignSegment again = open(file);
                if (again != null && again.data.capacity() > segment.data.capacity()) {
                    mapped.put(name, again);
                    return again;
                }
            }
        } catch (NoSuchFileException e) {
            // What is mapped can still be read.
        }
        return segment;
    }

    /** Maps everything again when it is asked for. */
    void forget() {
        mapped.clear();
    }

    /** Smallest base of at least {@code position}; -1 when there is none. */
    long firstBaseFrom(long position) throws IOException {
        long before;
        do {
            // Before the files are listed for the last time: what becomes an archive since is seen here, or listed.
            before = smallestMappedFrom(position);
        } while (mapNewFiles());
        long first = Math.min(Math.min(before, smallestMappedFrom(position)), archives.firstFrom(position));
        // Bases are given out in order. One that was missed while the files were looked at is seen by the second look.
        return first == Long.MAX_VALUE ? SegmentFormat.FREE : Math.min(first, smallestMappedFrom(position));
    }

    /** The same of what was there when the files were last listed. */
    long firstListedFrom(long position) {
        long first = Math.min(smallestMappedFrom(position), archives.firstFrom(position));
        return first == Long.MAX_VALUE ? SegmentFormat.FREE : first;
    }

    private long smallestMappedFrom(long position) {
        long smallest = Long.MAX_VALUE;
        for (ForeignSegment segment : mapped.values()) {
            long base = segment.base();
            if (base >= position && base < smallest) {
                smallest = base;
            }
        }
        return smallest;
    }

    /** Largest base; -1 when no segment is in use. */
    long lastBase() throws IOException {
        boolean ignored = mapNewFiles();
        long largest = SegmentFormat.FREE;
        for (ForeignSegment segment : mapped.values()) {
            largest = Math.max(largest, segment.base());
        }
        return Math.max(largest, archives.lastBefore(Long.MAX_VALUE));
    }

    /** Largest base below {@code position}; -1 when there is none. */
    long lastBaseBefore(long position) throws IOException {
        long before;
        do {
            before = largestMappedBefore(position);
        } while (mapNewFiles());
        return Math.max(before, lastListedBefore(position));
    }

    /** The same of what was there when the files were last listed. */
    long lastListedBefore(long position) {
        return Math.max(largestMappedBefore(position), archives.lastBefore(position));
    }

    private long largestMappedBefore(long position) {
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
        // A loop: what a stream of these needs is more to load than the rest of a short command.
        SortedSet<Long> bases = new TreeSet<>();
        do {
            addMapped(bases);
        } while (mapNewFiles());
        addMapped(bases);
        bases.addAll(archives.bases());
        long[] ascending = new long[bases.size()];
        int count = 0;
        for (long base : bases) {
            ascending[count++] = base;
        }
        return ascending;
    }

    private void addMapped(SortedSet<Long> bases) {
        for (ForeignSegment segment : mapped.values()) {
            long base = segment.base();
            if (base >= 0) {
                bases.add(base);
            }
        }
    }

    private boolean mapNewFiles() throws IOException {
        boolean any = false;
        archives.lookAgain();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = file.toString();
                if (name.endsWith(SUFFIX)) {
                    any |= !mapped.containsKey(name) && map(file);
                } else {
                    archives.found(file);
                }
            }
        } catch (NoSuchFileException e) {
            // The owner has ended and removed everything; what is mapped can still be read.
        }
        return any;
    }

    private boolean map(Path file) throws IOException {
        try {
            ForeignSegment segment = broken.containsKey(file) ? null : open(file);
            if (segment == null) {
                segment = openDoubtful(file);
            }
            if (segment != null) {
                mapped.put(file.toString(), segment);
            }
            return segment != null;
        } catch (NoSuchFileException e) {
            broken.remove(file);
            return false;
        }
    }

    private ForeignSegment openDoubtful(Path file) throws IOException {
        FileTime looked = Files.getLastModifiedTime(file);
        if (looked.equals(broken.get(file))) {
            return null;
        }
        // Before the file is opened: one whose owner finishes it in between is a segment then.
        boolean unborn = UnbornSegment.is(file);
        ForeignSegment segment = open(file);
        if (segment != null) {
            broken.remove(file);
        } else if (!unborn) {
            broken.put(file, looked);
        }
        return segment;
    }

    /** Null when the file is no segment of this journal, or not one yet. */
    ForeignSegment open(Path file) throws IOException {
        return ForeignSegment.open(file, segmentBytes, journalId);
    }

    /** Files that are named like segments, and are none of this journal's (any more), as far as was looked; by name. */
    List<Path> broken() {
        return List.copyOf(broken.keySet());
    }
}
