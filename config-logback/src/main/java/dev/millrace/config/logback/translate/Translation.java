package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderRefItem;
import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.config.logback.model.ConditionItem;
import dev.millrace.config.logback.model.IfItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.LevelItem;
import dev.millrace.config.logback.model.ParamItem;
import dev.millrace.config.logback.model.PropertyItem;
import dev.millrace.config.logback.model.SiftItem;
import dev.millrace.config.logback.report.Place;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.config.logback.source.WatchList;
import dev.millrace.core.plan.FileNames;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.Levels;
import java.net.URL;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all parts of one translation share. */
final class Translation {
    private final Report report;
    private final ClassLoader loader;
    private final Surroundings surroundings;
    private final Variables variables;
    private final Map<String, String> imports = new HashMap<>();
    /** Of all patterns, also of those that are read for a value of a sifting appender, by the thread that writes. */
    private final Map<String, String> converters;

    private String source;
    private final WatchList watchList;

    Translation(
            String source,
            String contextName,
            ClassLoader loader,
            Surroundings surroundings,
            Report report,
            WatchList watchList) {
        this.source = source;
        this.watchList = watchList;
        this.report = report;
        this.loader = loader;
        this.surroundings = surroundings;
        this.converters = new ConcurrentHashMap<>();
        this.variables = new Variables(source, contextName, surroundings, report);
    }

    private Translation(Translation outer, String source, Variables variables, Report report, WatchList watchList) {
        this.source = source;
        this.watchList = watchList;
        this.report = report;
        this.loader = outer.loader;
        this.surroundings = outer.surroundings;
        this.converters = outer.converters;
        this.variables = variables;
        this.imports.putAll(outer.imports);
    }

    /** The same for lines of one file, with one more variable; what is defined there is not seen here. */
    Translation with(String itsSource, String name, String value, Report itsReport, WatchList itsWatchList) {
        Variables itsVariables = variables.with(itsSource, name, value, itsReport);
        return new Translation(this, itsSource, itsVariables, itsReport, itsWatchList);
    }

    Variables variables() {
        return variables;
    }

    /** Conversion words beyond Logback's, each with the name of a converter class that is known. */
    Map<String, String> converters() {
        return converters;
    }

    /** Adds words that a layout brings along; those of conversion rules stay. */
    void addConverters(Map<String, String> words) {
        words.forEach(converters::putIfAbsent);
    }

