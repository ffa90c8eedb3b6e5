package dev.millrace.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The file behind a segment, used by the keeper and by recovery, never on the way of an append.
 *
 * <p>Open only while it grows, for segments are many and other uses are rare. Random access files do not close when their thread
 * is interrupted: late appenders may come here on their own threads.
 */
class SegmentFile {
    private static final byte[] ZEROS = new byte[256 << 10];
    private static final int LARGE_BYTES = 1 << 20;

    /** Zeros outside the heap, from the first large write on; read only, and of all journals. */
    private static volatile ByteBuffer largeZeros;

    /** Null for a segment in memory. */
    private final Path path;

    /** The same. */
    private final KnownFile known;

    /** Not null while the file may still have to grow: it must, even when it is unlinked meanwhile. */
    private RandomAccessFile held;

    SegmentFile(Path path) {
        this.path = path;
        this.known = path == null ? null : new KnownFile(path);
    }

    Path path() {
        return path;
    }

    /** Keeps the file able to grow after it is unlinked. */
    void holdOpen() throws IOException {
        if (path != null && held == null) {
            held = open();
        }
    }

    private RandomAccessFile open() throws IOException {
        // Opening would create it anew, and not as ours alone.
        requireExistence();
        try {
            return new RandomAccessFile(path.toFile(), "rw");
        } catch (FileNotFoundException e) {
            // Removed meanwhile with its directory, or it cannot be opened.
            requireExistence();
            throw e;
        }
    }

    /** One that was removed is an exception; one in memory is always there. */
    void requireExistence() throws NoSuchFileException {
        if (isGone()) {
            throw new NoSuchFileException(path.toString());
        }
    }

    /** Whether somebody has removed it. */
    boolean isGone() {
        return known != null && known.isGone();
    }

    /** What is gone is as long as it is mapped. */
    boolean isShorterThan(long lengthBytes) {
        return path != null && path.toFile().length() < lengthBytes && !isGone();
    }

    /** Writes zeros to the file, so that a full disk is an exception here and no fault in a caller. */
    void writeZeros(int offset, int count) throws IOException {
        if (path == null) {
            return;
        }
        holdOpen();
        ByteBuffer large = count >= LARGE_BYTES ? largeZeros() : null;
        if (large != null) {
            writeZeros(large, offset, count);
            return;
        }
        held.seek(offset);
        for (int rest = count; rest > 0; rest -= ZEROS.length) {
            held.write(ZEROS, 0, Math.min(ZEROS.length, rest));
        }
    }

    /**
     * As much as possible in one call: the system takes large pieces of memory for it then, and both the call and the
     * first stores into the mapped pages take half of the time.
     */
    private void writeZeros(ByteBuffer large, int offset, int count) throws IOException {
        boolean interrupted = false;
        try {
            for (int written = 0; written < count; ) {
                int most = Math.min(LARGE_BYTES, count - written);
                try {
                    written += held.getChannel().write(large.slice(0, most), (long) offset + written);
                } catch (ClosedByInterruptException e) {
                    // A channel closes when its thread is interrupted. What is waited for is a disk, and comes.
                    interrupted |= Thread.interrupted();
                    held = null;
                    holdOpen();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Null where memory outside the heap is short. */
    private static ByteBuffer largeZeros() {
        if (largeZeros == null) {
            try {
                largeZeros = ByteBuffer.allocateDirect(LARGE_BYTES);
            } catch (OutOfMemoryError e) {
                return null;
            }
        }
        return largeZeros;
    }

    /** The file has its full length: it need not be held open any more. */
    void letGo() throws IOException {
        if (held != null) {
            held.close();
            held = null;
        }
    }

    /** Whether a page that was never written to is given memory when it is read: where there is none, the process faults. */
    boolean readingNeedsSpace() throws IOException {
        return Files.getFileStore(path).type().equals("tmpfs");
    }

    /** Writes one header word through the file: the mapped page may have no disk behind it. */
    void writeWord(long offset, long word) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(word);
        try (RandomAccessFile file = open()) {
            file.seek(offset);
            file.write(bytes.array());
        }
    }

    /** Returns when the disk keeps the file as it is now. */
    void force() throws IOException {
        try (RandomAccessFile file = open()) {
            file.getChannel().force(true);
        }
    }

    /** Returns when the disk keeps this range of a part that is mapped. */
    void force(MappedByteBuffer part, int from, int count) {
        part.force(from, count);
    }

    /** Gives the blocks behind {@code keepBytes} back; the length stays, as the mapping needs it. */
    void giveBack(long keepBytes) throws IOException {
        try (RandomAccessFile file = open()) {
            long length = file.length();
            file.setLength(keepBytes);
            file.setLength(length);
        }
    }
}
