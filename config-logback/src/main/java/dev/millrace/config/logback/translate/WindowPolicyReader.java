package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.file.Path;

/** Reads a policy that keeps a fixed number of files. */
final class WindowPolicyReader extends NamingPolicyReader {
    private static final int MAX_WINDOW = 20;
    /** Rolls count down to the number below. */
    private static final int MIN_INDEX = -Integer.MAX_VALUE;

    private static final long DEFAULT_MAX_FILE_SIZE = 10L << 20;

    private int minIndex = 1;
    private int maxIndex = 7;

    WindowPolicyReader(Translation translation) {
        super(translation);
    }

    @Override
    public void option(Option option) {
        switch (option.property()) {
            case PROPERTY -> super.option(option);
            case "minIndex" -> minIndex = Math.max(MIN_INDEX, translation.number(option, minIndex));
            case "maxIndex" -> maxIndex = translation.number(option, maxIndex);
            default -> translation.reportUnknown(option, "FixedWindowRollingPolicy");
        }
    }

    @Override
    RollPlan plan(Path file, boolean prudent, SizeTriggerReader trigger) {
        ArchiveFormat format = format();
        FileNamePattern names = names(format);
        if (prudent) {
            throw new IllegalArgumentException(
                    "a fixed window renames files, which others may have open with <prudent>");
        }
        if (file == null) {
            throw new IllegalArgumentException("a fixed window needs a <file>");
        }
        if (!names.hasIndex()) {
            throw new IllegalArgumentException("its <fileNamePattern> has no index %i");
        }
        if (names.hasDate()) {
            throw new IllegalArgumentException("a fixed window's <fileNamePattern> may have no date");
        }
        if (trigger == null) {
            throw new IllegalArgumentException("it has no <triggeringPolicy> that is supported");
        }
        int max = max();
        refuseOneOfTheWindow(file, names, format, max);
        long size = trigger.maxFileSize() <= 0 ? DEFAULT_MAX_FILE_SIZE : trigger.maxFileSize();
        return new RollPlan.Window(file, names, format, size, minIndex, max);
    }

    private int max() {
        int max = maxIndex;
        if (max < minIndex || (long) max - minIndex > MAX_WINDOW) {
            max = max < minIndex ? minIndex : minIndex + MAX_WINDOW;
            translation.report(
                    StatusCode.MR414, line(), "<maxIndex> " + maxIndex + " is out of range; " + max + " is used");
        }
        return max;
    }

    /** One of the files that move up would be removed at the end with lines that were never rolled. */
    private void refuseOneOfTheWindow(Path file, FileNamePattern names, ArchiveFormat format, int max) {
        // The newest moves up before the file takes its name.
        int first = format == ArchiveFormat.PLAIN ? 1 : 0;
        // Not up to max itself: behind the largest int there is none to end at.
        for (int i = first; i <= max - minIndex; i++) {
            if (new ArchiveNameMatch(names, minIndex + i).matches(file, format)) {
                throw new IllegalArgumentException("its <file> is one of the files of its window");
            }
        }
    }
}