    /** To be told of each file just before it is read: of all of them, whether or not they are watched. */
    WatchList watchList() {
        return watchList;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    Report report() {
        return report;
    }

    /** What is being read, for people. */
    String source() {
        return source;
    }

    /** From now on lines are those of another file. */
    void source(String newSource) {
        source = newSource;
        variables.source(newSource);
    }

    /** A resource of the class path, or null. */
    URL resource(String name) {
        return loader == null ? ClassLoader.getSystemResource(name) : loader.getResource(name);
    }

    Place place(int line) {
        return new Place(source, line);
    }

    void report(StatusCode code, int line, String message) {
        report.add(code, place(line), message);
    }

    void report(StatusCode code, int line, String message, Throwable cause) {
        report.add(code, place(line), message, cause);
    }

    String substitute(String text, int line) {
        return variables.substitute(text, line);
    }

    void define(PropertyItem item) {
        new PropertyDefinitions(this).define(item);
    }

    void addImport(ComponentItem item) {
        String name = item.className();
        int dot = name.lastIndexOf('.');
        if (dot < 0 || dot + 1 == name.length()) {
            report(StatusCode.MR414, item.line(), "\"" + name + "\" is no class name with a package; not imported");
        } else {
            imports.put(name.substring(dot + 1), name);
        }
    }

    /** The scope of a name; the local one when there is none of that name. */
    Scope scope(String name, int line) {
        if (!Scope.isKnown(name)) {
            report(StatusCode.MR414, line, "there is no scope \"" + name + "\"; local is used");
        }
        return Scope.of(name);
    }

    /** The class a name stands for: variables substituted, imports resolved; null when there is none. */
    String className(String name, int line) {
        String substituted = substitute(name, line);
        return substituted == null || substituted.isBlank() ? null : imports.getOrDefault(substituted, substituted);
    }

    /** Hands the options of a component to a handler, one after the other, and defines its properties on the way. */
    void options(List<Item> children, OptionHandler handler) {
        Conditions conditions = null;
        for (Item child : children) {
            if (child instanceof ComponentItem component) {
                handler.option(option(component));
            } else if (child instanceof AppenderRefItem reference) {
                handler.reference(reference.line(), substitute(reference.ref(), reference.line()));
            } else if (child instanceof LevelItem level) {
                handler.level(level.line(), level.value());
            } else if (child instanceof PropertyItem property) {
                define(property);
            } else if (child instanceof ParamItem param) {
                String name = substitute(param.name(), param.line());
                ComponentItem option = new ComponentItem(param.line(), name, null, param.value(), List.of());
                handler.option(option(option));
            } else if (child instanceof SiftItem sift) {
                handler.sift(sift);
            } else if (child instanceof ConditionItem || child instanceof IfItem) {
                conditions = conditions == null ? new Conditions(this) : conditions;
                conditional(child, conditions, handler);
            }
        }
    }

    private void conditional(Item child, Conditions conditions, OptionHandler handler) {
        if (child instanceof ConditionItem condition) {
            conditions.add(condition);
        } else {
            options(conditions.chosen((IfItem) child), handler);
        }
    }

    private Option option(ComponentItem component) {
        return new Option(
                component.line(),
                component.tag(),
                component.property(),
                className(component.className(), component.line()),
                substitute(component.text(), component.line()),
                component.children());
    }

    /** The text of an option, as Logback sets any text: without what stands around it. {@code before} where it has none. */
    static String text(Option option, String before) {
        return option.value() == null ? before : option.value().trim();
    }

    /** The name of a file that an option gives, or a pattern of such names, as it can be used here. */
    String fileName(Option option) {
        String name = option.value().trim();
        String usable = FileNames.usable(name);
        if (!usable.endsWith(name)) {
            report(
                    StatusCode.MR414,
                    option.line(),
                    "no file can be named " + name + " in the encoding that this process has for names; " + usable
                            + " is used (start it with LC_ALL=C.UTF-8)");
        }
        return usable;
    }

    /** Why the class of an element is of no use; {@code what} it would have to be. */
    static String problem(String tag, String what, String className) {
        return className == null ? "<" + tag + "> names no class" : what + " " + className + " is not supported";
    }

    /** An {@code <appender-ref>} stands where none is taken. */
    void reportReference(int line, String name, String parent) {
        report(
                StatusCode.MR423,
                line,
                parent + " takes no <appender-ref>; " + name + " is not attached (refer to it from a logger)");
    }

    void reportUnknown(Option option, String parent) {
        report(
                StatusCode.MR410,
                option.line(),
                "<" + option.tag() + "> is not known inside " + parent + "; it is ignored");
    }

    /** The value of a yes-or-no option; what it was before when the value is neither. */
    boolean flag(Option option, boolean before) {
        String value = option.value() == null ? "" : option.value().trim().toLowerCase(Locale.ROOT);
        if (value.equals("true") || value.equals("false")) {
            return value.equals("true");
        }
        if (!value.isEmpty()) {
            report(
                    StatusCode.MR414,
                    option.line(),
                    "<" + option.tag() + "> is neither true nor false but \"" + option.value() + "\"; " + before
                            + " is used");
        }
        return before;
    }

    /** The value of a whole-number option; what it was before when the value is none. */
    int number(Option option, int before) {
        if (option.value() == null) {
            return before;
        }
        try {
            return Integer.parseInt(option.value().trim());
        } catch (NumberFormatException e) {
            report(
                    StatusCode.MR414,
                    option.line(),
                    "<" + option.tag() + "> is no whole number but \"" + option.value() + "\"; it is ignored");
            return before;
        }
    }

    /** The bytes of a size; what they were before when the value is none. */
    long size(Option option, long before) {
        if (option.value() == null) {
            return before;
        }
        long bytes = ByteSizes.parse(option.value().trim());
        if (bytes != ByteSizes.NONE) {
            return bytes;
        }
        report(
                StatusCode.MR414,
                option.line(),
                "<" + option.tag() + "> is no size such as 10MB but \"" + option.value() + "\"; it is ignored");
        return before;
    }

    /** The level a text names in any case, with white space around it; DEBUG when it names none, as Logback takes it. */
    int level(String text, int line) {
        return switch (text.trim().toUpperCase(Locale.ROOT)) {
            case "ALL" -> Levels.ALL;
            case "TRACE" -> Levels.TRACE;
            case "DEBUG" -> Levels.DEBUG;
            case "INFO" -> Levels.INFO;
            case "WARN" -> Levels.WARN;
            case "ERROR" -> Levels.ERROR;
            case "OFF" -> Levels.OFF;
            default -> {
                report(StatusCode.MR414, line, "there is no level \"" + text + "\"; DEBUG is used");
                yield Levels.DEBUG;
            }
        };
    }
}
