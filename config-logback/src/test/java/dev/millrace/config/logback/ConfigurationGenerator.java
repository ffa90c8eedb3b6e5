package dev.millrace.config.logback;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Writes Logback configurations at random, of everything that is supported, in any order and spelling.
 *
 * <p>What Millrace does differently on purpose is left out: see {@code shouldDoBetter…} in the tests.
 */
final class ConfigurationGenerator {
    private static final String[] LEVELS = {
        "TRACE",
        "DEBUG",
        "INFO",
        "WARN",
        "ERROR",
        "OFF",
        "ALL",
        "info",
        "Warn",
        " error ",
        "nonsense",
        "${lvl}",
        "${no:-warn}"
    };
    private static final String[] LOGGERS = {
        "a", "a.b", "a.b.c", "com.example", "com.example.Service", "ROOT", "root", "${name}"
    };
    private static final String[] BOOLEANS = {
        "true", "false", "TRUE", "False", " true ", "nonsense", "", "${yes}", "${none:-false}"
    };
    private static final String[] PATTERNS = {
        "%msg%n",
        "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n",
        "${fmt}",
        "${nofmt:-%d{HH:mm} %m%n}",
        "%d{ISO8601} ${lvl} %X{id:-none} &lt;%t&gt; %m%n",
        "<![CDATA[%d [%t] <%p> %m%n]]>",
        "%m <!-- a comment -->%n",
        "${CONTEXT_NAME} ${HOSTNAME} %m%n",
        "${a}-${b}-${undefined} %m%n",
        "%m} %n",
        "${a %m%n"
    };
    private static final String[] VALUES = {
        "1",
        "x y",
        " padded ",
        "${a}",
        "${b:-c}",
        "%d{HH:mm:ss} %m%n",
        "${${a}:-z}",
        "INFO",
        "warn",
        "a.b",
        "${self}",
        "true"
    };
    private static final String[] NAMES = {"a", "b", "fmt", "lvl", "name", "yes", "self", "1"};
    private static final String[] CHARSETS = {
        "UTF-8", "ISO-8859-1", "us-ascii", "null", "no-such-charset", "${cs:-UTF-16}"
    };
    private static final String[] REPLIES = {"ACCEPT", "DENY", "NEUTRAL", "accept", ""};

    private final Random random;
    private final String directory;
    private final List<String> elements = new ArrayList<>();
    private final List<String> appenders = new ArrayList<>();
    private boolean imports;
    private StructureGenerator structure;

    private ConfigurationGenerator(Random random, String directory) {
        this.random = random;
        this.directory = directory;
    }

    /** A configuration whose files are in a directory. */
    static String configuration(Random random, String directory) {
        return new ConfigurationGenerator(random, directory).configuration();
    }

    /** A configuration with inclusions and conditions. */
    static String structured(Random random, Path directory, StructureGenerator structure) throws IOException {
        ConfigurationGenerator generator = new ConfigurationGenerator(random, directory.toString());
        generator.structure = structure;
        String text = generator.configuration();
        generator.structure.write();
        return text;
    }

    private String configuration() {
        imports = random.nextInt(4) == 0;
        int plain = 1 + random.nextInt(4);
        for (int i = 0; i < plain; i++) {
            appender("OUT" + i, i);
        }
        // Not one inside another: Logback gives up on references that need more than three passes.
        List<String> asyncs = new ArrayList<>();
        // What an asynchronous appender hands over has no order among what is written directly.
        int asynchronous = structure != null && structure.isFilesOnly() ? 0 : random.nextInt(3);
        for (int i = asynchronous; i > 0; i--) {
            async("ASYNC" + i);
            asyncs.add("ASYNC" + i);
        }
        appenders.addAll(asyncs);
        if (random.nextInt(12) == 0) {
            appender("OUT0", 9);
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            elements.add(property());
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            elements.add(logger());
        }
        for (int i = random.nextInt(8) == 0 ? 2 : 1; i > 0; i--) {
            elements.add(root());
        }
        if (random.nextInt(4) == 0) {
            elements.add("<contextName>" + oneOf("app", "${a:-svc}", " padded ") + "</contextName>");
        }
        if (random.nextInt(4) == 0) {
            elements.add(oneOf(
                    "<unknown><deep>x</deep></unknown>",
                    "<statusListener class=\"ch.qos.logback.core.status.NopStatusListener\"/>",
                    "<springProfile name=\"dev\"><logger name=\"a\" level=\"OFF\"/></springProfile>",
                    "<!-- <root level=\"OFF\"/> -->"));
        }
        Collections.shuffle(elements, random);
        if (structure != null) {
            structure.arrange(elements);
        }
        StringBuilder text = new StringBuilder();
        String tag = random.nextInt(5) == 0 ? "Configuration" : "configuration";
        text.append('<').append(tag).append(">\n");
        if (imports) {
            text.append("<import class=\"ch.qos.logback.core.ConsoleAppender\"/>\n");
            text.append("<import class=\"ch.qos.logback.core.FileAppender\"/>\n");
            text.append("<import class=\"ch.qos.logback.classic.AsyncAppender\"/>\n");
            text.append("<import class=\"ch.qos.logback.classic.encoder.PatternLayoutEncoder\"/>\n");
            text.append("<import class=\"ch.qos.logback.classic.filter.ThresholdFilter\"/>\n");
        }
        for (String element : elements) {
            text.append(element).append('\n');
        }
        return text.append("</").append(tag).append(">\n").toString();
    }

