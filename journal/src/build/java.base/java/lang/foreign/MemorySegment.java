package java.lang.foreign;

import java.nio.ByteBuffer;

/** As much of JDK 22's as is compiled against. */
public interface MemorySegment {
    ByteBuffer asByteBuffer();
}
