package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Configurations as they were written for Logback 1.2 leave the files that Logback 1.2.13 leaves. */
class OldFormsDifferentialTest {
    private static final int ROUNDS = Integer.getInteger("millrace.test.config.runs", 60);
    private static final long SEED = Long.getLong("millrace.test.config.seed", 20261121L);
    private static final String[] LOGGERS = {"a", "a.b", "a.b.c", "com.example.Service", "x"};
    private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};
    private static final String[] PATTERNS = {
        "%-5level %logger{0} - %msg%n",
        "%p [%c{10}] %m %X{user:-nobody}%n",
        "[%.-3level] %40.40logger : %replace(%msg){'event', 'e'}%n%nopex",
        "%contextName %5p ${marked} %lo{36} %m%n",
        "%shout %le ${missing:-${marked}} %message%n",
        "%-30(%level %logger{5}) | %msg%ex{short}%n"
    };

    @TempDir
    Path directory;

    @Test
    @Timeout(300)
    void shouldLeaveTheFilesThatLogbackForSlf4j17Leaves() throws Exception {
        int bytes = 0;
        try (OlderLogback old = OlderLogback.forSlf4j17()) {
            for (int i = 0; i < ROUNDS; i++) {
                long seed = SEED * 1_000_003 + i;
                Path expectedHome = Files.createDirectory(directory.resolve("l" + i));
                Path home = Files.createDirectory(directory.resolve("m" + i));
                List<String> events = events(new Random(seed));

                old.run(configuration(seed, expectedHome).getBytes(StandardCharsets.UTF_8), events);
                String text = configuration(seed, home);
                WrittenFiles.log(Files.writeString(home.resolve("configuration.inc"), text), events);

                Map<String, String> expected = WrittenFiles.of(expectedHome);
                assertThat(WrittenFiles.of(home))
                        .as(() -> "seed " + seed + "\n" + text)
                        .isEqualTo(expected);
                bytes += String.join("", expected.values()).length();
            }
        }
        assertThat(bytes).isGreaterThan(ROUNDS * 100);
    }

    private static List<String> events(Random random) {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            events.add(oneOf(random, LEVELS) + " " + oneOf(random, LOGGERS) + " event " + i + " é €");
        }
        return events;
    }

    private static String configuration(long seed, Path home) throws IOException {
        Random random = new Random(seed);
        StringBuilder xml = new StringBuilder("<configuration>\n");
        xml.append(oneOf(
                random,
                "<substitutionProperty name='marked' value=' old '/>\n",
                "<variable name='marked' value='old'/>\n",
                "<property name='half' value='o'/><property name='marked' value='${half}ld'/>\n",
                "<property name='marked' value='old' scope='context'/>\n",
                "<if condition='isNull(\"no.such\") &amp;&amp; !property(\"user.dir\").isEmpty()'><then>"
                        + "<property name='marked' value='then'/></then><else>"
                        + "<property name='marked' value='else'/></else></if>\n"));
        xml.append("<conversionRule conversionWord='shout'"
                + " converterClass='ch.qos.logback.classic.pattern.MessageConverter'/>\n");
        xml.append(random.nextBoolean() ? "<contextName>old-app</contextName>\n" : "");
        for (String name : new String[] {"FIRST", "SECOND"}) {
            appender(xml, random, home, name);
        }
        xml.append("<appender name='ASYNC' class='ch.qos.logback.classic.AsyncAppender'>"
                + "<discardingThreshold>0</discardingThreshold><appender-ref ref='SECOND'/></appender>\n");
        String level = oneOf(random, LEVELS);
        xml.append(oneOf(
                random,
                "<logger name='a.b' level='" + level + "' additivity='false'><appender-ref ref='FIRST'/></logger>\n",
                "<logger name='a.b' additivity='" + random.nextBoolean() + "'><level value='" + level + "'/>"
                        + "<appender-ref ref='FIRST'/></logger>\n",
                "<Logger name='a.b' level='INHERITED'/>\n",
                "<logger name='com.example' level='OFF'/><logger name='a.b.c' level='NULL'/>\n"));
        xml.append(oneOf(
                random,
                "<root level='" + oneOf(random, LEVELS) + "'><appender-ref ref='FIRST'/></root>",
                "<root><level value='" + oneOf(random, LEVELS) + "'/><appender-ref ref='FIRST'/></root>",
                "<Root level='debug'><appender-ref ref='ASYNC'/></Root>"));
        return xml.append("\n</configuration>\n").toString();
    }

    private static void appender(StringBuilder xml, Random random, Path home, String name) {
        String file = home + "/" + name + ".log";
        String archive = home + "/" + name + ".";
        String pattern = oneOf(random, PATTERNS);
        String policy = "ch.qos.logback.core.rolling.";
        String naming = "<timeBasedFileNamingAndTriggeringPolicy class='" + policy + "SizeAndTimeBasedFNATP'>"
                + "<maxFileSize>10MB</maxFileSize></timeBasedFileNamingAndTriggeringPolicy>";
        xml.append(oneOf(
                random,
                "<appender name='" + name + "' class='ch.qos.logback.core.FileAppender'><File>" + file
                        + "</File><Append>" + random.nextBoolean() + "</Append>",
                "<appender name='" + name + "' class='ch.qos.logback.core.FileAppender'><prudent>true</prudent>"
                        + "<param name='File' value='" + file + "'/>",
                rolling(name) + "<rollingPolicy class='" + policy + "TimeBasedRollingPolicy'>"
                        + "<FileNamePattern>" + archive + "%d{yyyy-MM}.%i.log</FileNamePattern>" + naming
                        + "<MaxHistory>3</MaxHistory></rollingPolicy>",
                rolling(name) + "<file>" + file + "</file><rollingPolicy class='" + policy
                        + "TimeBasedRollingPolicy'><fileNamePattern>" + archive
                        + "%d{yyyy-MM}.%i.log.gz</fileNamePattern>" + naming + "</rollingPolicy>",
                rolling(name) + "<rollingPolicy class='" + policy + "TimeBasedRollingPolicy'><fileNamePattern>"
                        + archive + "%d{yyyy-MM}.log</fileNamePattern></rollingPolicy>",
                rolling(name) + "<file>" + file + "</file><rollingPolicy class='" + policy
                        + "FixedWindowRollingPolicy'><fileNamePattern>" + archive
                        + "%i.log.zip</fileNamePattern></rollingPolicy><triggeringPolicy class='" + policy
                        + "SizeBasedTriggeringPolicy'><MaxFileSize>5MB</MaxFileSize></triggeringPolicy>"));
        xml.append(oneOf(
                random,
                "",
                "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>INFO</level></filter>",
                "<filter class='ch.qos.logback.classic.filter.LevelFilter'><level>WARN</level>"
                        + "<onMatch>ACCEPT</onMatch><onMismatch>DENY</onMismatch></filter>"));
        xml.append(oneOf(
                random,
                "<encoder><Pattern>" + pattern + "</Pattern><charset>UTF-8</charset></encoder>",
                "<encoder class='ch.qos.logback.classic.encoder.PatternLayoutEncoder'><pattern>" + pattern
                        + "</pattern><charset class='java.nio.charset.Charset'>ISO-8859-1</charset></encoder>",
                "<layout class='ch.qos.logback.classic.PatternLayout'><Pattern>" + pattern + "</Pattern></layout>",
                "<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'>"
                        + "<layout class='ch.qos.logback.classic.PatternLayout'><pattern>" + pattern
                        + "</pattern></layout></encoder>"));
        xml.append("</appender>\n");
    }

    private static String rolling(String name) {
        return "<appender name='" + name + "' class='ch.qos.logback.core.rolling.RollingFileAppender'>";
    }

    private static String oneOf(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
