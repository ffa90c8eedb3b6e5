package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.ConditionItem;
import dev.millrace.config.logback.model.IfItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.PropertyItem;
import dev.millrace.config.logback.model.SiftItem;
import dev.millrace.config.logback.report.Place;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.source.WatchList;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads the content of a {@code <sift>} for each value, with a variable that has the value. Thread-safe. */
final class SiftTemplate implements Function<String, SinkPlan> {
    private final Translation outer;
    private final String source;
    private final SiftItem sift;
    private final String variable;
    private final Report report;
    private final SinkPlan sample;

    SiftTemplate(Translation outer, SiftItem sift, String variable, String defaultValue) {
        this.outer = outer;
        this.source = outer.source();
        this.sift = sift;
        this.variable = variable;
        this.report = new OnceReport(outer.report());
        this.sample = read(defaultValue, outer.watchList());
    }

    /** The sink of the default value; null when there is none. */
    SinkPlan sample() {
        return sample;
    }

    @Override
    public SinkPlan apply(String value) {
        // A list of its own: this is the thread that writes, and nobody looks at the other any more.
        SinkPlan plan = read(value, new WatchList(null));
        if (plan == null || target(plan).equals(target(sample))) {
            return plan;
        }
        report.add(
                StatusCode.MR411,
                new Place(source, sift.line()),
                "<sift> has " + target(plan) + " for \"" + value + "\" and " + target(sample)
                        + " for the default value; all events go to the latter");
        return sample;
    }

    /** What one thread writes to for all values. */
    private static String target(SinkPlan plan) {
        return plan instanceof SinkPlan.ConsoleSink console ? console.error() ? "System.err" : "System.out" : "files";
    }

    private SinkPlan read(String value, WatchList watchList) {
        Translation translation = outer.with(source, variable, value, report, watchList);
        List<AppenderItem> appenders = new ArrayList<>(1);
        collect(sift.children(), appenders, translation);
        if (appenders.size() != 1) {
            translation.report(
                    StatusCode.MR465,
                    sift.line(),
                    "<sift> has " + appenders.size() + " appenders for \"" + value + "\" and needs one; those events go"
                            + " nowhere");
            return null;
        }
        return read(appenders.get(0), translation);
    }

    /** Defines the properties on the way. */
    private static void collect(List<Item> children, List<AppenderItem> appenders, Translation translation) {
        Conditions conditions = new Conditions(translation);
        for (Item child : children) {
            if (child instanceof PropertyItem property) {
                translation.define(property);
            } else if (child instanceof AppenderItem appender) {
                appenders.add(appender);
            } else if (child instanceof ConditionItem condition) {
                conditions.add(condition);
            } else if (child instanceof IfItem conditional) {
                collect(conditions.chosen(conditional), appenders, translation);
            }
        }
    }

    private static SinkPlan read(AppenderItem item, Translation translation) {
        String name = translation.substitute(item.name(), item.line());
        String className = translation.className(item.className(), item.line());
        if (Appenders.isConsole(className)) {
            return ConsoleAppenderReader.read(item, Appenders.isJansi(className), name, translation);
        }
        if (Appenders.isFile(className)) {
            SinkPlan plan = FileAppenderReader.read(item, Appenders.isRollingFile(className), name, translation);
            if ((plan instanceof SinkPlan.FileSink file && file.prudent())
                    || (plan instanceof SinkPlan.RollingFileSink rolling && rolling.prudent())) {
                translation.report(
                        StatusCode.MR411,
                        item.line(),
                        "<prudent> is not supported inside <sift>: files are not locked; lines stand whole");
            }
            return plan;
        }
        translation.report(
                StatusCode.MR420,
                item.line(),
                "appender " + name + " inside <sift> is of class " + className
                        + ", which is not supported there; what is logged to it goes nowhere (use a file or rolling file appender)");
        return null;
    }
}
