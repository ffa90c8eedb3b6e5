package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPeriod;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.file.Path;

/** Reads a policy that rolls by time, or by time and size. */
final class TimePolicyReader extends NamingPolicyReader {
    private final String className;
    private final boolean sizeAndTime;
    private long maxFileSize;
    private long totalSizeCap;
    private int maxHistory;
    private boolean cleanHistoryOnStart;
    private SizeTriggerReader nested;

    TimePolicyReader(Translation translation, boolean sizeAndTime) {
        super(translation);
        this.sizeAndTime = sizeAndTime;
        this.className = sizeAndTime ? "SizeAndTimeBasedRollingPolicy" : "TimeBasedRollingPolicy";
    }

    @Override
    public void option(Option option) {
        switch (option.property()) {
            case PROPERTY -> super.option(option);
            case "maxHistory" -> maxHistory = translation.number(option, maxHistory);
            case "totalSizeCap" -> totalSizeCap = translation.size(option, totalSizeCap);
            case "cleanHistoryOnStart" -> cleanHistoryOnStart = translation.flag(option, cleanHistoryOnStart);
            case "timeBasedFileNamingAndTriggeringPolicy" -> nested(option);
            case "maxFileSize" -> maxFileSize(option);
            default -> translation.reportUnknown(option, className);
        }
    }

    private void maxFileSize(Option option) {
        if (!sizeAndTime) {
            translation.reportUnknown(option, className);
            return;
        }
        maxFileSize = translation.size(option, maxFileSize);
    }

    private void nested(Option option) {
        if (sizeAndTime) {
            translation.report(
                    StatusCode.MR411,
                    option.line(),
                    "<" + option.tag() + "> is not used: " + className + " rolls by its own <maxFileSize>");
            return;
        }
        String itsClass = RollingReader.simpleName(option.className());
        switch (itsClass) {
            case "SizeAndTimeBasedFNATP", "SizeAndTimeBasedFileNamingAndTriggeringPolicy" -> {
                nested = new SizeTriggerReader(translation, itsClass);
                translation.options(option.children(), nested);
            }
            case "DefaultTimeBasedFileNamingAndTriggeringPolicy" -> {
                nested = null;
                translation.options(option.children(), child -> translation.reportUnknown(child, itsClass));
            }
            default -> translation.report(StatusCode.MR411, option.line(), option.problem() + "; it is ignored");
        }
    }

    @Override
    RollPlan plan(Path file, boolean prudent, SizeTriggerReader trigger) {
        ArchiveFormat format = format();
        FileNamePattern names = names(format);
        RollPeriod period = period(names);
        long size = size(names);
        if (trigger != null) {
            translation.report(
                    StatusCode.MR411,
                    line(),
                    "a policy by time takes no <triggeringPolicy>; it is ignored (use SizeAndTimeBasedRollingPolicy)");
        }
        return new RollPlan.Periodic(
                own(file, names, format),
                names,
                prudent ? uncompressed(format) : format,
                period,
                size,
                history(),
                totalSizeCap,
                cleanHistoryOnStart);
    }

    private static RollPeriod period(FileNamePattern names) {
        FileNamePattern.Date date = names.primaryDate();
        if (date == null) {
            throw new IllegalArgumentException("its <fileNamePattern> has no date");
        }
        return RollPeriods.of(date.pattern());
    }

    /** In bytes; 0 for a policy by time alone. */
    private long size(FileNamePattern names) {
        if (!sizeAndTime && nested == null) {
            if (names.hasIndex()) {
                throw new IllegalArgumentException("its <fileNamePattern> has an index %i, which only a policy by size"
                        + " and time gives (SizeAndTimeBasedRollingPolicy)");
            }
            return 0;
        }
        if (!names.hasIndex()) {
            throw new IllegalArgumentException("its <fileNamePattern> has no index %i");
        }
        long size = sizeAndTime ? maxFileSize : nested.maxFileSize();
        if (size <= 0) {
            throw new IllegalArgumentException("its policy by size and time has no <maxFileSize>");
        }
        return size;
    }

    private int history() {
        if (maxHistory < 0) {
            translation.report(
                    StatusCode.MR414, line(), "<maxHistory> " + maxHistory + " is below 0; no file is removed");
        } else if (totalSizeCap > 0 && maxHistory == 0) {
            translation.report(StatusCode.MR414, line(), "<totalSizeCap> needs a <maxHistory>; no file is removed");
        }
        return Math.max(0, maxHistory);
    }

    /** The appender's own file; null where a file could roll onto it. */
    private Path own(Path file, FileNamePattern names, ArchiveFormat format) {
        if (file == null || !new ArchiveNameMatch(names).matches(file, format)) {
            return file;
        }
        translation.report(
                StatusCode.MR414,
                line(),
                "<file> " + file + " is a name that this <" + PROPERTY
                        + "> gives, so that a file would roll onto itself; <file> is not used, and events go to the"
                        + " file of the pattern at once");
        return null;
    }

    private ArchiveFormat uncompressed(ArchiveFormat format) {
        if (format != ArchiveFormat.PLAIN) {
            translation.report(
                    StatusCode.MR411,
                    line(),
                    "files that others may write to, with <prudent>, are not compressed; their names do not end with "
                            + format.ending());
        }
        return ArchiveFormat.PLAIN;
    }
}
