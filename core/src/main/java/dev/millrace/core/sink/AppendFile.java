package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileContent;
import dev.millrace.core.outbox.Remainder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file operations that a file sink needs; tests put failing ones in their place.
 *
 * @since 0.1.0
 */
public interface AppendFile extends Closeable {
    /** Appends some of the bytes and returns how many. */
    int write(ByteBuffer bytes) throws IOException;

    /** Length in bytes now. */
    long size() throws IOException;

    /**
     * Where the next batch begins, or a little in front of that.
     *
     * @param endsLine whether the batch ends with a line end
     */
    default long nextOffset(boolean endsLine) throws IOException {
        return size();
    }

    @Override
    void close() throws IOException;

    /** Opens files of the operating system; what extends it opens others. */
    class Opener {
        /** Opens or creates a file, and its directories, for appending; {@code truncate} empties it. */
        public AppendFile open(Path path, boolean truncate) throws IOException {
            Path parent = path.toAbsolutePath().getParent();
            if (parent != null && !Files.isDirectory(parent)) {
                Files.createDirectories(parent);
            }
            boolean isPipe = Files.exists(path) && !Files.isRegularFile(path);
            FileChannel reader = isPipe ? readerOf(path) : null;
            FileChannel channel;
            try {
                channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } finally {
                if (reader != null) {
                    reader.close();
                }
            }
            if (truncate) {
                truncate(channel);
            }
            return new Channel(channel, isPipe ? PieceSize.PIPE_BYTES : Channel.MOST_BYTES);
        }

        /**
         * A named pipe that nobody reads holds who opens it to write until somebody does, but not who opens it for both.
         * While that is open it can be opened to write; then a write fails without a reader and is tried again.
         */
        private static FileChannel readerOf(Path path) {
            try {
                return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            } catch (IOException e) {
                // A pipe that may not be read, or something else: it is told when it is opened to write.
                return null;
            }
        }

        private static void truncate(FileChannel channel) throws IOException {
            try {
                // A device or pipe cannot be cut and has nothing to cut.
                if (channel.size() > 0) {
                    channel.truncate(0);
                }
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }

        /** Opens a file for reading. */
        public FileContent read(Path path) throws IOException {
            return new Channel(FileChannel.open(path, StandardOpenOption.READ), 0);
        }

        /**
         * Number of leading bytes of a batch that need not be written again after a write was interrupted.
         *
         * @param offsetBefore where the batch began, or a little in front of that
         */
        public int bytesPresent(Path path, long offsetBefore, ByteBuffer batch) throws IOException {
            try (FileContent content = read(path)) {
                return Remainder.bytesPresent(content, offsetBefore, batch);
            }
        }

        /**
         * How many of the last bytes of a batch that are out have to be written again with the rest, because files that are
         * opened here take whole lines only.
         *
         * @param before what is out
         * @param endsLine whether the rest ends with a line end
         */
        public int unfinishedBytes(ByteBuffer before, boolean endsLine) {
            return 0;
        }
    }

    /** Those of the operating system. */
    Opener REAL = new Opener();

    /**
     * A file channel in append mode, or for reading. So much is written at a time, of whole lines if possible: about a mebibyte into
     * a file; into a pipe what it takes as a whole, so that no line of another writer comes between.
     */
    record Channel(FileChannel channel, int mostBytes) implements AppendFile, FileContent {
        private static final int MOST_BYTES = 1 << 20;

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (bytes.remaining() <= mostBytes) {
                return channel.write(bytes);
            }
            int end = bytes.position() + mostBytes;
            while (end > bytes.position() && bytes.get(end - 1) != '\n') {
                end--;
            }
            int length = end == bytes.position() ? mostBytes : end - bytes.position();
            int written = channel.write(bytes.slice(bytes.position(), length));
            bytes.position(bytes.position() + written);
            return written;
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
