package dev.millrace.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Maps what a journal writes. From JDK 22 on in an arena each, for a while: {@link
 * FileChannel#map(FileChannel.MapMode, long, long)} makes its buffer by reflection there, whose first use takes a start a
 * tenth of its time, while each access to a buffer of an arena takes half a nanosecond longer.
 */
final class JournalMapping {
    private static final int FIRST_WITH_ARENAS = 22;

    private static volatile boolean inArenas = Runtime.version().feature() >= FIRST_WITH_ARENAS;

    private JournalMapping() {}

    /** Whether what is mapped now should be mapped again once {@link #forGood} was called. */
    static boolean isForAWhile() {
        return inArenas;
    }

    /** From now on everything is mapped so that accesses cost least. */
    static void forGood() {
        inArenas = false;
    }

    /** Maps a part of a file, to be written; what is mapped stays as long as the buffer can be reached. */
    static ByteBuffer map(FileChannel channel, long offset, long size) throws IOException {
        // Older JDKs know nothing of what stands in the first branch, and never look there.
        return inArenas
                ? channel.map(FileChannel.MapMode.READ_WRITE, offset, size, Arena.ofAuto()).asByteBuffer()
                : channel.map(FileChannel.MapMode.READ_WRITE, offset, size);
    }
}
