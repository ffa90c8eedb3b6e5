package dev.millrace.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The compressed segments of a queue as its readers see them: by their names, and one of them in memory, of which
 * is unpacked what is looked at. Not thread-safe.
 */
final class ForeignArchives {
    private final Path directory;
    private final ControlPage journal;
    private final int segmentBytes;
    private final TreeSet<Long> bases = new TreeSet<>();

    /** Bases whose file is not what its name says, or was gone when it was to be read. */
    private final Set<Long> unusable = new HashSet<>();

    /** Room for one segment, once there is an archive to unpack. */
    private ByteBuffer memory;

    private ArchiveMembers.Room room;
    private ForeignSegment unpacked;

    /** What is unpacked from, and which of its blocks are there. */
    private ArchiveMembers members;

    private final BitSet there = new BitSet();

    ForeignArchives(Path directory, ControlPage journal) {
        this.directory = directory;
        this.journal = journal;
        this.segmentBytes = journal.segmentBytes();
    }

    /** The same for a reader on another thread, which unpacks for itself. */
    ForeignArchives another() {
        ForeignArchives other = new ForeignArchives(directory, journal);
        other.bases.addAll(bases);
        other.unusable.addAll(unusable);
        return other;
    }

    /** The directory is about to be listed: what is not {@link #found} is gone. */
    void lookAgain() {
        bases.clear();
    }

    void found(Path file) {
        long base = SegmentArchive.baseOf(file);
        if (SegmentFormat.isBase(base, segmentBytes) && !unusable.contains(base)) {
            bases.add(base);
        }
    }

    boolean isListed(long base) {
        return bases.contains(base);
    }

    boolean isThere(long base) {
        return Files.exists(SegmentArchive.file(directory, base));
    }

    /** Whether its file is there and is not what its name says, as far as was looked. */
    boolean isBroken(long base) {
        return unusable.contains(base) && isThere(base);
    }

    /** Ascending; none is negative. */
    SortedSet<Long> bases() {
        return Collections.unmodifiableSortedSet(bases);
    }

    /** Smallest base of at least {@code position}; {@link Long#MAX_VALUE} when there is none. */
    long firstFrom(long position) {
        Long first = bases.ceiling(position);
        return first == null ? Long.MAX_VALUE : first;
    }

    /** Largest base below {@code position}; -1 when there is none. */
    long lastBefore(long position) {
        Long last = bases.lower(position);
        return last == null ? SegmentFormat.FREE : last;
    }

    /** The segment as it was; null when it has no archive. The one that was unpacked before is no longer there then. */
    ForeignSegment unpack(long base) throws IOException {
        if (unpacked != null && unpacked.base() == base) {
            return unpacked;
        }
        if (!bases.contains(base)) {
            return null;
        }
        if (unpacked == null) {
            room = new ArchiveMembers.Room();
            memory = page(SegmentFormat.HEADER_BYTES + segmentBytes);
            memory.putLong(SegmentFormat.BASE_OFFSET, SegmentFormat.FREE);
            unpacked = ForeignSegment.of(memory.asReadOnlyBuffer(), segmentBytes, this::need)
                    .whole();
        }
        there.clear();
        members = null;
        try {
            members = ArchiveMembers.open(SegmentArchive.file(directory, base), memory, base, journal, room);
            return members == null ? none(base) : unpacked;
        } catch (NoSuchFileException e) {
            return none(base);
        } finally {
            if (members == null) {
                // Also when there was no memory for it: the header page may be there already.
                memory.putLong(SegmentFormat.BASE_OFFSET, SegmentFormat.FREE);
            }
        }
    }

    /** Unpacks what a block lies in, at the first look at it. */
    private void need(int block) {
        if (block >= segmentBytes / SegmentFormat.BLOCK_BYTES || there.get(block) || members == null) {
            return;
        }
        try {
            boolean ignored = members.unpack(members.firstBlock(block), this::put);
        } catch (NoSuchFileException | FileNotFoundException e) {
            // Given up meanwhile: readers see that its base has changed, as with a segment.
            members = null;
            memory.putLong(SegmentFormat.BASE_OFFSET, SegmentFormat.FREE);
        } catch (IOException e) {
            // A file that cannot be read is damaged.
            put(block, new byte[SegmentFormat.BLOCK_BYTES]);
        }
    }

    private void put(int block, byte[] bytes) {
        memory.put(SegmentFormat.HEADER_BYTES + block * SegmentFormat.BLOCK_BYTES, bytes);
        there.set(block);
    }

    private ForeignSegment none(long base) {
        unusable.add(base);
        bases.remove(base);
        return null;
    }

    /** The header of an archive; null when there is none. */
    ForeignSegment header(long base) throws IOException {
        if (!bases.contains(base)) {
            return null;
        }
        ByteBuffer page = page(SegmentFormat.HEADER_BYTES);
        Path file = SegmentArchive.file(directory, base);
        try (RandomAccessFile in = ArchiveMembers.opened(file)) {
            return SegmentArchive.readHeader(file, in, page, base, journal) == null
                    ? none(base)
                    : ForeignSegment.of(page, segmentBytes);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    // Outside of the heap, because only there may a buffer's words be read with acquire on all JDKs.
    private static ByteBuffer page(int bytes) {
        return ByteBuffer.allocateDirect(bytes + RecordFormat.ALIGNMENT)
                .alignedSlice(RecordFormat.ALIGNMENT)
                .slice(0, bytes)
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
