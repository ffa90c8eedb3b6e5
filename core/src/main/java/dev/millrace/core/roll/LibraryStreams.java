package dev.millrace.core.roll;

import dev.millrace.core.plan.ArchiveFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Streams of libraries that the program may have. They are made by their public constructors, so that Millrace needs
 * none of them, and finds them on the class path and on the module path.
 */
final class LibraryStreams {
    private static final String XZ_FILTERS = "org.tukaani.xz.FilterOptions";
    private static final String XZ_DEFAULTS = "org.tukaani.xz.LZMA2Options";

    private LibraryStreams() {}

    /** Compresses what is written to it. */
    static OutputStream compressing(ArchiveFormat format, OutputStream archive) throws IOException {
        try {
            Class<? extends OutputStream> type =
                    Class.forName(format.library() + "OutputStream").asSubclass(OutputStream.class);
            if (format != ArchiveFormat.XZ) {
                return type.getConstructor(OutputStream.class).newInstance(archive);
            }
            Object defaults = Class.forName(XZ_DEFAULTS).getConstructor().newInstance();
            return type.getConstructor(OutputStream.class, Class.forName(XZ_FILTERS))
                    .newInstance(archive, defaults);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    /** Reads what was compressed. */
    static InputStream reading(ArchiveFormat format, InputStream archive) throws IOException {
        try {
            return Class.forName(format.library() + "InputStream")
                    .asSubclass(InputStream.class)
                    .getConstructor(InputStream.class)
                    .newInstance(archive);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }
}
