package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.status.StatusCode;

/** Reads a {@code <fileNamePattern>}: the names of rolled files, and how they are compressed. */
final class ArchivePatternReader implements OptionHandler {
    static final String PROPERTY = "fileNamePattern";

    private final Translation translation;
    private String text;
    private int line;

    ArchivePatternReader(Translation translation) {
        this.translation = translation;
    }

    /** Takes that one; any other is none of its business. */
    @Override
    public void option(Option option) {
        boolean given = option.value() != null && !option.value().isBlank();
        if (given && option.property().equals(PROPERTY)) {
            text = translation.fileName(option);
            line = option.line();
        }
    }

    /** As it is written, or null. */
    String text() {
        return text;
    }

    int line() {
        return line;
    }

    /** How rolled files are compressed, as their names end; one that has no library here is told. */
    ArchiveFormat format() {
        if (text.endsWith(ArchiveFormat.XZ.ending()) && !ArchiveFormat.XZ.isAvailable()) {
            translation.report(
                    StatusCode.MR780,
                    line,
                    "xz needs the library org.tukaani:xz, which is not there; rolled files are compressed by gzip (.gz)");
            text = text.substring(0, text.length() - ArchiveFormat.XZ.ending().length()) + ArchiveFormat.GZIP.ending();
        }
        for (ArchiveFormat format : ArchiveFormat.values()) {
            if (format == ArchiveFormat.PLAIN || !text.endsWith(format.ending())) {
                continue;
            }
            if (format.isAvailable()) {
                return format;
            }
            translation.report(
                    StatusCode.MR780,
                    line,
                    "zst needs the library com.github.luben:zstd-jni, which is not there; rolled files have that name"
                            + " and stay as they are");
        }
        return ArchiveFormat.PLAIN;
    }

    /**
     * The names, without the ending of their format.
     *
     * @throws IllegalArgumentException when it is no pattern; the message says why
     */
    FileNamePattern names(ArchiveFormat format) {
        return FileNamePatternParser.parse(
                text.substring(0, text.length() - format.ending().length()));
    }
}
