package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.file.Path;

/** Reads the policies of a rolling file appender. */
final class RollingReader {
    private static final String PACKAGE = "ch.qos.logback.core.rolling.";
    private static final int MAX_WINDOW = 20;
    private static final long DEFAULT_MAX_FILE_SIZE = 10L << 20;
    private static final long NOT_GIVEN = -1;

    private final Translation translation;
    private String policy;
    private String pattern;
    private int patternLine;
    private boolean sizeTrigger;
    private boolean sizeAndTime;
    private long maxFileSize = NOT_GIVEN;
    private long totalSizeCap;
    private int maxHistory;
    private boolean cleanHistoryOnStart;
    private int minIndex = 1;
    private int maxIndex = 7;

    RollingReader(Translation translation) {
        this.translation = translation;
    }

    /** The name pattern, or null. */
    String pattern() {
        return pattern;
    }

    /** Takes a {@code <rollingPolicy>} or {@code <triggeringPolicy>}. */
    void policy(Option option) {
        String name = simpleName(option.className());
        switch (name) {
            case "TimeBasedRollingPolicy", "FixedWindowRollingPolicy" -> policy = name;
            case "SizeAndTimeBasedRollingPolicy" -> {
                policy = "TimeBasedRollingPolicy";
                sizeAndTime = true;
            }
            case "SizeBasedTriggeringPolicy" -> sizeTrigger = true;
            default ->
                translation.report(
                        StatusCode.MR411,
                        option.line(),
                        "<" + option.tag() + "> of class " + option.className() + " is not supported; it is ignored");
        }
        translation.options(option.children(), child -> policyOption(child, option.tag()));
    }

    private static String simpleName(String className) {
        return className != null && className.startsWith(PACKAGE) ? className.substring(PACKAGE.length()) : "";
    }

    private void policyOption(Option option, String parent) {
        switch (option.property()) {
            case "fileNamePattern" -> {
                if (option.value() != null && !option.value().isBlank()) {
                    pattern = option.value().trim();
                    patternLine = option.line();
                }
            }
            case "maxFileSize" -> maxFileSize = size(option, maxFileSize);
            case "totalSizeCap" -> totalSizeCap = size(option, totalSizeCap);
            case "maxHistory" -> maxHistory = translation.number(option, maxHistory);
            case "cleanHistoryOnStart" -> cleanHistoryOnStart = translation.flag(option, cleanHistoryOnStart);
            case "minIndex" -> minIndex = translation.number(option, minIndex);
            case "maxIndex" -> maxIndex = translation.number(option, maxIndex);
            case "timeBasedFileNamingAndTriggeringPolicy" -> nested(option);
            case "checkIncrement" ->
                translation.report(
                        StatusCode.MR412,
                        option.line(),
                        "<" + option.tag() + "> needs nothing: the size is known with every event");
            default -> translation.reportUnknown(option, "<" + parent + ">");
        }
    }

    private void nested(Option option) {
        switch (simpleName(option.className())) {
            case "SizeAndTimeBasedFNATP", "SizeAndTimeBasedFileNamingAndTriggeringPolicy" -> {
                sizeAndTime = true;
                translation.options(option.children(), child -> policyOption(child, option.tag()));
            }
            case "DefaultTimeBasedFileNamingAndTriggeringPolicy" ->
                translation.options(option.children(), child -> policyOption(child, option.tag()));
            default ->
                translation.report(
                        StatusCode.MR411,
                        option.line(),
                        "<" + option.tag() + "> of class " + option.className() + " is not supported; it is ignored");
        }
    }

    private long size(Option option, long before) {
        if (option.value() == null) {
            return before;
        }
        long bytes = ByteSizes.parse(option.value().trim());
        if (bytes != ByteSizes.NONE) {
            return bytes;
        }
        translation.report(
                StatusCode.MR414,
                option.line(),
                "<" + option.tag() + "> is no size such as 10MB but \"" + option.value() + "\"; it is ignored");
        return before;
    }

