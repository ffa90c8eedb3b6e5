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
    ZIP(".zip");

    private final String ending;

    ArchiveFormat(String ending) {
        this.ending = ending;
    }

    /** What is appended to the file's name. */
    public String ending() {
        return ending;
    }
}
