package dev.millrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Configurations that few have, and what they leave under Logback and Millrace. */
@Timeout(60)
class MoreFilesDifferentialTest {
    private static final String ROLLING = "ch.qos.logback.core.rolling.";

    @TempDir
    Path dir;

    private String xml(Path home, String text) {
        return text.replace("HOME", home.toString());
    }

    private void assertSame(String text, List<String> events) throws IOException {
        Path home = Files.createTempDirectory(dir, "m");
        Path expectedHome = Files.createTempDirectory(dir, "l");

        LogbackOracle.run(xml(expectedHome, text).getBytes(StandardCharsets.UTF_8), events);
        WrittenFiles.log(Files.writeString(home.resolve("configuration.inc"), xml(home, text)), events);

        assertThat(WrittenFiles.of(home)).as(text).isNotEmpty().isEqualTo(WrittenFiles.of(expectedHome));
    }

    @Test
    void shouldReadEntitiesOfTheFileItself() throws IOException {
        assertSame(
                """
                <!DOCTYPE configuration [
                  <!ENTITY app "billing"> <!ENTITY pattern "&app; &#37;m&#37;n">
                  <!ENTITY encoder "<encoder><pattern>&pattern;</pattern></encoder>">
                ]>
                <configuration><appender name="F" class="ch.qos.logback.core.FileAppender">
                <file>HOME/&app;.log</file>&encoder;</appender>
                <root level="INFO"><appender-ref ref="F"/></root></configuration>
                """,
                List.of("INFO a one", "WARN b two"));
    }

    @Test
    void shouldLeaveALayoutOfAFixedFormatAlone() throws IOException {
        assertSame(
                """
                <configuration packagingData="true">
                <conversionRule conversionWord="msg" class="ch.qos.logback.classic.pattern.LevelConverter"/>
                <conversionRule conversionWord="d" class="ch.qos.logback.classic.pattern.LevelConverter"/>
                <conversionRule conversionWord="thread" class="ch.qos.logback.classic.pattern.LevelConverter"/>
                <appender name="F" class="ch.qos.logback.core.FileAppender"><file>HOME/a.log</file>
                <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>OFF</level></filter>
                <encoder><pattern>%m%n</pattern></encoder></appender>
                <appender name="G" class="ch.qos.logback.core.FileAppender"><file>HOME/b.log</file>
                <encoder class="ch.qos.logback.core.encoder.LayoutWrappingEncoder">
                <layout class="ch.qos.logback.classic.layout.TTLLLayout"><fileHeader>h</fileHeader></layout>
                </encoder></appender>
                <root level="INFO"><appender-ref ref="F"/></root></configuration>
                """
                        .replace("<appender-ref ref=\"F\"/>", "<appender-ref ref=\"F\"/><appender-ref ref=\"G\"/>"),
                List.of());
    }

    /** The copies of an event stand together here, so only the sums are the same. */
    @Test
    void shouldKeepTheSizeOfAFileThatTwoWaysLeadTo() throws IOException {
        String text =
                """
                <configuration><appender name="F" class="%sRollingFileAppender"><file>HOME/app.log</file>
                <rollingPolicy class="%sSizeAndTimeBasedRollingPolicy">
                <fileNamePattern>HOME/old/app-%%d{yyyy-MM-dd}.%%i.log</fileNamePattern><maxFileSize>1KB</maxFileSize>
                </rollingPolicy><encoder><pattern>%%p %%m%%n</pattern></encoder></appender>
                <appender name="A" class="ch.qos.logback.classic.AsyncAppender">
                <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>WARN</level></filter>
                <appender-ref ref="F"/></appender>
                <root level="INFO"><appender-ref ref="F"/><appender-ref ref="A"/></root></configuration>
                """
                        .formatted(ROLLING, ROLLING);
        String message = "x".repeat(40);
        List<String> events = new java.util.ArrayList<>();
        for (int i = 0; i < 400; i++) {
            events.add((i % 2 == 0 ? "WARN" : "INFO") + " a " + i + message);
        }
        Path home = Files.createTempDirectory(dir, "m");

        WrittenFiles.log(Files.writeString(home.resolve("configuration.inc"), xml(home, text)), events);

        assertThat(WrittenFiles.of(home)).hasSizeGreaterThan(20);
        int lines = 0;
        for (String content : WrittenFiles.of(home).values()) {
            assertThat(content.length()).isLessThan(1024 + 2 * 60);
            lines += content.split("\n").length;
        }
        assertThat(lines).isEqualTo(600);
    }
}
