package dev.millrace.core.sink;

import dev.millrace.core.outbox.FileContent;
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

    @Override
    void close() throws IOException;

    /** Opens files. */
    interface Opener {
        /** Opens or creates a file, and its directories, for appending; {@code truncate} empties it. */
        AppendFile open(Path path, boolean truncate) throws IOException;

        /** Opens a file for reading. */
        OpenForReading read(Path path) throws IOException;
    }

    /** A file that is open for reading. */
    interface OpenForReading extends FileContent, Closeable {
        @Override
        void close() throws IOException;
    }

    /** Files of the operating system. */
    Opener REAL = new Opener() {
        @Override
        public AppendFile open(Path path, boolean truncate) throws IOException {
            Path parent = path.toAbsolutePath().getParent();
            if (parent != null && !Files.isDirectory(parent)) {
                Files.createDirectories(parent);
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (truncate) {
                truncate(channel);
            }
            return new Channel(channel);
        }

        private void truncate(FileChannel channel) throws IOException {
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

        @Override
        public OpenForReading read(Path path) throws IOException {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            return new OpenForReading() {
                @Override
                public long size() throws IOException {
                    return channel.size();
                }

                @Override
                public int read(ByteBuffer target, long position) throws IOException {
                    return channel.read(target, position);
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }
    };

    /** A file channel in append mode. */
    record Channel(FileChannel channel) implements AppendFile {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return channel.write(bytes);
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
