package dev.millrace.journal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The journal's files on a disk that fails when it is told to: it is full after so many more bytes, of which it keeps a
 * part of the last write, or it fails at once. It knows what a loss of power leaves at least: what it was asked to keep.
 */
final class FaultyFiles extends JournalOpener {
    static final long UNLIMITED = Long.MAX_VALUE;

    /** Bytes that the disk still takes. */
    private final AtomicLong space = new AtomicLong(UNLIMITED);

    private volatile boolean broken;

    /** By name of a segment's file, the bytes that a loss of power does not take. */
    private final Map<String, byte[]> kept = new ConcurrentHashMap<>();

    /** The power is there again, and these segments are what the disk has. */
    void startFrom(List<Path> segments) throws IOException {
        kept.clear();
        for (Path segment : segments) {
            keep(segment);
        }
    }

    private void keep(Path segment) throws IOException {
        kept.put(segment.getFileName().toString(), Files.readAllBytes(segment));
    }

    /** What the disk has of a segment for sure; nothing, perhaps. */
    byte[] kept(Path segment) {
        return kept.getOrDefault(segment.getFileName().toString(), new byte[0]);
    }

    /** From now on there is space for so many more bytes; no more of them ever come but by {@link #mend()}. */
    void fillUpAfter(long bytes) {
        space.set(bytes);
    }

    /** From now on everything fails. */
    void fail() {
        broken = true;
    }

    void mend() {
        broken = false;
        space.set(UNLIMITED);
    }

    boolean isWhole() {
        return !broken && space.get() == UNLIMITED;
    }

    /** How many of these bytes find space. */
    private int take(int count) throws IOException {
        if (broken) {
            throw new IOException("Input/output error");
        }
        long before = space.getAndUpdate(left -> left == UNLIMITED ? left : Math.max(0, left - count));
        return (int) Math.min(count, before);
    }

    @Override
    FileSegmentStore store(Path directory, ControlPage control) {
        return new FileSegmentStore(directory, control.segmentBytes(), control.journalId()) {
            @Override
            public Segment create() throws IOException {
                if (take(SegmentFormat.HEADER_BYTES) < SegmentFormat.HEADER_BYTES) {
                    throw new IOException("No space left on device");
                }
                return super.create();
            }

            @Override
            SegmentFile segmentFile(Path file) {
                return new FaultySegmentFile(file);
            }
        };
    }

    @Override
    OutputStream archiveOutput(FileChannel channel) {
        return new FilterOutputStream(super.archiveOutput(channel)) {
            @Override
            public void write(byte[] bytes, int offset, int count) throws IOException {
                int taken = take(count);
                out.write(bytes, offset, taken);
                if (taken < count) {
                    throw new IOException("No space left on device");
                }
            }
        };
    }

    private final class FaultySegmentFile extends SegmentFile {
        FaultySegmentFile(Path path) {
            super(path);
        }

        @Override
        void writeZeros(int offset, int count) throws IOException {
            int taken = take(count);
            super.writeZeros(offset, taken);
            if (taken < count) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        void force() throws IOException {
            super.force();
            keep(path());
        }

        @Override
        void force(MappedByteBuffer part, int from, int count) {
            // The system tries once, and takes it for done whatever the disk says.
            super.force(part, from, count);
            if (broken) {
                throw new UncheckedIOException(new IOException("Input/output error"));
            }
        }

        @Override
        void writeWord(long offset, long word) throws IOException {
            if (take(Long.BYTES) < Long.BYTES) {
                throw new IOException("No space left on device");
            }
            super.writeWord(offset, word);
        }
    }
}
