package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;

/** Reads a console appender. */
final class ConsoleAppenderReader implements OptionHandler {
    private final Translation translation;
    private final SinkOptions options;
    private boolean error;
    private boolean withJansi;

    private ConsoleAppenderReader(Translation translation) {
        this.translation = translation;
        this.options = new SinkOptions(translation);
    }

    /** {@code jansi}: the appender's class is the one whose output goes through Jansi. */
    static SinkPlan read(AppenderItem item, boolean jansi, String name, Translation translation) {
        ConsoleAppenderReader reader = new ConsoleAppenderReader(translation);
        reader.withJansi = jansi;
        translation.options(item.children(), reader);
        LayoutPlan layout = reader.options.layout(item.line(), name);
        return new SinkPlan.ConsoleSink(
                name, layout, reader.options.charset(), reader.options.filters(), reader.error, reader.withJansi);
    }

    @Override
    public void option(Option option) {
        if (options.accept(option)) {
            return;
        }
        switch (option.property()) {
            case "target" -> target(option);
            case "withJansi" -> withJansi = translation.flag(option, false);
            case "preferredJansiClassName" ->
                translation.report(
                        StatusCode.MR412,
                        option.line(),
                        "<" + option.tag() + "> needs nothing: colours go without Jansi's classes");
            default -> translation.reportUnknown(option, "a console appender");
        }
    }

    private void target(Option option) {
        if (option.value() == null) {
            return;
        }
        String target = option.value().trim();
        if (target.equalsIgnoreCase("System.out")) {
            error = false;
        } else if (target.equalsIgnoreCase("System.err")) {
            error = true;
        } else {
            translation.report(
                    StatusCode.MR414,
                    option.line(),
                    "<" + option.tag() + "> is neither System.out nor System.err but \"" + target + "\"; System."
                            + (error ? "err" : "out") + " is used");
        }
    }

    @Override
    public void reference(int line, String name) {
        translation.reportReference(line, name, "a console appender");
    }
}
