package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.AppenderRefItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.LoggerItem;
import dev.millrace.core.plan.Plan.OverflowWish;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The appenders of a configuration: which there are, which are referenced, and what each became. */
final class Appenders {
    private static final String CONSOLE = "ch.qos.logback.core.ConsoleAppender";
    private static final String JANSI_CONSOLE = "ch.qos.logback.core.JansiConsoleAppender";
    private static final String FILE = "ch.qos.logback.core.FileAppender";
    private static final String ROLLING_FILE = "ch.qos.logback.core.rolling.RollingFileAppender";
    private static final String ASYNC = "ch.qos.logback.classic.AsyncAppender";

    private final Translation translation;
    private final Set<String> declared = new HashSet<>();
    private final Set<String> referenced = new HashSet<>();
    private final Set<AppenderItem> refused = new HashSet<>();
    private final Set<String> sinkNames = new HashSet<>();
    /** What is done; null for an appender that writes nowhere. */
    private final Map<String, Wiring> done = new HashMap<>();

    Appenders(Translation translation) {
        this.translation = translation;
    }

    /** Finds out what there is before anything is translated: a reference may stand before its appender. */
    void declare(List<Item> items) {
        for (Item item : items) {
            if (item instanceof AppenderItem appender) {
                declared.add(nameOf(appender));
                referenced.addAll(references(appender.children()));
            } else if (item instanceof LoggerItem logger) {
                referenced.addAll(references(logger.children()));
            }
        }
        FileCollisions collisions = new FileCollisions(translation);
        for (Item item : items) {
            if (item instanceof AppenderItem appender && isReferenced(appender)) {
                String className = classOf(appender);
                if ((FILE.equals(className) || ROLLING_FILE.equals(className))
                        && collisions.collides(appender, nameOf(appender))) {
                    refused.add(appender);
                }
            }
        }
    }

    boolean isDeclared(String name) {
        return declared.contains(name);
    }

    /** Whether every declared appender that is referred to has been translated. */
    boolean areDone(List<String> names) {
        for (String name : names) {
            if (declared.contains(name) && !done.containsKey(name)) {
                return false;
            }
        }
        return true;
    }

    /** What an appender became; null when it writes nowhere. */
    Wiring wiring(String name) {
        return done.get(name);
    }

    /** The names that references refer to. */
    List<String> references(List<Item> children) {
        List<String> names = new ArrayList<>(children.size());
        for (Item child : children) {
            if (child instanceof AppenderRefItem reference) {
                names.add(translation.substitute(reference.ref(), reference.line()));
            }
        }
        return names;
    }

    void translate(AppenderItem item, int position) {
        String name = nameOf(item);
        if (!isReferenced(item)) {
            translation.report(
                    StatusCode.MR424, item.line(), "appender " + name + " is not referenced; it is left out");
            return;
        }
        if (refused.contains(item)) {
            done.putIfAbsent(name, null);
            return;
        }
        if (done.containsKey(name)) {
            translation.report(
                    StatusCode.MR414,
                    item.line(),
                    "there is another appender " + name + " before this one; references from here on mean this one");
        }
        done.put(name, wire(item, name, position));
    }

    /** Gives an appender up whose references lead back to itself. */
    void giveUp(AppenderItem item) {
        String name = nameOf(item);
        translation.report(
                StatusCode.MR421,
                item.line(),
                "appender " + name + " refers to itself in a circle; what is logged to it goes nowhere");
        done.putIfAbsent(name, null);
    }

    private Wiring wire(AppenderItem item, String name, int position) {
        String className = classOf(item);
        String sinkName = uniqueSinkName(name);
        if (CONSOLE.equals(className) || JANSI_CONSOLE.equals(className)) {
            boolean jansi = JANSI_CONSOLE.equals(className);
            return wiring(ConsoleAppenderReader.read(item, jansi, sinkName, translation), position);
        }
        if (FILE.equals(className) || ROLLING_FILE.equals(className)) {
            boolean rolling = ROLLING_FILE.equals(className);
            return wiring(FileAppenderReader.read(item, rolling, sinkName, translation), position);
        }
        if (ASYNC.equals(className)) {
            return AsyncAppenderReader.read(item, sinkName, position, translation, this);
        }
        translation.report(
                StatusCode.MR420,
                item.line(),
                "appender " + name + " is of class " + className
                        + ", which is not supported; what is logged to it goes nowhere");
        return null;
    }

    private static Wiring wiring(SinkPlan sink, int position) {
        return sink == null ? null : new Wiring(sink, position, OverflowWish.NONE);
    }

    private String uniqueSinkName(String name) {
        String unique = name;
        for (int i = 2; !sinkNames.add(unique); i++) {
            unique = name + "-" + i;
        }
        return unique;
    }

    private boolean isReferenced(AppenderItem item) {
        return referenced.contains(nameOf(item));
    }

    private String nameOf(AppenderItem item) {
        return translation.substitute(item.name(), item.line());
    }

    private String classOf(AppenderItem item) {
        return translation.className(item.className(), item.line());
    }
}