    private String property() {
        String scope =
                oneOf("", "", "", " scope=\"local\"", " scope=\"context\"", " scope=\"CONTEXT\"", " scope=\"odd\"");
        String tag = oneOf("property", "variable", "Property", "substitutionProperty");
        if (random.nextInt(20) == 0) {
            return "<property name=\"a\"/>";
        }
        return "<" + tag + " name=\"" + oneOf(NAMES) + "\" value=\"" + oneOf(VALUES) + "\"" + scope + "/>";
    }

    private void appender(String name, int number) {
        appenders.add(name);
        boolean file = random.nextBoolean() || (structure != null && structure.isFilesOnly());
        List<String> parts = new ArrayList<>();
        if (file) {
            if (random.nextInt(15) > 0) {
                String path = directory + "/" + oneOf("log", "${a:-x}", "${b}").replace(' ', '_') + number + ".log";
                parts.add(option("file", path));
            }
            if (random.nextInt(3) == 0) {
                parts.add(option("append", oneOf(BOOLEANS)));
            }
            if (random.nextInt(6) == 0) {
                parts.add(option("bufferSize", "16KB"));
            }
        } else if (random.nextInt(2) == 0) {
            parts.add(option("target", oneOf("System.out", "System.err", "system.ERR", " System.err ", "stderr")));
        }
        if (random.nextInt(4) == 0) {
            parts.add(option("immediateFlush", oneOf(BOOLEANS)));
        }
        if (random.nextInt(8) == 0) {
            parts.add(property());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            parts.add(filter());
        }
        if (random.nextInt(10) == 0) {
            parts.add("<noSuchOption>1</noSuchOption>");
        }
        parts.add(encoder());
        if (structure != null && random.nextInt(6) == 0) {
            parts.add(structure.conditional(option("immediateFlush", "true"), filter()));
        }
        Collections.shuffle(parts, random);
        String simple = file ? "FileAppender" : "ConsoleAppender";
        String className = imports && random.nextBoolean() ? simple : "ch.qos.logback.core." + simple;
        String tag = random.nextInt(8) == 0 ? "Appender" : "appender";
        elements.add("<" + tag + " name=\"" + name + "\" class=\"" + className + "\">\n" + String.join("\n", parts)
                + "\n</" + tag + ">");
    }

    private String encoder() {
        String pattern = random.nextInt(8) == 0
                ? "<param name=\"" + oneOf("pattern", "Pattern") + "\" value=\"%m%n\"/>"
                : option("pattern", pattern());
        String charset = random.nextInt(3) == 0 ? option("charset", oneOf(CHARSETS)) : "";
        return switch (random.nextInt(6)) {
            case 0 -> "<layout class=\"ch.qos.logback.classic.PatternLayout\">" + pattern + "</layout>";
            case 1 ->
                "<encoder class=\"ch.qos.logback.core.encoder.LayoutWrappingEncoder\">" + charset
                        + "<layout class=\"ch.qos.logback.classic.PatternLayout\">" + pattern + "</layout></encoder>";
            case 2 ->
                "<encoder class=\""
                        + (imports ? "PatternLayoutEncoder" : "ch.qos.logback.classic.encoder.PatternLayoutEncoder")
                        + "\">" + pattern + charset + "</encoder>";
            default -> "<encoder>" + charset + pattern + "</encoder>";
        };
    }

