package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SectionBuilderTest {
    private final SectionBuilder section = new SectionBuilder("gateway", "A SQL gateway", "");

    @Test
    void shouldSayBesideABackendThatItHasNotItsDefaults() {
        section.run("", Backend.LOGBACK_ASYNC, "Logback async, lossless", Map.of("tps", 1.0));
        section.run("", Backend.LOGBACK_ASYNC_NOFLUSH, "Logback async, no flush", Map.of("tps", 1.0));

        assertThat(section.build().notes())
                .singleElement()
                .asString()
                .contains("queueSize 8192", "discardingThreshold 0");
    }

    @Test
    void shouldSayWhichTinylogIsBuffered() {
        section.run("", Backend.TINYLOG, Backend.TINYLOG.title(), Map.of("tps", 1.0));

        assertThat(Backend.TINYLOG.title()).endsWith(", writing thread, buffered");
        assertThat(section.build().notes()).singleElement().asString().contains("writingthread", "off by default");
    }

    @Test
    void shouldSayNothingBesideABackendWithItsDefaults() {
        section.run("", Backend.LOGBACK, "Logback", Map.of("tps", 1.0));
        section.run("", Backend.LOGBACK_ASYNC_DEFAULT, "Logback async, defaults", Map.of("tps", 1.0));
        section.run("", Backend.TINYLOG_DEFAULT, "tinylog, defaults", Map.of("tps", 1.0));

        assertThat(section.build().notes()).isEmpty();
    }
}
