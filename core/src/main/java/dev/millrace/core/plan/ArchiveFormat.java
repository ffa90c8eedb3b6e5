package dev.millrace.core.plan;

/**
 * What becomes of a file that was rolled.
 *
 * @since 0.1.0
 */
public enum ArchiveFormat {
    /** It stays as it is. */
    PLAIN(""),
    /** It is compressed by gzip. */
    GZIP(".gz"),
    /** It becomes the one entry of a ZIP file. */
    ZIP(".zip"),
    /** It is compressed by {@code org.tukaani:xz}, where the program has that. */
    XZ(".xz", "org.tukaani.xz.XZ"),
    /** It is compressed by {@code com.github.luben:zstd-jni}, where the program has that. */
    ZSTD(".zst", "com.github.luben.zstd.Zstd");

    private final String ending;
    private final String library;

    ArchiveFormat(String ending) {
        this(ending, null);
    }

    ArchiveFormat(String ending, String library) {
        this.ending = ending;
        this.library = library;
    }

    /** What is appended to the file's name. */
    public String ending() {
        return ending;
    }

    /** What the names of the library's streams begin with; null when the JDK does it. */
    public String library() {
        return library;
    }

    /** Whether files can become that: the JDK or the program has what it takes. */
    public boolean isAvailable() {
        if (library == null) {
            return true;
        }
        try {
            Class.forName(library + "OutputStream", false, ArchiveFormat.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
