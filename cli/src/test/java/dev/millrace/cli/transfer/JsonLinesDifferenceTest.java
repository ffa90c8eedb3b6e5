package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** JSON lines, good and damaged, against Jackson. */
@Timeout(120)
class JsonLinesDifferenceTest {
    private static final int LINES = 30_000;

    private final ObjectMapper jackson = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @Test
    void shouldAgreeWithJackson() {
        LineParser parser = LineFormats.parser("json", List.of("n:integer", "s", "b=long key with blanks", "o:json"));
        long seed = 4711;
        SplittableRandom random = new SplittableRandom(seed);
        int good = 0;

        for (int number = 0; number < LINES; number++) {
            String line = RandomLines.json(random);
            String place = "seed " + seed + ", line " + number + ": " + line;
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            JsonNode expected = reference(bytes);
            Row row = new Row(parser.schema().size());
            row.begin(bytes.length);
            boolean accepted = parser.parse(bytes, 0, bytes.length, row);

            assertThat(accepted).as(place).isEqualTo(expected != null);
            if (accepted) {
                good++;
                Map<String, String> values = Parsed.values(parser.schema(), row);
                assertInteger(place, values.get("n"), expected.get("n"));
                assertText(place, values.get("s"), expected.get("s"));
                assertText(place, values.get("b"), expected.get("long key with blanks"));
                assertJson(place, values.get("o"), expected.get("o"));
            }
        }

        assertThat(good).isBetween(LINES / 4, LINES - LINES / 10);
    }

    /** Null for a line that is bad: for Jackson, or because the integer is none. */
    private JsonNode reference(byte[] line) {
        try {
            JsonNode node = jackson.readTree(line);
            return node.isObject() && isEveryIntegerGood(line) ? node : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Of a key that comes twice, Jackson's tree has the last only, and here each value counts. */
    private boolean isEveryIntegerGood(byte[] line) throws IOException {
        try (var tokens = jackson.createParser(line)) {
            int depth = 0;
            for (var token = tokens.nextToken(); token != null; token = tokens.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 1
                        && token == JsonToken.FIELD_NAME
                        && tokens.currentName().equals("n")) {
                    token = tokens.nextToken();
                    depth += token.isStructStart() ? 1 : 0;
                    if (token.isStructStart() || !isInteger(token.isScalarValue() ? tokens.getText() : "x")) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    private static boolean isInteger(String text) {
        if (text.isEmpty() || text.equals("-") || text.equals("null")) {
            return true;
        }
        return text.matches("-?[0-9]{1,19}") && new BigInteger(text).bitLength() < 64;
    }

    private static void assertInteger(String place, String actual, JsonNode expected) {
        boolean missing =
                expected == null || expected.isNull() || expected.asText().matches("-?");
        assertThat(actual == null ? null : new BigInteger(actual))
                .as(place)
                .isEqualTo(missing ? null : new BigInteger(expected.asText()));
    }

    /** Lone surrogates are kept in another way. */
    private void assertText(String place, String actual, JsonNode expected) {
        if (expected == null || expected.isNull()) {
            assertThat(actual).as(place).isNull();
        } else if (expected.isNumber()) {
            assertThat(Double.parseDouble(actual)).as(place).isEqualTo(expected.doubleValue());
        } else if (expected.isContainerNode()) {
            assertJson(place, actual, expected);
        } else if (StandardCharsets.UTF_8.newEncoder().canEncode(expected.asText())) {
            assertThat(utf8(actual)).as(place).isEqualTo(expected.asText());
        }
    }

    private void assertJson(String place, String actual, JsonNode expected) {
        if (expected == null || expected.isNull()) {
            assertThat(actual).as(place).isNull();
            return;
        }
        try {
            assertThat(jackson.readTree(utf8(actual))).as(place).isEqualTo(expected);
        } catch (JsonProcessingException e) {
            throw new AssertionError(place, e);
        }
    }

    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
