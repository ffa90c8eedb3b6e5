package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
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
    void shouldShowHowFarTheRunsOfEachFigureSpread() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        section.column("tps", "statements", "/s", 1, 0).column("p95", "p95", "ms", 1, 1);
        section.run("", Backend.LOGBACK, "Logback", Map.of("tps", 10.0, "p95", 1.5));
        section.run("", Backend.LOGBACK, "Logback", Map.of("tps", 14.0, "p95", 0.5));

        section.print("", AbstractBenchTest.print(out));

        assertThat(AbstractBenchTest.text(out))
                .containsPattern("Logback +12 +1\\.0\\n")
                .containsPattern("from, to +10, 14 +0\\.5, 1\\.5\\n");
    }

    @Test
    void shouldSayEachSettingOnce() {
        section.settings("10 s").settings("5 s").settings("10 s");

        assertThat(section.build().settings()).isEqualTo("10 s; 5 s");
    }

    @Test
    void shouldSayNothingBesideABackendWithItsDefaults() {
        section.run("", Backend.LOGBACK, "Logback", Map.of("tps", 1.0));
        section.run("", Backend.LOGBACK_ASYNC_DEFAULT, "Logback async, defaults", Map.of("tps", 1.0));
        section.run("", Backend.TINYLOG_DEFAULT, "tinylog, defaults", Map.of("tps", 1.0));

        assertThat(section.build().notes()).isEmpty();
    }
}
