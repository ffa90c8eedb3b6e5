package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonLinesTest {
    private static LineParser fields(String... fields) {
        return LineFormats.parser("json", List.of(fields));
    }

    @Test
    void shouldKeepTheChosenKeysWithTheirTypes() {
        LineParser parser = fields("t:time=@timestamp", "level", "ms:number", "n:integer=http.status", "all:json=http");

        assertThat(Parsed.values(
                        parser,
                        " {\"skip\":[{\"a\":[]},null],\"http\" : {\"status\":\"404\",\"x\":1},\"level\":\"warn\","
                                + "\"@timestamp\":\"2026-11-21T17:18:05.25Z\",\"ms\":1.5e1} "))
                .containsExactly(
                        entry("t", "2026-11-21T17:18:05.25Z"),
                        entry("level", "warn"),
                        entry("ms", "15"),
                        entry("n", "404"),
                        entry("all", "{\"status\":\"404\",\"x\":1}"));
    }

    @Test
    void shouldFindDottedKeysAndTakeTheLastOfTwo() {
        assertThat(Parsed.values(fields("s=http.status"), "{\"http.status\":1,\"http\":{\"status\":true}}"))
                .containsExactly(entry("s", "true"));
        assertThat(Parsed.values(fields("s=a"), "{\"a\":1,\"\\u0061\":null}")).isEmpty();
        assertThat(Parsed.values(fields("s=a"), "{\"a\":1,\"\\u0061\":\"\\n\"}"))
                .containsExactly(entry("s", "\n"));
    }

    @Test
    void shouldReadLoneSurrogatesAsTheBytesTheyStandFor() {
        assertThat(Parsed.values(fields("a"), "{\"a\":\"\\udcff\\ud83d\\ude00\\ud83d\"}"))
                .containsExactly(entry("a", "\u00ff\u00f0\u009f\u0098\u0080\u00ed\u00a0\u00bd"));
    }

    @Test
    void shouldTakeManyFieldsOfOneEscapedValue() {
        assertThat(Parsed.values(fields("x=a", "y=a", "z=a", "j:json=a"), "{\"a\":\"\\\"\\\"\\\"\\\"\"}"))
                .containsExactly(
                        entry("x", "\"\"\"\""),
                        entry("y", "\"\"\"\""),
                        entry("z", "\"\"\"\""),
                        entry("j", "\"\\\"\\\"\\\"\\\"\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|1: the line is empty",
                "` `|2: the line is empty",
                "[]|1: no JSON object",
                "{}x|3: more than the format says",
                "{\"a\":1,}|8: no JSON",
                "{\"a\" 1}|6: no JSON",
                "{\"a\":01}|6: no JSON",
                "{\"a\":\"b}|6: a string that is not closed",
                "{\"a\":\"\\q\"}|7: a backslash that begins no escape",
                "{\"a\":\"\t\"}|7: a control character that is not escaped",
                "{\"n\":\"x\"}|6: n: no integer of 64 bits",
                "{\"n\":1.0}|6: n: no integer of 64 bits",
                "{\"n\":9223372036854775808}|6: n: no integer of 64 bits",
                "{\"t\":\"2026-11-21T17:18:05\"}|6: t: a time without its zone",
                "{\"t\":\"2026-02-29T17:18:05Z\"}|6: t: no time",
                "{\"d\":1e999}|6: d: no number"
            })
    void shouldSayWhereALineIsBad(String line, String fault) {
        assertThat(Parsed.fault(fields("a", "n:integer", "t:time", "d:number"), line))
                .isEqualTo(fault);
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeep() {
        assertThat(Parsed.fault(fields("a"), "{\"b\":" + "[".repeat(100_000))).isEqualTo("506: JSON nested too deep");
    }
}
