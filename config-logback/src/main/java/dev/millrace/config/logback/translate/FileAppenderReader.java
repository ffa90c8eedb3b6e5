package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads a file appender, rolling or not. */
final class FileAppenderReader implements OptionHandler {
    private final Translation translation;
    private final SinkOptions options;
    /** Null for an appender that does not roll. */
    private final RollingReader policies;

    private String file;
    private boolean append = true;
    private boolean prudent;

    private FileAppenderReader(Translation translation, boolean rolling) {
        this.translation = translation;
        this.options = new SinkOptions(translation);
        this.policies = rolling ? new RollingReader(translation) : null;
    }

    /** The sink, or null when there is no file it could write to. */
    static SinkPlan read(AppenderItem item, boolean rolling, String name, Translation translation) {
        FileAppenderReader reader = new FileAppenderReader(translation, rolling);
        translation.options(item.children(), reader);
        Path path = reader.path(item, name);
        if (path == null) {
            return null;
        }
        LayoutPlan layout = reader.options.layout(item.line(), name);
        if (rolling) {
            boolean append = reader.append(item, name);
            RollPlan roll = reader.roll(item, name, path);
            if (roll != null) {
                return new SinkPlan.RollingFileSink(
                        name, layout, reader.options.charset(), reader.options.filters(), roll, reader.prudent);
            }
            return new SinkPlan.FileSink(
                    name, layout, reader.options.charset(), reader.options.filters(), path, append, reader.prudent);
        }
        return new SinkPlan.FileSink(
                name,
                layout,
                reader.options.charset(),
                reader.options.filters(),
                path,
                reader.append(item, name),
                reader.prudent);
    }

    /** How it rolls; null, with a report, when it cannot. */
    private RollPlan roll(AppenderItem item, String name, Path path) {
        try {
            Path own = file == null ? null : path;
            if (prudent) {
                // Nobody may rename a file that others write to.
                own = null;
                if (file != null) {
                    translation.report(
                            StatusCode.MR412,
                            item.line(),
                            "appender " + name + ": with <prudent> events go to the file of the <fileNamePattern> at"
                                    + " once; its <file> is not used");
                }
            }
            return policies.plan(own, prudent);
        } catch (IllegalArgumentException e) {
            translation.report(
                    StatusCode.MR425,
                    item.line(),
                    "appender " + name + " does not roll: " + e.getMessage() + "; all its events go to " + path
                            + ", which grows");
            return null;
        }
    }

    private Path path(AppenderItem item, String name) {
        String path = file;
        if (path == null && policies != null && policies.pattern() != null) {
            path = RollingFileName.withoutConversions(policies.pattern(), name);
        }
        if (path == null) {
            translation.report(
                    StatusCode.MR421,
                    item.line(),
                    "appender " + name + " has no <file>; what is logged to it goes nowhere");
            return null;
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            translation.report(
                    StatusCode.MR421,
                    item.line(),
                    "appender " + name + ": \"" + path + "\" cannot name a file; what is logged to it goes nowhere",
                    e);
            return null;
        }
    }

    private boolean append(AppenderItem item, String name) {
        if (append || (policies == null && !prudent)) {
            return append;
        }
        translation.report(
                StatusCode.MR414,
                item.line(),
                "appender " + name + ": <append>false is not possible with "
                        + (policies != null ? "a rolling file" : "<prudent>") + "; the file is appended to");
        return true;
    }

    @Override
    public void option(Option option) {
        if (options.accept(option)) {
            return;
        }
        switch (option.property()) {
            case "file" -> {
                if (option.value() != null && !option.value().isBlank()) {
                    file = translation.fileName(option);
                }
            }
            case "append" -> append = translation.flag(option, append);
            case "prudent" -> prudent = translation.flag(option, prudent);
            case "bufferSize" ->
                translation.report(
                        StatusCode.MR412,
                        option.line(),
                        "<" + option.tag() + "> needs nothing: events are written in batches of their own size");
            case "rollingPolicy", "triggeringPolicy" -> policy(option);
            default -> translation.reportUnknown(option, "a file appender");
        }
    }

    private void policy(Option option) {
        if (policies == null) {
            translation.reportUnknown(option, "a file appender that does not roll");
            return;
        }
        policies.policy(option);
    }

    @Override
    public void reference(int line, String name) {
        translation.reportReference(line, name, "a file appender");
    }
}