    private String pattern() {
        // The last two are understood otherwise by older versions.
        return PATTERNS[random.nextInt(structure == null ? PATTERNS.length : PATTERNS.length - 2)];
    }

    private String filter() {
        if (random.nextBoolean()) {
            String className = imports ? "ThresholdFilter" : "ch.qos.logback.classic.filter.ThresholdFilter";
            return "<filter class=\"" + className + "\">" + option("level", oneOf(LEVELS)) + "</filter>";
        }
        return "<filter class=\"ch.qos.logback.classic.filter.LevelFilter\">"
                + (random.nextInt(8) == 0 ? "" : option("level", oneOf(LEVELS)))
                + (random.nextInt(4) == 0 ? "" : option("onMatch", oneOf(REPLIES)))
                + (random.nextInt(4) == 0 ? "" : option("onMismatch", oneOf(REPLIES)))
                + "</filter>";
    }

    private void async(String name) {
        StringBuilder text = new StringBuilder();
        text.append("<appender name=\"").append(name).append("\" class=\"ch.qos.logback.classic.AsyncAppender\">\n");
        if (random.nextInt(3) == 0) {
            text.append(option("queueSize", oneOf("512", "1024", " 64 ")));
        }
        if (random.nextInt(3) == 0) {
            text.append(option("discardingThreshold", oneOf("0", "20", "x")));
        }
        if (random.nextInt(3) == 0) {
            text.append(option("neverBlock", oneOf(BOOLEANS)));
        }
        if (random.nextInt(3) == 0) {
            text.append(filter());
        }
        for (int i = random.nextInt(6) == 0 ? 2 : 1; i > 0; i--) {
            text.append(reference(option("queueSize", oneOf("512", "1024"))));
        }
        elements.add(text.append("</appender>").toString());
    }

    private String logger() {
        StringBuilder text = new StringBuilder();
        String tag = oneOf("logger", "logger", "Logger");
        text.append('<').append(tag).append(" name=\"").append(oneOf(LOGGERS)).append('"');
        if (random.nextInt(3) > 0) {
            text.append(" level=\"")
                    .append(random.nextInt(5) == 0 ? oneOf("NULL", "INHERITED", "null", "") : oneOf(LEVELS));
            text.append('"');
        }
        if (random.nextInt(3) == 0) {
            text.append(" additivity=\"").append(oneOf(BOOLEANS)).append('"');
        }
        text.append('>');
        if (random.nextInt(6) == 0) {
            text.append("<level value=\"").append(oneOf(LEVELS)).append("\"/>");
        }
        if (random.nextInt(10) == 0) {
            text.append("<additive>").append(oneOf(BOOLEANS)).append("</additive>");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(chosen(reference(oneOf(
                    "<level>" + oneOf(LEVELS) + "</level>",
                    "<Additive>" + oneOf(BOOLEANS) + "</Additive>",
                    "<filter class=\"no.such.Filter\"><level>ERROR</level></filter>"))));
        }
        return text.append("</").append(tag).append('>').toString();
    }

    private String root() {
        StringBuilder text = new StringBuilder("<root");
        if (random.nextInt(5) > 0) {
            text.append(" level=\"").append(oneOf(LEVELS)).append('"');
        }
        text.append('>');
        if (random.nextInt(8) == 0) {
            text.append("<level value=\"").append(oneOf(LEVELS)).append("\"/>");
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(chosen(reference("<level>" + oneOf(LEVELS) + "</level>")));
        }
        return text.append("</root>").toString();
    }

    private String chosen(String content) {
        return structure == null || random.nextInt(4) > 0 ? content : structure.conditional(content, reference(""));
    }

    private String reference(String inside) {
        String name = random.nextInt(15) == 0 ? "NOWHERE" : appenders.get(random.nextInt(appenders.size()));
        String tag = oneOf("appender-ref", "appender-ref", "Appender-Ref");
        String end = random.nextInt(12) > 0 ? "/>" : ">" + inside + "</" + tag + ">";
        return "<" + tag + " ref=\"" + name + "\"" + end;
    }

    private String option(String name, String value) {
        String tag = random.nextInt(6) == 0 ? Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
        return "<" + tag + ">" + (random.nextInt(6) == 0 ? "\n  " : "") + value + "</" + tag + ">";
    }

    private String oneOf(String... values) {
        return values[random.nextInt(values.length)];
    }
}
