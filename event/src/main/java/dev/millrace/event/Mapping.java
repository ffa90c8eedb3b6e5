package dev.millrace.event;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Maps parts of files. The build puts the class of {@code src/main/java22} in the place of this one, which is what a
 * development environment uses that compiles this folder only: it maps as well, but a start takes longer.
 *
 * @since 0.1.0
 */
public final class Mapping {
    private Mapping() {}

    /** Maps a part of a file; what is mapped stays as long as the buffer can be reached. */
    public static ByteBuffer map(FileChannel channel, FileChannel.MapMode mode, long offset, long size)
            throws IOException {
        return channel.map(mode, offset, size);
    }
}
