package dev.millrace.core.outbox;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file that is open for reading; what {@link Remainder} needs of it.
 *
 * @since 0.1.0
 */
public interface FileContent extends Closeable {
    /** Length in bytes now. */
    long size() throws IOException;

    /** Reads at a position as {@link java.nio.channels.FileChannel#read(ByteBuffer, long)} does. */
    int read(ByteBuffer target, long position) throws IOException;

    @Override
    void close() throws IOException;
}
