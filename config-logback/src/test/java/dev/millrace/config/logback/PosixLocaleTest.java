package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.Engine;
import dev.millrace.event.Levels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are started without a locale, as by cron, where names have letters that ASCII lacks. */
@Timeout(60)
class PosixLocaleTest {
    /** Octal, because the JVM of the test may have no locale either. */
    private static final String SCRIPT = "cd \"$1\" && d=$(printf 'pr\\303\\274f') && mkdir \"$d\" && cd \"$d\""
            + " && LC_ALL=C \"$2\" \"$5\" -cp \"$3\" -Dlogback.configurationFile=\"$1/logback.xml\" \"$4\" 2>&1"
            + "; ls -A logs && cat logs/*; cd .. && ls -d pr*";

    @TempDir
    Path dir;

    /** Logs a line. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) {
            try (Engine engine = Engine.start(Child.class.getClassLoader())) {
                engine.log(engine.logger("a"), Levels.INFO, "said", 0, null, null, null, null, null, null);
            }
        }
    }

    private String outputWith(String appender) throws Exception {
        return outputWith(appender, "-Duser.language=en");
    }

    private String outputWith(String appender, String option) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")) && Files.exists(Path.of("/proc/self/cwd")));
        Files.writeString(
                dir.resolve("logback.xml"),
                "<configuration><appender name=\"F\" class=\"ch.qos.logback.core." + appender
                        + "<encoder><pattern>%level %msg%n</pattern></encoder></appender>"
                        + "<root level=\"INFO\"><appender-ref ref=\"F\"/></root></configuration>");
        Process shell = new ProcessBuilder(List.of(
                        "/bin/sh",
                        "-c",
                        SCRIPT,
                        "sh",
                        dir.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Child.class.getName(),
                        option))
                .redirectErrorStream(true)
                .start();
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void I7_shouldWriteBelowAWorkingDirectoryThatCannotBeNamed() throws Exception {
        String output = outputWith("FileAppender\"><file>logs/app.log</file>");

        assertThat(output).isEqualTo("app.log\nINFO said\nprüf\n");
    }

    @Test
    void I7_shouldWriteToRollingFilesThere() throws Exception {
        String output = outputWith("rolling.RollingFileAppender\"><file>logs/app.log</file><rollingPolicy class=\""
                + "ch.qos.logback.core.rolling.TimeBasedRollingPolicy\">"
                + "<fileNamePattern>logs/app-%d.log</fileNamePattern></rollingPolicy>");

        assertThat(output).isEqualTo("app.log\nINFO said\nprüf\n");
    }

    @Test
    void I7_shouldWriteToFilesWhoseDatesCannotBeSaid() throws Exception {
        String output = outputWith(
                "rolling.RollingFileAppender\"><rollingPolicy class=\""
                        + "ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy\">"
                        + "<fileNamePattern>logs/app-%d{MMM}.%i.log</fileNamePattern>"
                        + "<maxFileSize>1MB</maxFileSize></rollingPolicy>",
                "-Duser.language=ja");

        assertThat(output).matches("app-\\d+\\?\\.0\\.log\nINFO said\nprüf\n");
    }

    @Test
    void I7_shouldWriteToAFileThatCannotBeNamedUnderTheNameThatLogbackGivesIt() throws Exception {
        String output = outputWith("FileAppender\"><file>logs/prüf.log</file>");

        assertThat(output)
                .startsWith("millrace WARN MR414: ")
                .contains("logs/pr?f.log is used (start it with LC_ALL=C.UTF-8)")
                .endsWith("\npr?f.log\nINFO said\nprüf\n");
    }
}
