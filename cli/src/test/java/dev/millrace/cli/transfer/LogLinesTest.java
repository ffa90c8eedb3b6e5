package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogLinesTest {
    private static final String HEAD = "::1 - ann [21/Nov/2026:17:18:05 +0100] ";
    private final LineParser combined = LogLines.of(LogFormat.combined(), List.of());

    private static LineParser custom(String format, String... fields) {
        return LineFormats.parser(format, List.of(fields));
    }

    @Test
    void shouldTakeACombinedLineApart() {
        assertThat(Parsed.values(combined, HEAD + "\"GET /a?b=c HTTP/1.1\" 200 17 \"-\" \"curl/8\""))
                .containsExactly(
                        entry("remote_addr", "::1"),
                        entry("remote_user", "ann"),
                        entry("time_local", "2026-11-21T16:18:05Z"),
                        entry("method", "GET"),
                        entry("target", "/a?b=c"),
                        entry("protocol", "HTTP/1.1"),
                        entry("status", "200"),
                        entry("body_bytes_sent", "17"),
                        entry("http_user_agent", "curl/8"));
    }

    @Test
    void shouldTakeACommonLineApart() {
        LineParser common = LogLines.of(LogFormat.common(), List.of());

        assertThat(Parsed.values(common, "h id - [21/Nov/2026:17:18:05 -0730] \"-\" 408 -"))
                .containsExactly(
                        entry("remote_addr", "h"),
                        entry("ident", "id"),
                        entry("time_local", "2026-11-22T00:48:05Z"),
                        entry("status", "408"));
    }

    @Test
    void shouldUndoEscapes() {
        assertThat(Parsed.values(combined, HEAD + "\"\\x16\\x03\\xe9\" 400 0 \"a\\\"b\\\\\" \"\\x22\\n\\t\""))
                .contains(
                        entry("target", "\u0016\u0003\u00e9"),
                        entry("http_referer", "a\"b\\"),
                        entry("http_user_agent", "\"\n\t"));
    }

    @Test
    void shouldKeepBytesThatAreNoUtf8() {
        byte[] line =
                (HEAD + "\"GET /\u00e9\u00ff\u0000 HTTP/1.0\" 200 1 \"\" \"\"").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(Parsed.values(combined, line))
                .contains(entry("target", "/\u00e9\u00ff\u0000"), entry("http_referer", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET / HTTP/1.1|GET|/|HTTP/1.1",
                "GET /a b c HTTP/1.1|GET|/a b c|HTTP/1.1",
                "GET /a|GET|/a|",
                "GET HTTP/1.1|GET|HTTP/1.1|",
                "GET /a HTTP/|GET|/a HTTP/|",
                "get / HTTP/1.1||get / HTTP/1.1|",
                "GET||GET|",
                "OPTIONS * HTTP/2.0|OPTIONS|*|HTTP/2.0"
            })
    void shouldTakeARequestApartWithoutLoss(String request, String method, String target, String protocol) {
        var values = Parsed.values(combined, HEAD + "\"" + request + "\" 200 1 \"\" \"\"");

        assertThat(values.get("method")).isEqualTo(method);
        assertThat(values.get("target")).isEqualTo(target);
        assertThat(values.get("protocol")).isEqualTo(protocol);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|1: the line is empty",
                "x|2: remote_addr: the line ends before it",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 2x0 1 \"\" \"\"|53: status: no integer of 64 bits",
                "a - b [31/Feb/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 200 1 \"\" \"\"|8: time_local: no time",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET /\" HTTP/1.1\" 200 1 \"\" \"\"|44: status: no integer of 64 bits",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET /\\q\" 200 1 \"\" \"\"|42: target: a backslash that begins no escape",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET /\\x2\" 200 1 \"\" \"\"|42: target: a backslash that begins no escape",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 200 1 \"\"|60: http_referer: a quote that is not escaped",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 200 1 \"\" \"\\|63: http_user_agent: a backslash that begins no escape",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 200 1 \"\" \"\" 9|64: more than the format says"
            })
    void shouldSayWhereALineIsBad(String line, String fault) {
        assertThat(Parsed.fault(combined, line)).isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x|2: remote_addr: the line ends before it",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 2x0 1 \"\" \"\"|53: status: no integer of 64 bits",
                "a - b [31/Feb/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 200 1 \"\" \"\"|8: when: no time",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET /\\q\" 200 1 \"\" \"\"|42: request: a backslash that begins no escape",
                "a - b [21/Nov/2026:17:18:05 +0100] \"GET / HTTP/1.1\" 200 1 \"\" \"\" 9|64: more than the format says"
            })
    void shouldNameTheVariableOfWhichNoFieldIsKept(String line, String fault) {
        LineParser few = LineFormats.parser("combined", List.of("when=time_local"));

        assertThat(Parsed.fault(few, line)).isEqualTo(fault);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$time_local $status",
                "log_format x '$time_local $status';",
                "log_format x escape=none '$time_local $status';",
                "log_format x escape=json '$time_local $status';"
            })
    void shouldReadATimeWithItsZoneBeforeABlank(String format) {
        LineParser parser = LineFormats.parser(format, List.of());

        assertThat(Parsed.values(parser, "21/Nov/2026:17:18:05 +0100 200"))
                .containsExactly(entry("time_local", "2026-11-21T16:18:05Z"), entry("status", "200"));
        assertThat(Parsed.values(parser, "- 200")).containsExactly(entry("status", "200"));
        assertThat(Parsed.fault(parser, "21/Nov/2026:17:18:05 200")).isNotNull();
        assertThat(Parsed.values(
                        LineFormats.parser(format, List.of("t:text=time_local")), "21/Nov/2026:17:18:05 +0100 200"))
                .containsExactly(entry("t", "21/Nov/2026:17:18:05 +0100"));
    }

    @Test
    void shouldReadAWholeDirective() {
        LineParser parser = custom(
                """
                log_format main escape=default '${remote_addr}:$remote_port [$time_iso8601] '
                                '"$request" $request_time\\t$upstream_response_time $host';
                """);

        assertThat(
                        Parsed.values(
                                parser,
                                "2001:db8::1:443 [2026-11-21T17:18:05+01:00] \"GET / HTTP/2.0\" 0.250\t0.1, 0.2 : - example.org"))
                .contains(
                        entry("remote_addr", "2001:db8::1"),
                        entry("remote_port", "443"),
                        entry("time_iso8601", "2026-11-21T16:18:05Z"),
                        entry("request_time", "0.25"),
                        entry("upstream_response_time", "0.1, 0.2 : -"),
                        entry("host", "example.org"));
    }

    @Test
    void shouldReadEscapesOfJson() {
        LineParser parser =
                custom("log_format j escape=json '{\"a\":\"$request_uri\",\"t\":$msec,\"s\":\"$status\"}';");

        assertThat(Parsed.values(parser, "{\"a\":\"\\u00e9\\\"\\/-\",\"t\":1795281485.123,\"s\":\"\"}"))
                .containsExactly(entry("request_uri", "\u00c3\u00a9\"/-"), entry("msec", "2026-11-21T17:18:05.123Z"));
    }

    @Test
    void shouldTakeBackslashesAndQuotesAsTheyAreWithoutEscapes() {
        LineParser parser = custom("log_format n escape=none '$status \"$request_uri\" \"$http_user_agent\"';");

        assertThat(Parsed.values(parser, "200 \"\\x\"y\" \"a\"b\\\""))
                .containsExactly(
                        entry("status", "200"), entry("request_uri", "\\x\"y"), entry("http_user_agent", "a\"b\\"));
    }

    @Test
    void shouldKeepTheChosenFieldsUnderTheirNames() {
        LineParser parser = custom("combined", "url=target", "size:number=body_bytes_sent", "line=request");

        assertThat(Parsed.values(parser, HEAD + "\"GET /a HTTP/1.1\" 200 17 \"-\" \"curl/8\""))
                .containsExactly(entry("url", "/a"), entry("size", "17"), entry("line", "GET /a HTTP/1.1"));
        assertThat(parser.schema()).hasToString("url:text size:number line:text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$a$b|nothing stands between $a and the next variable",
                "$a $|a $ without the name of a variable",
                "log_format x escape=yes '$a'|no way to escape: 'escape=yes'",
                "log_format x \"$a|a quote of the log_format is not closed"
            })
    void shouldRefuseAFormatThatCannotBeRead(String format, String message) {
        assertThatThrownBy(() -> custom(format)).hasMessageContaining(message);
    }

    @Test
    void shouldNameTheVariablesWhenAFieldIsNone() {
        assertThatThrownBy(() -> custom("common", "x=http_host"))
                .hasMessageContaining("no variable of the format: 'http_host' (there are: remote_addr, ident,");
    }
}
