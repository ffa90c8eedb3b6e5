package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Combined lines, good and damaged, against a parser made of regular expressions. */
@Timeout(120)
class LogLinesDifferenceTest {
    private static final int LINES = 30_000;
    private static final String QUOTED = "((?:[^\"\\\\]|\\\\.)*+)\"";
    private static final Pattern COMBINED = Pattern.compile(
            open(" ") + open(" ") + open(" \\[") + open("\\] \"") + QUOTED + " " + open(" ") + open(" \"") + QUOTED
                    + " \"" + QUOTED,
            Pattern.DOTALL);
    private static final Pattern REQUEST = Pattern.compile("([A-Z]{1,32}) (.*?)(?: (HTTP/[^ ]+))?", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:x([0-9a-fA-F]{2})|(.))", Pattern.DOTALL);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss xx", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final String LETTERS = "\"\\'/nrtbfv";
    private static final String MEANINGS = "\"\\'/\n\r\t\b\f\u000b";

    @Test
    void shouldAgreeWithRegularExpressions() {
        LineParser parser = LogLines.of(LogFormat.combined(), List.of());
        long seed = 20261121;
        SplittableRandom random = new SplittableRandom(seed);
        int good = 0;

        for (int number = 0; number < LINES; number++) {
            String line = RandomLines.combined(random);
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            Map<String, String> expected = reference(new String(bytes, StandardCharsets.ISO_8859_1));
            Row row = new Row(parser.schema().size());
            row.begin(bytes.length);
            boolean accepted = parser.parse(bytes, 0, bytes.length, row);

            assertThat(accepted ? Parsed.values(parser.schema(), row) : null)
                    .as("seed %d, line %d: %s", seed, number, line)
                    .isEqualTo(expected);
            good += accepted ? 1 : 0;
        }

        assertThat(good).isBetween(LINES / 2, LINES - LINES / 10);
    }

    /** A value up to the first place where what follows it stands, escapes passed over. */
    private static String open(String behind) {
        return "(?>((?:[^\\\\]|\\\\.)*?)" + behind + ")";
    }

    private static Map<String, String> reference(String line) {
        Matcher matcher = COMBINED.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        try {
            text(values, "remote_addr", matcher.group(1));
            text(values, "ident", matcher.group(2));
            text(values, "remote_user", matcher.group(3));
            time(values, matcher.group(4));
            request(values, matcher.group(5));
            integer(values, "status", matcher.group(6));
            integer(values, "body_bytes_sent", matcher.group(7));
            text(values, "http_referer", matcher.group(8));
            text(values, "http_user_agent", matcher.group(9));
            return values;
        } catch (DateTimeException | IllegalArgumentException e) {
            return null;
        }
    }

    private static void text(Map<String, String> values, String name, String raw) {
        if (!raw.equals("-")) {
            values.put(name, unescaped(raw));
        }
    }

    private static void request(Map<String, String> values, String raw) {
        if (raw.equals("-")) {
            return;
        }
        String request = unescaped(raw);
        Matcher matcher = REQUEST.matcher(request);
        if (!matcher.matches()) {
            values.put("target", request);
            return;
        }
        values.put("method", matcher.group(1));
        values.put("target", matcher.group(2));
        if (matcher.group(3) != null) {
            values.put("protocol", matcher.group(3));
        }
    }

    private static void time(Map<String, String> values, String raw) {
        String text = unescaped(raw);
        if (!raw.equals("-") && !text.isEmpty() && !text.equals("-")) {
            if (text.length() != "21/Nov/2026:17:18:05 +0100".length()) {
                throw new IllegalArgumentException(text);
            }
            values.put(
                    "time_local", OffsetDateTime.parse(text, TIME).toInstant().toString());
        }
    }

    private static void integer(Map<String, String> values, String name, String raw) {
        String text = unescaped(raw);
        if (!text.isEmpty() && !text.equals("-")) {
            if (!text.matches("-?[0-9]{1,19}")) {
                throw new NumberFormatException(text);
            }
            values.put(name, String.valueOf(new BigInteger(text).longValueExact()));
        }
    }

    private static String unescaped(String raw) {
        StringBuilder text = new StringBuilder();
        Matcher matcher = ESCAPE.matcher(raw);
        int at = 0;
        while (matcher.find()) {
            text.append(raw, at, matcher.start());
            int letter = matcher.group(2) == null ? -1 : LETTERS.indexOf(matcher.group(2));
            if (matcher.group(2) != null && letter < 0) {
                throw new IllegalArgumentException(raw);
            }
            text.append(letter < 0 ? (char) Integer.parseInt(matcher.group(1), 16) : MEANINGS.charAt(letter));
            at = matcher.end();
        }
        return text.append(raw, at, raw.length()).toString();
    }
}
