package dev.millrace.config.logback.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RollingFileNameTest {
    @Test
    void shouldTakeOutDatesIndexesAndCompression() {
        assertName("logs/app.%d{yyyy-MM-dd}.%i.log.gz", "logs/app.log");
        assertName("logs/app-%d{yyyy-MM-dd_HH}.log", "logs/app.log");
        assertName("logs/app.log.%d", "logs/app.log");
        assertName("/var/log/%d{yyyy/MM, aux}/app.%d{yyyy-MM-dd}.log.zip", "/var/log/app.log");
        assertName("app%i.log", "app.log");
        assertName("app.%3i.log", "app.log");
        assertName("%d{yyyy-MM-dd}-app.log", "app.log");
        assertName("logs/%d{yyyy-MM-dd}/%i.app.log", "logs/app.log");
        assertName("%d.app.log", "app.log");
        assertName("logs\\%d\\app.log", "logs/app.log");
        assertName("plain.log", "plain.log");
        assertName("100%.log", "100%.log");
    }

    @Test
    void shouldNameAFileAfterItsAppenderWhenNothingIsLeft() {
        assertName("logs/%d{yyyy-MM-dd}.log", "logs/MY_APP.log");
        assertName("logs/%d.%i", "logs/MY_APP.log");
        assertName("%d{yyyy-MM-dd}.txt.gz", "MY_APP.txt");
        assertName("logs/%d/", "logs/MY_APP.log");
    }

    private static void assertName(String pattern, String expected) {
        assertThat(RollingFileName.withoutConversions(pattern, "MY APP"))
                .as(pattern)
                .isEqualTo(expected);
    }
}
