package dev.millrace.event;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Maps parts of files, from JDK 22 on in an arena each: there {@link FileChannel#map(FileChannel.MapMode, long, long)}
 * makes its buffer by reflection, whose first use takes a start a tenth of its time. Each access to a buffer of an arena
 * takes a fraction of a nanosecond longer.
 *
 * @since 0.1.0
 */
public final class Mapping {
    private static final int FIRST_WITH_ARENAS = 22;

    private Mapping() {}

    /** Maps a part of a file; what is mapped stays as long as the buffer can be reached. */
    public static ByteBuffer map(FileChannel channel, FileChannel.MapMode mode, long offset, long size)
            throws IOException {
        // Older JDKs know nothing of what stands in the first branch, and never look there.
        return Runtime.version().feature() >= FIRST_WITH_ARENAS
                ? channel.map(mode, offset, size, Arena.ofAuto()).asByteBuffer()
                : channel.map(mode, offset, size);
    }
}
