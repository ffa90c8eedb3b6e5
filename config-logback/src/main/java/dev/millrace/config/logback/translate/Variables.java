package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.report.Place;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.config.logback.variable.PlainText;
import dev.millrace.config.logback.variable.VariableSubstitution;
import dev.millrace.core.status.StatusCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The variables of a configuration. They are looked up in its own, then in the context's, then among the system
 * properties, then in the environment.
 */
final class Variables {
    private static final String CONTEXT_NAME = "CONTEXT_NAME";
    private static final String HOSTNAME = "HOSTNAME";
    private static final String MILLRACE_PREFIX = "millrace.";

    /** One substitution is bounded by itself; this bounds all of a file, in chars. */
    private static final long MAX_EFFORT = 1 << 26;

    private static final int EFFORT_OF_LOOKUP = 100;

    private static final String SYNTAX = "${}:\\";
    private static final int MOST_CHARS = 10_000;

    private final Report report;
    private final Surroundings surroundings;
    /** Those that these are a copy of; null for those of the configuration. */
    private final Variables origin;

    private final Map<String, String> local = new HashMap<>();
    private final Map<String, String> context = new LinkedHashMap<>();
    private final Set<String> reported = new HashSet<>();
    private String source;
    private long effort;
    private String contextName;
    private String hostName;

    Variables(String source, String contextName, Surroundings surroundings, Report report) {
        this(null, source, contextName, surroundings, report);
    }

    private Variables(Variables origin, String source, String contextName, Surroundings surroundings, Report report) {
        this.origin = origin;
        this.source = source;
        this.contextName = contextName;
        this.surroundings = surroundings;
        this.report = report;
    }

    /** The same variables with one more; what is defined there is not seen here. */
    Variables with(String itsSource, String name, String value, Report itsReport) {
        Variables copy = new Variables(this, itsSource, contextName, surroundings, itsReport);
        copy.local.putAll(local);
        copy.context.putAll(context);
        copy.define(Scope.LOCAL, name, value);
        return copy;
    }

    void source(String newSource) {
        source = newSource;
    }

    /** The text with its variables substituted; null for null. */
    String substitute(String text, int line) {
        String result = text == null ? null : substituted(text, line);
        return result == null ? text : result;
    }

    /** The text with its variables substituted; null when that is not possible, which is reported. */
    String substituted(String text, int line) {
        if (effort > MAX_EFFORT) {
            return null;
        }
        String result = PlainText.isPlain(text) ? text : withOneValue(text, line);
        return result == null ? new Substitution(line).of(text) : result;
    }

    /** The usual text: one variable of a plain name and value, for which nothing more is loaded. Null for others. */
    private String withOneValue(String text, int line) {
        int begin = text.indexOf("${");
        int end = text.indexOf('}');
        if (begin < 0 || end < begin + 3) {
            return null;
        }
        String name = text.substring(begin + 2, end);
        String before = text.substring(0, begin);
        String behind = text.substring(end + 1);
        String value = hasNoSyntax(before + name + behind) ? value(name) : null;
        if (value == null || !hasNoSyntax(value)) {
            return null;
        }
        spend(EFFORT_OF_LOOKUP + value.length(), line);
        return before + value + behind;
    }

    private static boolean hasNoSyntax(String text) {
        for (int i = 0; i < SYNTAX.length(); i++) {
            if (text.indexOf(SYNTAX.charAt(i)) >= 0) {
                return false;
            }
        }
        return text.length() < MOST_CHARS;
    }

    /** The value of a variable as it is written, or null. */
    String value(String name) {
        String value = local.get(name);
        if (value == null) {
            value = contextValue(name);
        }
        if (value == null) {
            value = surroundings.systemProperty(name);
        }
        return value == null ? surroundings.environment(name) : value;
    }

    void define(Scope scope, String name, String value) {
        if (scope == Scope.LOCAL) {
            local.put(name, value.trim());
        } else if (scope == Scope.SYSTEM) {
            if (!surroundings.setSystemProperty(name, value)) {
                report.add(
                        StatusCode.MR414,
                        source + ": the system property " + name + " may not be set; it stays as it was",
                        null);
            }
        } else {
            exportHostName();
            if (name.equalsIgnoreCase(HOSTNAME)) {
                context.putIfAbsent(HOSTNAME, value);
            } else {
                context.put(name, value);
            }
        }
    }

    String contextName() {
        return contextName;
    }

    void contextName(String name) {
        contextName = name;
        exportHostName();
    }

    /** A host name that was asked for is a variable of the context, which events see when that changes next. */
    private void exportHostName() {
        if (hostName != null) {
            context.putIfAbsent(HOSTNAME, hostName);
        }
    }

    /** What a plan passes on: the context's variables, and Millrace's options of any scope. */
    Map<String, String> exported() {
        Map<String, String> exported = new LinkedHashMap<>(context);
        for (Map.Entry<String, String> entry : local.entrySet()) {
            if (entry.getKey().startsWith(MILLRACE_PREFIX)) {
                exported.put(entry.getKey(), entry.getValue());
            }
        }
        for (Map.Entry<String, String> entry : exported.entrySet()) {
            if (entry.getKey().startsWith(MILLRACE_PREFIX)) {
                entry.setValue(substitute(entry.getValue(), 1));
            }
        }
        return exported;
    }

    private void spend(long moreEffort, int line) {
        boolean before = effort <= MAX_EFFORT;
        effort += moreEffort;
        if (before && effort > MAX_EFFORT) {
            report.add(
                    StatusCode.MR415,
                    place(line),
                    "variables stand for one another too often or for too much text; from here on texts are used as"
                            + " they are written");
        }
    }

    private Place place(int line) {
        return new Place(source, line);
    }

    private String contextValue(String name) {
        if (name.equals(CONTEXT_NAME)) {
            return contextName;
        }
        if (!name.equalsIgnoreCase(HOSTNAME)) {
            return context.get(name);
        }
        String defined = context.get(HOSTNAME);
        if (defined != null) {
            return defined;
        }
        return hostName();
    }

    /** Asked for once, and not for each value of a sifting appender: where nobody resolves it, that takes seconds. */
    private String hostName() {
        if (hostName == null) {
            hostName = origin == null ? surroundings.hostName() : origin.hostName();
        }
        return hostName;
    }

    /** One text's substitution; apart, so that a file without variables loads nothing of it. */
    private final class Substitution extends VariableSubstitution {
        private final int line;

        Substitution(int line) {
            this.line = line;
        }

        /** The text with its variables substituted; null when that is not possible, which is reported. */
        String of(String text) {
            try {
                return substitute(text);
            } catch (IllegalArgumentException e) {
                effort += text.length();
                if (reported.add(place(line) + ":" + text)) {
                    report.add(
                            StatusCode.MR415,
                            place(line),
                            "variables cannot be substituted in \"" + text + "\": " + e.getMessage()
                                    + "; it is used as it is written");
                }
                return null;
            }
        }

        @Override
        protected String value(String name) {
            String value = Variables.this.value(name);
            spend(value == null ? EFFORT_OF_LOOKUP : EFFORT_OF_LOOKUP + value.length(), line);
            return value;
        }

        @Override
        protected void undefined(String name) {
            if (reported.add(place(line) + ":" + name)) {
                report.add(
                        StatusCode.MR416,
                        place(line),
                        "variable " + name + " is not defined; it reads " + name
                                + VariableSubstitution.UNDEFINED_SUFFIX + " (define it, or write ${" + name
                                + ":-default})");
            }
        }
    }
}
