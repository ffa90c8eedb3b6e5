package dev.millrace.config.logback.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveNameMatchTest {
    private static boolean matches(String pattern, String file, ArchiveFormat format) {
        FileNamePattern names = FileNamePatternParser.parse(pattern);
        return new ArchiveNameMatch(names).matches(Path.of(file), format);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a-%d.log|a-2026-11-22.log",
                "a-%d.log|./a-2026-11-22.log",
                "x/../a-%d.log|a-2026-11-22.log",
                "a-%d.%i.log|a-2026-11-22.0.log",
                "a-%d.%03i.log|a-2026-11-22.1234.log",
                "a-%d{yyyyMMdd}%i.log|a-2026112217.log",
                "a-%d{yyyy-MM-dd_HH-mm, UTC}.log|a-2026-11-22_09-30.log",
                "%d{yyyy/MM, aux}/a-%d.log|2026/11/a-2026-11-22.log",
                "a+(x)-%d{YYYY-'W'ww}.log|a+(x)-2026-W47.log",
                "%d{yyyy/MM/dd}.%i|2026/11/22.5",
            })
    void shouldKnowTheNamesOfAPattern(String pattern, String file) {
        assertThat(matches(pattern, file, ArchiveFormat.PLAIN)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a-%d.log|a.log",
                "a-%d.log|a-.log",
                "a-%d.log|a-2026-11-22.log.gz",
                "a-%d.log|a-2026-11-22xlog",
                "a-%d.log|old/a-2026-11-22.log",
                "a-%d.%i.log|a-2026-11-22.x.log",
                "a-%d.%i.log|a-2026-11-22..log",
                "a-%d.%i.log|a-2026-11-22.log",
                "a-%d{yyyy-MM-dd}.log|a-2026-11.log",
                "a+(x)-%d.log|aa(x)-2026-11-22.log",
                "a.log.%d|a.log",
            })
    void shouldKnowOtherNames(String pattern, String file) {
        assertThat(matches(pattern, file, ArchiveFormat.PLAIN)).isFalse();
    }

    @Test
    void shouldKnowTheNamesOfFilesThatAreCompressedAndOfThoseThatWillBe() {
        assertThat(matches("a-%d.log", "a-2026-11-22.log", ArchiveFormat.GZIP)).isTrue();
        assertThat(matches("a-%d.log", "a-2026-11-22.log.gz", ArchiveFormat.GZIP))
                .isTrue();
        assertThat(matches("a-%d.log", "a-2026-11-22.log.zip", ArchiveFormat.GZIP))
                .isFalse();
    }

    @Test
    void shouldKnowTheNamesWithAnIndex() {
        FileNamePattern names = FileNamePatternParser.parse("a.%02i");

        assertThat(new ArchiveNameMatch(names, 3).matches(Path.of("a.03"), ArchiveFormat.PLAIN))
                .isTrue();
        assertThat(new ArchiveNameMatch(names, 3).matches(Path.of("a.04"), ArchiveFormat.PLAIN))
                .isFalse();
        assertThat(new ArchiveNameMatch(names, 3).matches(Path.of("a.3"), ArchiveFormat.PLAIN))
                .isFalse();
    }

    @Test
    @Timeout(60)
    void shouldEndWhereManyNamesAreAlmostRight() {
        String pattern = "%i".repeat(30) + ".x";

        assertThat(matches(pattern, "1".repeat(100), ArchiveFormat.PLAIN)).isFalse();
    }
}
