package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Consoles that share a stream: where calls write to it, their lines stand in Logback's order. */
@Timeout(60)
class SeveralConsolesDifferentialTest {
    private static final String CONSOLE = "<appender name='%s' class='ch.qos.logback.core.ConsoleAppender'>%s"
            + "<encoder><pattern>%s %%p %%c %%m%%n</pattern></encoder></appender>";
    private static final String LEVEL_FILTER = "<filter class='ch.qos.logback.classic.filter.LevelFilter'>"
            + "<level>ERROR</level><onMatch>%s</onMatch><onMismatch>%s</onMismatch></filter>";
    private static final String CONFIGURATION = "<configuration>"
            + CONSOLE.formatted("ERRORS", LEVEL_FILTER.formatted("ACCEPT", "DENY"), "red")
            + CONSOLE.formatted("OTHERS", LEVEL_FILTER.formatted("DENY", "ACCEPT"), "plain")
            + CONSOLE.formatted("SQL", "", "sql")
            + "<logger name='sql' level='TRACE' additivity='false'><appender-ref ref='SQL'/></logger>"
            + "<logger name='sql.timing' additivity='true'><appender-ref ref='OTHERS'/></logger>"
            + "<root level='DEBUG'><appender-ref ref='ERRORS'/><appender-ref ref='OTHERS'/></root></configuration>";

    @TempDir
    Path dir;

    @Test
    void shouldWriteInTheOrderOfTheCalls() throws IOException {
        Path configuration = Files.writeString(dir.resolve("consoles.inc"), CONFIGURATION);
        List<String> events = events(new Random(11));

        String expected = printed(() -> LogbackOracle.run(CONFIGURATION.getBytes(StandardCharsets.UTF_8), events));

        assertThat(printed(() -> WrittenFiles.log(configuration, events))).isEqualTo(expected);
        assertThat(expected).contains("red ERROR", "plain WARN", "sql TRACE");
    }

    private static List<String> events(Random random) {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            events.add(List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR").get(random.nextInt(5)) + " "
                    + List.of("sql", "sql.timing", "app", "app.web").get(random.nextInt(4)) + " event " + i);
        }
        return events;
    }

    private static String printed(Runnable action) {
        PrintStream out = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        System.setProperty("millrace.sync", "true");
        try {
            action.run();
        } finally {
            System.clearProperty("millrace.sync");
            System.setOut(out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
