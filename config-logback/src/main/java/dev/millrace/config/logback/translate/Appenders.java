package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.AppenderRefItem;
import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.config.logback.model.IfItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.LoggerItem;
import dev.millrace.core.plan.Plan.OverflowWish;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The appenders of a configuration: which there are, which are referenced, and what each became. */
final class Appenders {
    private static final String CONSOLE = "ch.qos.logback.core.ConsoleAppender";
    private static final String JANSI_CONSOLE = "ch.qos.logback.core.JansiConsoleAppender";
    private static final String FILE = "ch.qos.logback.core.FileAppender";
    private static final String ROLLING_FILE = "ch.qos.logback.core.rolling.RollingFileAppender";
    private static final String SIFTING = "ch.qos.logback.classic.sift.SiftingAppender";
    private static final String ASYNC = "ch.qos.logback.classic.AsyncAppender";
    private static final String NOTHING = "ch.qos.logback.core.helpers.NOPAppender";
    /** Of several packages. What they refer to gets the events that Kafka does not take. */
    private static final String KAFKA = ".KafkaAppender";

    private final Translation translation;
    private final Set<String> declared = new HashSet<>();
    private final Set<String> referenced = new HashSet<>();
    /** By identity: a file that is included twice brings the same element twice. */
    private final Set<AppenderItem> refused = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Set<String> sinkNames = new HashSet<>();
    /** What is done; empty for an appender that writes nowhere. */
    private final Map<String, List<Wiring>> done = new HashMap<>();
    /** Those that write nowhere because the configuration says so. */
    private final Set<String> silent = new HashSet<>();

    Appenders(Translation translation) {
        this.translation = translation;
    }

    /** Finds out what there is before anything is translated: a reference may stand before its appender. */
    void declare(List<Placed> items) {
        int appenders;
        boolean more;
        do {
            appenders = 0;
            more = false;
            for (Placed placed : items) {
                translation.source(placed.source());
                if (placed.item() instanceof AppenderItem appender) {
                    appenders++;
                    declared.add(nameOf(appender));
                    // What is referred to only from where nobody logs is not: the next pass follows what this one adds.
                    more |= isReferenced(appender) && referenced.addAll(references(appender.children()));
                } else if (placed.item() instanceof LoggerItem logger) {
                    more |= referenced.addAll(references(logger.children()));
                }
            }
        } while (more);
        // Not names: two of one name collide, too.
        if (appenders > 1) {
            refuseCollisions(items);
        }
    }

    private void refuseCollisions(List<Placed> items) {
        FileCollisions collisions = new FileCollisions(translation);
        for (Placed placed : items) {
            translation.source(placed.source());
            if (placed.item() instanceof AppenderItem appender && isReferenced(appender)) {
                String className = classOf(appender);
                if (isFile(className) && collisions.collides(appender, nameOf(appender))) {
                    refused.add(appender);
                }
            }
        }
    }

    boolean isDeclared(String name) {
        return declared.contains(name);
    }

    /** Whether an appender waits for none that it refers to. One that is left out never does. */
    boolean isReady(AppenderItem item) {
        return !isReferenced(item) || areDone(item.children());
    }

    /** Whether every declared appender that is referred to has been translated. */
    boolean areDone(List<Item> children) {
        for (String name : references(children)) {
            if (declared.contains(name) && !done.containsKey(name)) {
                return false;
            }
        }
        return true;
    }

    /** What an appender became; empty when it writes nowhere. */
    List<Wiring> wirings(String name) {
        return done.getOrDefault(name, List.of());
    }

    /** Whether an appender writes nowhere, as the configuration wants it: there is nothing to tell. */
    boolean isSilent(String name) {
        return silent.contains(name);
    }

    /** The names that references refer to, in whatever branch they stand. */
    List<String> references(List<Item> children) {
        List<String> names = new ArrayList<>(children.size());
        addReferences(names, children);
        return names;
    }

    private void addReferences(List<String> names, List<Item> children) {
        for (Item child : children) {
            if (child instanceof AppenderRefItem reference) {
                names.add(translation.substitute(reference.ref(), reference.line()));
                // Most are components, and asking for a type loads its class.
            } else if (!(child instanceof ComponentItem) && child instanceof IfItem conditional) {
                for (IfItem.Branch branch : conditional.branches()) {
                    addReferences(names, branch.items());
                }
            }
        }
    }

    void translate(AppenderItem item, int position) {
        String name = nameOf(item);
        if (!isReferenced(item)) {
            translation.report(
                    StatusCode.MR424, item.line(), "appender " + name + " is not referenced; it is left out");
            return;
        }
        if (refused.contains(item)) {
            done.putIfAbsent(name, List.of());
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
        done.putIfAbsent(name, List.of());
    }

    private List<Wiring> wire(AppenderItem item, String name, int position) {
        String className = classOf(item);
        String sinkName = uniqueSinkName(name);
        if (NOTHING.equals(className) || (ASYNC.equals(className) && refersToNothing(item))) {
            silent.add(name);
            return List.of();
        }
        silent.remove(name);
        if (isConsole(className)) {
            return wiring(ConsoleAppenderReader.read(item, isJansi(className), sinkName, translation), position);
        }
        if (isFile(className)) {
            return wiring(FileAppenderReader.read(item, isRollingFile(className), sinkName, translation), position);
        }
        if (SIFTING.equals(className)) {
            return wiring(SiftingAppenderReader.read(item, sinkName, translation), position);
        }
        if (ASYNC.equals(className)) {
            return AsyncAppenderReader.read(item, sinkName, translation, this, false, false);
        }
        boolean passes = !references(item.children()).isEmpty();
        boolean standIns = className != null && className.endsWith(KAFKA);
        translation.report(
                passes ? StatusCode.MR411 : StatusCode.MR420,
                item.line(),
                "appender " + name + " is of class " + className
                        + ", which is not supported; what is logged to it goes "
                        + (passes
                                ? "as it is to those that it refers to"
                                        + (standIns ? ", where it does not come to them anyway" : "")
                                : "nowhere (use a console, file, rolling file or asynchronous appender)"));
        return passes ? AsyncAppenderReader.read(item, sinkName, translation, this, true, standIns) : List.of();
    }

    private boolean refersToNothing(AppenderItem item) {
        List<String> names = references(item.children());
        return !names.isEmpty() && silent.containsAll(names);
    }

    static boolean isJansi(String className) {
        return JANSI_CONSOLE.equals(className);
    }

    static boolean isConsole(String className) {
        return CONSOLE.equals(className) || JANSI_CONSOLE.equals(className);
    }

    static boolean isFile(String className) {
        return FILE.equals(className) || isRollingFile(className);
    }

    static boolean isRollingFile(String className) {
        return ROLLING_FILE.equals(className);
    }

    private static List<Wiring> wiring(SinkPlan sink, int position) {
        return sink == null ? List.of() : List.of(new Wiring(sink, position, OverflowWish.NONE));
    }

    String uniqueSinkName(String name) {
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