    /**
     * What the policies say.
     *
     * @param file the appender's own file, or null
     * @param prudent whether other processes write to the same files
     * @throws IllegalArgumentException when it cannot roll by them; the message says why
     */
    RollPlan plan(Path file, boolean prudent) {
        if (policy == null) {
            throw new IllegalArgumentException("it has no <rollingPolicy> that is supported");
        }
        if (pattern == null) {
            throw new IllegalArgumentException("its <rollingPolicy> has no <fileNamePattern>");
        }
        ArchiveFormat format = format();
        String plain = pattern.substring(0, pattern.length() - format.ending().length());
        FileNamePattern names = FileNamePatternParser.parse(plain);
        if (!policy.equals("TimeBasedRollingPolicy")) {
            if (prudent) {
                throw new IllegalArgumentException(
                        "a fixed window renames files, which others may have open with <prudent>");
            }
            return window(file, names, format);
        }
        return periodic(file, names, prudent ? uncompressed(format) : format);
    }

    private ArchiveFormat uncompressed(ArchiveFormat format) {
        if (format != ArchiveFormat.PLAIN) {
            translation.report(
                    StatusCode.MR411,
                    patternLine,
                    "files that others may write to, with <prudent>, are not compressed; their names do not end with "
                            + format.ending());
        }
        return ArchiveFormat.PLAIN;
    }

    private ArchiveFormat format() {
        if (pattern.endsWith(ArchiveFormat.XZ.ending()) && !ArchiveFormat.XZ.isAvailable()) {
            translation.report(
                    StatusCode.MR780,
                    patternLine,
                    "xz needs the library org.tukaani:xz, which is not there; rolled files are compressed by gzip (.gz)");
            pattern = pattern.substring(
                            0, pattern.length() - ArchiveFormat.XZ.ending().length())
                    + ArchiveFormat.GZIP.ending();
        }
        for (ArchiveFormat format : ArchiveFormat.values()) {
            if (format == ArchiveFormat.PLAIN || !pattern.endsWith(format.ending())) {
                continue;
            }
            if (format.isAvailable()) {
                return format;
            }
            translation.report(
                    StatusCode.MR780,
                    patternLine,
                    "zst needs the library com.github.luben:zstd-jni, which is not there; rolled files have that name"
                            + " and stay as they are");
        }
        return ArchiveFormat.PLAIN;
    }

    private RollPlan periodic(Path file, FileNamePattern names, ArchiveFormat format) {
        FileNamePattern.Date date = names.primaryDate();
        if (date == null) {
            throw new IllegalArgumentException("its <fileNamePattern> has no date");
        }
        RollPeriod period = RollPeriods.of(date.pattern());
        if (sizeAndTime && !names.hasIndex()) {
            throw new IllegalArgumentException("its <fileNamePattern> has no index %i");
        }
        if (!sizeAndTime && names.hasIndex()) {
            throw new IllegalArgumentException("its <fileNamePattern> has an index %i, which only a policy by size and"
                    + " time gives (SizeAndTimeBasedRollingPolicy)");
        }
        if (sizeAndTime && maxFileSize <= 0) {
            throw new IllegalArgumentException("its policy by size and time has no <maxFileSize>");
        }
        if (sizeTrigger) {
            translation.report(
                    StatusCode.MR411,
                    patternLine,
                    "a policy by time takes no <triggeringPolicy>; it is ignored (use SizeAndTimeBasedRollingPolicy)");
        }
        if (totalSizeCap > 0 && maxHistory <= 0) {
            translation.report(
                    StatusCode.MR414, patternLine, "<totalSizeCap> needs a <maxHistory>; no file is removed");
        }
        return new RollPlan.Periodic(
                file,
                names,
                format,
                period,
                sizeAndTime ? maxFileSize : 0,
                Math.max(0, maxHistory),
                totalSizeCap,
                cleanHistoryOnStart);
    }

    private RollPlan window(Path file, FileNamePattern names, ArchiveFormat format) {
        if (file == null) {
            throw new IllegalArgumentException("a fixed window needs a <file>");
        }
        if (!names.hasIndex()) {
            throw new IllegalArgumentException("its <fileNamePattern> has no index %i");
        }
        if (!sizeTrigger) {
            throw new IllegalArgumentException("it has no <triggeringPolicy> that is supported");
        }
        int max = maxIndex;
        if (max < minIndex || max - minIndex > MAX_WINDOW) {
            max = max < minIndex ? minIndex : minIndex + MAX_WINDOW;
            translation.report(
                    StatusCode.MR414, patternLine, "<maxIndex> " + maxIndex + " is out of range; " + max + " is used");
        }
        long size = maxFileSize <= 0 ? DEFAULT_MAX_FILE_SIZE : maxFileSize;
        return new RollPlan.Window(file, names, format, size, minIndex, max);
    }
}
