package dev.millrace.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The compressed segments of a queue, as its owner keeps them. Used by the queue's thread only, but for
 * {@link #bytes()}.
 *
 * <p>A segment becomes an archive in steps, each of which may be the last: written under another name, kept by the disk,
 * read back and compared with the seals, renamed. Only then may the segment be reused; until then it is what is read.
 */
final class QueueArchives {
    private static final String UNFINISHED = ".new";

    /** What is known of an archive: when its last record was there, epoch ms, and the size of its file. */
    private record Archive(long sealedMs, long fileBytes) {}

    private final Journal journal;
    private final SegmentArchive.Output output;

    /** Whether somebody has removed the queue: what has the name of an archive may be another process's by now. */
    private final BooleanSupplier gone;

    private final Path directory;
    private final TreeMap<Long, Archive> archives = new TreeMap<>();

    /** The header page that was read last. */
    private final ByteBuffer page =
            ByteBuffer.allocate(SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** What is worked with, from the first archive on. */
    private final ArchiveMembers.Room room = new ArchiveMembers.Room();

    private final AtomicLong bytes = new AtomicLong();

    private QueueArchives(Journal journal, SegmentArchive.Output output, BooleanSupplier gone) {
        this.journal = journal;
        this.output = output;
        this.gone = gone;
        this.directory = journal.directory();
    }

    /** Finds the archives of earlier processes, and removes what they had not finished. */
    static QueueArchives open(Journal journal, SegmentArchive.Output output, BooleanSupplier gone) throws IOException {
        QueueArchives found = new QueueArchives(journal, output, gone);
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(journal.directory(), "*" + SegmentArchive.SUFFIX + "*")) {
            for (Path file : files) {
                long base = SegmentArchive.baseOf(file);
                if (file.toString().endsWith(UNFINISHED)) {
                    Files.deleteIfExists(file);
                } else if (SegmentFormat.isBase(base, journal.segmentBytes) && !UnbornSegment.isNoPlainFile(file)) {
                    found.add(base, found.sealedMsOrUnknown(file, base));
                }
            }
        }
        return found;
    }

    /** Whether they are nothing of this queue any more: then none is removed or made. */
    boolean areGone() {
        return gone.getAsBoolean();
    }

    /** Whether there is none that may be given up. */
    boolean isEmpty() {
        return archives.isEmpty() || areGone();
    }

    /** Bytes of all archives. */
    long bytes() {
        return bytes.get();
    }

    /** Base of the oldest archive; there is one. */
    long firstBase() {
        return archives.firstKey();
    }

    /** When the youngest record of an archive was there already, epoch ms; null where there is no archive. */
    Long sealedMs(long base) {
        Archive archive = archives.get(base);
        return archive == null ? null : archive.sealedMs();
    }

    void removeFirst() throws IOException {
        Map.Entry<Long, Archive> first = archives.firstEntry();
        Files.deleteIfExists(SegmentArchive.file(directory, first.getKey()));
        archives.pollFirstEntry();
        long ignored = bytes.addAndGet(-first.getValue().fileBytes());
    }

    private void add(long base, long sealedMs) throws IOException {
        Archive added = new Archive(sealedMs, Files.size(SegmentArchive.file(directory, base)));
        Archive before = archives.put(base, added);
        long ignored = bytes.addAndGet(added.fileBytes() - (before == null ? 0 : before.fileBytes()));
    }

    /** Of a file that may be of a newer version no more is known than that the segment was sealed before it was written. */
    private long sealedMsOrUnknown(Path file, long base) throws IOException {
        try {
            return sealedMs(file, base);
        } catch (JournalException e) {
            journal.options.listener().notice(e.notice(), e.getMessage(), e);
            return Files.getLastModifiedTime(file).toMillis();
        }
    }

    /** A file that cannot be read any more is as old as can be. */
    private long sealedMs(Path file, long base) throws IOException {
        try (RandomAccessFile in = ArchiveMembers.opened(file)) {
            if (SegmentArchive.readHeader(file, in, page, base, journal.control) == null) {
                return 0;
            }
        }
        int last = journal.segmentBytes / SegmentFormat.BLOCK_BYTES - 1;
        return page.getLong(SegmentFormat.STARTED_OFFSET)
                + SegmentFormat.afterMs(page.getInt(SegmentFormat.TIMES_OFFSET + last * Integer.BYTES));
    }

    /**
     * Makes an archive of a segment that is sealed and whole. It may be there already, from before a kill.
     *
     * @return false when this segment is damaged and has to stay as it is
     * @throws IOException when it cannot be done now
     */
    boolean archive(Segment segment, Packing packing) throws IOException {
        long base = segment.base();
        if (!segment.isSealed() || !SegmentArchive.isFilled(segment.data, base, journal.secret)) {
            return false;
        }
        Path file = SegmentArchive.file(directory, base);
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        try {
            MemberCodec codec = room.codec(packing);
            requireOwn(file);
            SegmentArchive.write(unfinished, segment.headerPage(), segment.data, packing, codec, output);
            if (!isWhole(unfinished, base)) {
                return false;
            }
            requireOwn(file);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            if (!areGone()) {
                Files.deleteIfExists(unfinished);
            }
        }
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
        add(base, segment.sealedMs());
        return true;
    }

    private void requireOwn(Path file) throws NoSuchFileException {
        if (areGone()) {
            throw new NoSuchFileException(file.toString(), null, "somebody has removed the queue");
        }
    }

    /**
     * Whether all blocks that come out of the file are what was sealed.
     *
     * @throws IOException when they do not come out, of which the segment is innocent
     */
    private boolean isWhole(Path file, long base) throws IOException {
        ArchiveMembers members = ArchiveMembers.open(file, page, base, journal.control, room);
        int blocks = journal.segmentBytes / SegmentFormat.BLOCK_BYTES;
        BitSet whole = new BitSet();
        for (int block = 0; members != null && block < blocks; block++) {
            if (members.firstBlock(block) == block) {
                if (!members.unpack(block, (number, content) -> whole.set(number, isWhole(base, number, content)))) {
                    throw new IOException("what was just compressed cannot be unpacked: file=" + file);
                }
            }
        }
        return whole.cardinality() == blocks;
    }

    private boolean isWhole(long base, int block, byte[] content) {
        long seal = page.getLong(SegmentFormat.SEALS_OFFSET + block * Long.BYTES);
        long position = base + (long) block * SegmentFormat.BLOCK_BYTES;
        return SegmentFormat.sealCrc(page, block, seal)
                == SegmentFormat.blockCrc(ByteBuffer.wrap(content), position, journal.secret);
    }
}
