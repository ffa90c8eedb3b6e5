package dev.millrace.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Maps what a journal writes. The build puts the class of {@code src/main/java22} in the place of this one, which is what
 * a development environment uses that compiles this folder only: it maps as well, but a start takes longer.
 */
final class JournalMapping {
    private JournalMapping() {}

    /** Whether what is mapped now should be mapped again once {@link #forGood} was called. */
    static boolean isForAWhile() {
        return false;
    }

    /** From now on everything is mapped so that accesses cost least. */
    static void forGood() {}

    /** Maps a part of a file, to be written; what is mapped stays as long as the buffer can be reached. */
    static ByteBuffer map(FileChannel channel, long offset, long size) throws IOException {
        return channel.map(FileChannel.MapMode.READ_WRITE, offset, size);
    }
}
