package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.sink.StandardStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Consoles that share a stream: whoever writes to it, their lines stand in Logback's order. */
@Timeout(120)
class SeveralConsolesDifferentialTest {
    private static final int CONFIGURATIONS = 60;
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");
    private static final List<String> LOGGERS = List.of("sql", "sql.timing", "app", "app.web");
    private static final List<String> FILTERS = List.of(
            "",
            "",
            "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>",
            "<filter class='ch.qos.logback.classic.filter.LevelFilter'><level>ERROR</level>"
                    + "<onMatch>ACCEPT</onMatch><onMismatch>DENY</onMismatch></filter>",
            "<filter class='ch.qos.logback.classic.filter.LevelFilter'><level>ERROR</level>"
                    + "<onMatch>DENY</onMatch><onMismatch>ACCEPT</onMismatch></filter>");

    @TempDir
    Path dir;

    private record Printed(String out, String err) {}

    @Test
    void shouldWriteInTheOrderOfTheCallsInTheCalls() throws IOException {
        compare("true", 11);
    }

    @Test
    void shouldWriteInTheOrderOfTheCallsInTheBackground() throws IOException {
        compare("false", 12);
    }

    private void compare(String sync, long seed) throws IOException {
        Random random = new Random(Long.getLong("millrace.test.seed", seed));
        // Looked at first: the streams that are set below are known for others then.
        assertThat(StandardStream.OUT).isNotSameAs(StandardStream.ERR);
        int shared = 0;
        for (int i = 0; i < CONFIGURATIONS; i++) {
            String xml = configuration(random);
            Path configuration = Files.writeString(dir.resolve("consoles.inc"), xml);
            List<String> events = events(random);

            Printed expected = printed(sync, () -> LogbackOracle.run(xml.getBytes(StandardCharsets.UTF_8), events));

            assertThat(printed(sync, () -> WrittenFiles.log(configuration, events)))
                    .as(xml)
                    .isEqualTo(expected);
            shared += expected.out().contains("[0]") && expected.out().contains("[1]") ? 1 : 0;
        }
        assertThat(shared).isGreaterThan(CONFIGURATIONS / 5);
    }

    private static String configuration(Random random) {
        int consoles = 2 + random.nextInt(3);
        StringBuilder xml = new StringBuilder("<configuration>");
        for (int i = 0; i < consoles; i++) {
            xml.append("<appender name='C").append(i).append("' class='ch.qos.logback.core.ConsoleAppender'>");
            xml.append(random.nextInt(4) == 0 ? "<target>System.err</target>" : "");
            xml.append(FILTERS.get(random.nextInt(FILTERS.size())));
            xml.append("<encoder>")
                    .append(random.nextInt(4) == 0 ? "<charset>ISO-8859-1</charset>" : "")
                    .append(random.nextInt(6) == 0 ? "<outputPatternAsHeader>true</outputPatternAsHeader>" : "")
                    .append("<pattern>[")
                    .append(i)
                    .append("] %p %c %m \u00e9%n</pattern></encoder></appender>");
        }
        for (String logger : LOGGERS) {
            if (random.nextInt(3) > 0) {
                xml.append("<logger name='").append(logger).append("' additivity='");
                xml.append(random.nextBoolean())
                        .append("'>")
                        .append(references(random, consoles))
                        .append("</logger>");
            }
        }
        xml.append("<root level='").append(LEVELS.get(random.nextInt(3))).append("'>");
        return xml.append(references(random, consoles))
                .append("</root></configuration>")
                .toString();
    }

    private static String references(Random random, int consoles) {
        StringBuilder references = new StringBuilder();
        for (int i = random.nextInt(consoles + 1); i > 0; i--) {
            references
                    .append("<appender-ref ref='C")
                    .append(random.nextInt(consoles))
                    .append("'/>");
        }
        return references.toString();
    }

    private static List<String> events(Random random) {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add(LEVELS.get(random.nextInt(5)) + " " + LOGGERS.get(random.nextInt(4)) + " event " + i);
        }
        return events;
    }

    private static Printed printed(String sync, Runnable action) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        System.setProperty("millrace.sync", sync);
        try {
            action.run();
        } finally {
            System.clearProperty("millrace.sync");
            System.setOut(out);
            System.setErr(err);
        }
        // Millrace's own messages aside.
        String errText = errBytes.toString(StandardCharsets.ISO_8859_1).replaceAll("(?m)^millrace [A-Z]+ MR.*\\R", "");
        return new Printed(outBytes.toString(StandardCharsets.ISO_8859_1), errText);
    }
}
