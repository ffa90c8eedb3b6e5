package dev.millrace.it.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Numbers in a mapped file: what a process has stored there is seen by others, also after it was killed. */
public final class MappedLongs {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer mapped;

    /** Opens or creates a file of so many numbers. */
    public MappedLongs(Path file, int count) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) count * Long.BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number at an index. */
    public long get(int index) {
        return (long) LONG.getAcquire(mapped, index * Long.BYTES);
    }

    /** Stores a number; what was stored before is there when it is. */
    public void set(int index, long value) {
        LONG.setRelease(mapped, index * Long.BYTES, value);
    }
}
