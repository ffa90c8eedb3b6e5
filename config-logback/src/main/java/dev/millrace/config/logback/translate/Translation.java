package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderRefItem;
import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.config.logback.model.ImportItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.ParamItem;
import dev.millrace.config.logback.model.PropertyItem;
import dev.millrace.config.logback.report.Place;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.Levels;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What all parts of one translation share. */
final class Translation {
    private final String source;
    private final ClassLoader loader;
    private final Report report;
    private final Variables variables;
    private final PropertyDefinitions definitions;
    private final Map<String, String> imports = new HashMap<>();

    Translation(String source, String contextName, ClassLoader loader, Surroundings surroundings, Report report) {
        this.source = source;
        this.loader = loader;
        this.report = report;
        this.variables = new Variables(source, contextName, surroundings, report);
        this.definitions = new PropertyDefinitions(this, loader);
    }

    private Translation(Translation outer, ClassLoader loader, Variables variables, Report report) {
        this.source = outer.source;
        this.loader = loader;
        this.report = report;
        this.variables = variables;
        this.definitions = new PropertyDefinitions(this, loader);
        this.imports.putAll(outer.imports);
    }

    /** The same with one more variable; what is defined there is not seen here. */
    Translation with(String name, String value, Report itsReport) {
        return new Translation(this, loader, variables.with(name, value, itsReport), itsReport);
    }

    Report report() {
        return report;
    }

    Variables variables() {
        return variables;
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
        definitions.define(item);
    }

    void addImport(ImportItem item) {
        String name = item.className();
        int dot = name.lastIndexOf('.');
        if (dot < 0 || dot + 1 == name.length()) {
            report(StatusCode.MR414, item.line(), "\"" + name + "\" is no class name with a package; not imported");
        } else {
            imports.put(name.substring(dot + 1), name);
        }
    }

    /** The class a name stands for: variables substituted, imports resolved; null when there is none. */
    String className(String name, int line) {
        String substituted = substitute(name, line);
        return substituted == null || substituted.isBlank() ? null : imports.getOrDefault(substituted, substituted);
    }

    /** Hands the options of a component to a handler, one after the other, and defines its properties on the way. */
    void options(List<Item> children, OptionHandler handler) {
        for (Item child : children) {
            if (child instanceof PropertyItem property) {
                define(property);
            } else if (child instanceof AppenderRefItem reference) {
                handler.reference(reference.line(), substitute(reference.ref(), reference.line()));
            } else if (child instanceof ParamItem param) {
                String name = substitute(param.name(), param.line());
                ComponentItem option = new ComponentItem(param.line(), name, null, param.value(), List.of());
                handler.option(option(option));
            } else if (child instanceof ComponentItem component) {
                handler.option(option(component));
            }
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

    /** The level a text names; DEBUG when it names none, as Logback takes it. */
    int level(String text, int line) {
        int level = LevelNames.levelOf(text);
        if (level == LevelNames.UNKNOWN) {
            report(StatusCode.MR414, line, "there is no level \"" + text + "\"; DEBUG is used");
            return Levels.DEBUG;
        }
        return level;
    }
}
