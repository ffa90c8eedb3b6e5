package dev.millrace.journal;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;

/**
 * What the queue calls of {@code com.github.luben:zstd-jni}, where the program has it: nothing is compiled against it, and
 * it is found on the class path and on the module path. Thread-safe.
 */
final class ZstdLibrary {
    private static final String TYPE = "com.github.luben.zstd.Zstd";

    /** The library's own choice. */
    private static final int LEVEL = 3;

    private static final int FAILED = -1;

    /** The same for all threads, whichever finds it. */
    private static volatile ZstdLibrary found;

    /** That there is no such class, which stays so. */
    private static volatile String absent;

    private final MethodHandle compress;
    private final MethodHandle decompress;

    private ZstdLibrary(Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> place = int.class;
        this.compress = lookup.findStatic(
                type,
                "compressDirectByteBuffer",
                MethodType.methodType(
                        long.class, ByteBuffer.class, place, place, ByteBuffer.class, place, place, int.class));
        this.decompress = lookup.findStatic(
                type,
                "decompressDirectByteBuffer",
                MethodType.methodType(long.class, ByteBuffer.class, place, place, ByteBuffer.class, place, place));
    }

    /**
     * The library, ready for use. An attempt that fails for want of memory or stack is made again by the next call.
     *
     * @throws IOException that says how the library could be found
     */
    static ZstdLibrary get() throws IOException {
        ZstdLibrary library = found;
        if (library != null) {
            return library;
        }
        String missing = absent;
        Throwable cause = null;
        if (missing == null) {
            try {
                // Its initialiser loads the native part.
                library = new ZstdLibrary(Class.forName(TYPE));
                found = library;
                return library;
            } catch (ClassNotFoundException e) {
                missing = e.toString();
                absent = missing;
                cause = e;
            } catch (ReflectiveOperationException | LinkageError | SecurityException e) {
                missing = rootOf(e);
                cause = e;
            }
        }
        throw new IOException(
                "zstd needs the library com.github.luben:zstd-jni, which is not there or cannot be loaded: " + missing
                        + " (add it to the class path, or to the module path with"
                        + " --add-modules com.github.luben.zstd_jni; of the command line, to its folder lib)",
                cause);
    }

    /** Why an initialiser failed is what its error was caused by. */
    private static String rootOf(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.toString();
    }

    /** Compresses {@code length} bytes; how many they became, or a negative number. */
    int compress(ByteBuffer to, int room, ByteBuffer from, int length) {
        try {
            return (int) (long) compress.invokeExact(to, 0, room, from, 0, length, LEVEL);
        } catch (Throwable e) {
            return failed(e);
        }
    }

    /** Decompresses {@code length} bytes; how many they were, or a negative number. */
    int decompress(ByteBuffer to, int room, ByteBuffer from, int length) {
        try {
            return (int) (long) decompress.invokeExact(to, 0, room, from, 0, length);
        } catch (Throwable e) {
            return failed(e);
        }
    }

    /** Some of its versions return their error, which is negative, and some throw it. */
    private static int failed(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return FAILED;
    }
}
