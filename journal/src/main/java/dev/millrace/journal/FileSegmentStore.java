package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Segments in the files {@code <number>.seg} of the slot's directory. */
class FileSegmentStore implements SegmentStore {
    private static final String SUFFIX = ".seg";
    private static final int LAST_TURN = 2;

    private final Path directory;
    private final int segmentBytes;
    private final long journalId;
    private int nextNumber;

    FileSegmentStore(Path directory, int segmentBytes, long journalId) {
        this.directory = directory;
        this.segmentBytes = segmentBytes;
        this.journalId = journalId;
    }

    /** The segment files that are there. */
    List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            for (Path file : found) {
                int number = numberOf(file.getFileName().toString());
                if (number >= 0) {
                    files.add(file);
                    nextNumber = Math.max(nextNumber, number + 1);
                }
            }
        }
        return files;
    }

    /** The number in a segment file's name; negative when it is none. */
    static int numberOf(String name) {
        if (!name.endsWith(SUFFIX)) {
            return -1;
        }
        try {
            return Integer.parseInt(name.substring(0, name.length() - SUFFIX.length()));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public Segment create() throws IOException {
        Path file;
        do {
            file = directory.resolve(nextNumber++ + SUFFIX);
            // A lost one, which somebody has put back meanwhile, is for the next opening.
        } while (Files.exists(file));
        boolean unfinished = false;
        try (FileChannel channel = PrivateFiles.create(file)) {
            unfinished = true;
            // Before it is mapped: a hole that is touched has the system read ahead, and all that follows costs more.
            ByteBuffer header = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES);
            while (header.hasRemaining()) {
                channel.write(header);
            }
            ByteBuffer mapped = JournalMapping.map(channel, 0, fileBytes());
            Segment segment = Segment.fresh(segmentFile(file), mapped, segmentBytes, journalId);
            unfinished = false;
            return segment;
        } finally {
            if (unfinished) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Maps a file of an earlier process; null when it is none of this journal's segments. */
    Segment open(Path file) throws IOException {
        long length = Files.size(file);
        if (length < SegmentFormat.HEADER_BYTES) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE))) {
            ByteBuffer mapped = JournalMapping.map(channel, 0, fileBytes());
            mapped.order(ByteOrder.LITTLE_ENDIAN);
            if (mapped.getLong(SegmentFormat.MAGIC_OFFSET) != SegmentFormat.MAGIC
                    || mapped.getInt(SegmentFormat.VERSION_OFFSET) != SegmentFormat.VERSION
                    || mapped.getInt(SegmentFormat.SEGMENT_BYTES_OFFSET) != segmentBytes
                    || mapped.getLong(SegmentFormat.JOURNAL_OFFSET) != journalId) {
                return null;
            }
            int dataBytes = (int) Math.min(segmentBytes, length - SegmentFormat.HEADER_BYTES);
            return Segment.existing(segmentFile(file), mapped, segmentBytes, dataBytes);
        }
    }

    @Override
    public Segment forGood(Segment free) throws NoSuchFileException {
        free.file.requireExistence();
        if (!free.forAWhile || JournalMapping.isForAWhile()) {
            return free;
        }
        try {
            Segment again = open(free.file.path());
            return again == null ? free : again;
        } catch (IOException | OutOfMemoryError e) {
            // It serves as it is.
            return free;
        }
    }

    /** Removes what a process left that was killed while it made a segment; false when the file is something else. */
    boolean removeIfUnborn(Path file) {
        try {
            return UnbornSegment.is(file) && Files.deleteIfExists(file);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Moves a file that is no segment (any more) out of the way of {@link #deleteAll}: somebody may want its bytes.
     *
     * @return where it is now; null when it could not be moved
     */
    Path setAside(Path file) {
        Path aside = directory.resolveSibling(directory.getFileName() + ".damaged-" + System.currentTimeMillis());
        try {
            if (!Files.isDirectory(aside)) {
                PrivateFiles.createDirectory(aside);
            }
            return Files.move(file, aside.resolve(file.getFileName()));
        } catch (IOException e) {
            return null;
        }
    }

    /** What the segments grow and are mended through. */
    SegmentFile segmentFile(Path file) {
        return new SegmentFile(file);
    }

    private long fileBytes() {
        return (long) SegmentFormat.HEADER_BYTES + segmentBytes;
    }

    @Override
    public void deleteAll(Deque<Segment> used) throws IOException {
        // The newest first: one that misses those before it would be told to have lost them.
        for (Iterator<Segment> newestFirst = used.descendingIterator(); newestFirst.hasNext(); ) {
            Segment segment = newestFirst.next();
            if (!segment.isInMemory()) {
                Files.deleteIfExists(segment.file.path());
            }
        }
        if (Files.notExists(directory)) {
            // Somebody has removed it: there is nothing left to do.
            return;
        }
        String[] names = JournalOpener.namesIn(directory);
        for (int turn = 0; turn <= LAST_TURN; turn++) {
            for (String name : names) {
                if (turnOf(name) == turn) {
                    Files.deleteIfExists(directory.resolve(name));
                }
            }
        }
        Files.deleteIfExists(directory);
    }

    /** Events go before the texts and outboxes that they need, and the control page last: without it nobody reads them. */
    private static int turnOf(String name) {
        return numberOf(name) >= 0 ? 0 : name.equals(JournalOpener.CONTROL) ? LAST_TURN : 1;
    }
}
