package java.nio.channels;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.MappedByteBuffer;

/** As much of JDK 22's as is compiled against. */
public abstract class FileChannel {
    public abstract MappedByteBuffer map(MapMode mode, long position, long size) throws IOException;

    public abstract MemorySegment map(MapMode mode, long offset, long size, Arena arena) throws IOException;

    public static class MapMode {
        public static final MapMode READ_WRITE = new MapMode();
    }
}
