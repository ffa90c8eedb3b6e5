package dev.millrace.core.outbox;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What {@link Remainder} needs of a file.
 *
 * @since 0.1.0
 */
public interface FileContent {
    /** Length in bytes now. */
    long size() throws IOException;

    /** Reads at a position as {@link java.nio.channels.FileChannel#read(ByteBuffer, long)} does. */
    int read(ByteBuffer target, long position) throws IOException;
}
