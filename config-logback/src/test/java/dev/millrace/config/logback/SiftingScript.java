package dev.millrace.config.logback;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A sifting appender and what is logged to it, by chance. */
final class SiftingScript {
    private static final String[] VALUES = {
        "alice",
        "bob",
        "x.y",
        "a b",
        "zoë",
        "UPPER",
        "a:b",
        "-",
        "k-1",
        "k-2",
        "k-3",
        "~",
        "a#b",
        "<&>",
        "'q'",
        // these go where those without a value go
        "../up",
        "a/b",
        "a\\b",
        "..",
        "",
        "a{b}",
        "${user}",
        "%d",
        "50%",
        "a,b",
        "me@home",
        "(x)",
        "v|w",
        "a*",
        "q?",
        "[1]",
        "a..b",
        "1234567890123456789012345678901234567890123456789012345678901234x",
        "1234567890123456789012345678901234567890123456789012345678901234"
    };
    private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};
    private static final String[] MARKERS = {"FINALIZE_SESSION", "AUDIT", "PARENT"};

    /** One event; {@code value} and {@code marker} may be null. */
    record Event(long millis, String value, boolean otherMdc, String level, String marker, String text) {}

    final List<Event> events = new ArrayList<>();
    private final String timeout;
    private final String maxCount;
    private final String discriminator;
    private final String filter;
    private final String nestedFilter;
    private final String file;
    private final boolean append;
    private final boolean property;
    private final String pattern;
    private final String frame;

    SiftingScript(Random random) {
        timeout = pick(
                random, "", "<timeout>10 seconds</timeout>", "<timeout>2 minutes</timeout>", "<timeout>500</timeout>");
        maxCount = pick(
                random, "", "", "<maxAppenderCount>3</maxAppenderCount>", "<maxAppenderCount>1</maxAppenderCount>");
        discriminator = random.nextInt(8) == 0
                ? "<discriminator class='ch.qos.logback.classic.sift.ContextBasedDiscriminator'/>"
                : "<discriminator" + pick(random, "", " class='ch.qos.logback.classic.sift.MDCBasedDiscriminator'")
                        + "><key>user</key><defaultValue>none</defaultValue></discriminator>";
        filter = filter(random);
        nestedFilter = filter(random);
        String variable = discriminator.contains("Context") ? "${contextName}" : "${user}";
        file = pick(random, variable + ".log", variable + "/app.log", "all.log", "log-" + variable + "-${suffix:-s}");
        // Logback empties a file that values share for each new value; Millrace once.
        append = random.nextInt(3) > 0 || file.equals("all.log");
        property = random.nextBoolean();
        pattern = pick(
                random,
                "%d{yyyy-MM-dd HH:mm:ss.SSS, UTC} %level %msg%n",
                variable + " %X{user:-} %m%n",
                "%-5level [" + variable + "] %marker %m%nopex%n",
                "%m%n");
        // Values that share a file have one header there; Logback writes one for each.
        frame = random.nextInt(3) > 0 || file.equals("all.log")
                ? ""
                : "<presentationHeader>of " + variable + "</presentationHeader><fileFooter>end of " + variable
                        + ";</fileFooter><outputPatternAsHeader>" + random.nextBoolean() + "</outputPatternAsHeader>";
        long millis = 1_790_000_000_000L;
        for (int i = 20 + random.nextInt(120); i > 0; i--) {
            millis += random.nextInt(10) == 0 ? random.nextInt(3_000_000) : random.nextInt(1_500);
            String value = random.nextInt(8) == 0 ? null : VALUES[random.nextInt(VALUES.length)];
            if (random.nextInt(3) == 0) {
                value = VALUES[random.nextInt(3)];
            }
            events.add(new Event(
                    millis,
                    value,
                    random.nextBoolean(),
                    LEVELS[random.nextInt(LEVELS.length)],
                    random.nextInt(6) == 0 ? MARKERS[random.nextInt(MARKERS.length)] : null,
                    "event " + i));
        }
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static String filter(Random random) {
        String replies = "<onMatch>" + pick(random, "ACCEPT", "DENY", "NEUTRAL") + "</onMatch><onMismatch>"
                + pick(random, "ACCEPT", "DENY", "NEUTRAL") + "</onMismatch>";
        return switch (random.nextInt(9)) {
            case 0 -> "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>INFO</level></filter>";
            case 1 ->
                "<filter class='ch.qos.logback.classic.filter.LevelFilter'><level>WARN</level>" + replies + "</filter>";
            case 2 -> evaluator("OnMarkerEvaluator", "<marker>AUDIT</marker><marker>x</marker>", replies);
            case 3 ->
                evaluator("OnErrorEvaluator", "", replies)
                        + evaluator("OnMarkerEvaluator", "<marker>PARENT</marker>", replies);
            case 4 ->
                "<filter class='ch.qos.logback.core.filter.EvaluatorFilter'><evaluator><expression>true</expression>"
                        + "</evaluator>" + replies + "</filter>";
            default -> "";
        };
    }

    private static String evaluator(String name, String options, String replies) {
        return "<filter class='ch.qos.logback.core.filter.EvaluatorFilter'><evaluator class='ch.qos.logback.classic.boolex."
                + name + "'>" + options + "</evaluator>" + replies + "</filter>";
    }

    String xml(Path home) {
        return "<configuration><property name='HOME_DIR' value='" + home + "'/>"
                + "<appender name='SIFT' class='ch.qos.logback.classic.sift.SiftingAppender'>"
                + timeout + maxCount + filter + discriminator + "<sift>"
                + (property ? "<property name='suffix' value='p'/>" : "")
                + "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>${HOME_DIR}/" + file + "</file>"
                + (append ? "" : "<append>false</append>") + nestedFilter
                + (frame.isEmpty()
                        ? "<encoder><charset>UTF-8</charset><pattern>" + pattern + "</pattern></encoder>"
                        : "<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'><charset>UTF-8</charset>"
                                + "<layout class='ch.qos.logback.classic.PatternLayout'><pattern>" + pattern
                                + "</pattern>" + frame + "</layout></encoder>")
                + "</appender></sift></appender>"
                + "<root level='DEBUG'><appender-ref ref='SIFT'/></root></configuration>";
    }
}
