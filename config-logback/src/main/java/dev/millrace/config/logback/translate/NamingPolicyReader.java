package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.file.Path;

/**
 * Reads a policy that names files: its {@code <fileNamePattern>} says how rolled ones are called and compressed. As it
 * is, it reads one that is not supported, of which that is all there is to know; each other has options of its own, and
 * reports and ignores those that it does not know.
 */
class NamingPolicyReader implements OptionHandler {
    static final String PROPERTY = "fileNamePattern";

    final Translation translation;
    private String text;
    private int line;

    NamingPolicyReader(Translation translation) {
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

    /** The name pattern as it is written, or null. */
    final String pattern() {
        return text;
    }

    /** The line of the name pattern. */
    final int line() {
        return line;
    }

    /**
     * What the policy says.
     *
     * @param file the appender's own file, or null
     * @param prudent whether other processes write to the same files
     * @param trigger the policy of its own for when to roll, or null
     * @throws IllegalArgumentException when it cannot roll by it; the message says why
     */
    RollPlan plan(Path file, boolean prudent, SizeTriggerReader trigger) {
        throw new IllegalArgumentException("it has no <rollingPolicy> that is supported");
    }

    /**
     * How rolled files are compressed, as their names end; one that has no library here is told.
     *
     * @throws IllegalArgumentException when there is no name pattern; the message says so
     */
    final ArchiveFormat format() {
        if (text == null) {
            throw new IllegalArgumentException("its <rollingPolicy> has no <fileNamePattern>");
        }
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
    final FileNamePattern names(ArchiveFormat format) {
        return FileNamePatternParser.parse(
                text.substring(0, text.length() - format.ending().length()));
    }
}
