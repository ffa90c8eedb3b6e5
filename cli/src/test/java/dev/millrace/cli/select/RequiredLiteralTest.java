package dev.millrace.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken for certain stands in everything that matches. */
class RequiredLiteralTest {
    private static final int EXPRESSIONS = 100_000;
    private static final int TEXTS = 10;
    private static final String CHARS = "abcab xA1]}[{(.\\-^&#\t\néß😀";
    private static final List<String> PIECES = List.of(
            "a",
            "b",
            "ab",
            "abc",
            "é",
            "😀",
            " ",
            "#",
            "&&",
            "-",
            "]",
            "}",
            "^",
            "$",
            ".",
            ".*",
            "|",
            "\\.",
            "\\[",
            "\\]",
            "\\{",
            "\\}",
            "\\)",
            "\\-",
            "\\ ",
            "\\<",
            "\\\\",
            "\\d",
            "\\w+",
            "\\s*",
            "\\S",
            "\\b",
            "\\B",
            "\\A",
            "\\z",
            "\\R",
            "\\X",
            "\\t",
            "\\h",
            "\\e",
            "\\cA",
            "\\x61",
            "\\x{61}",
            "\\u0061",
            "\\0141",
            "\\p{L}",
            "\\Qa.b\\E",
            "\\1",
            "(a)",
            "(ab|c)",
            "(?:ab)",
            "(a(b)c)",
            "(a[)]b)",
            "(ab){0}",
            "(?i)",
            "(?=ab)",
            "(?!ab)",
            "(?x) a b",
            "a?",
            "a*",
            "a+",
            "a??",
            "a{0}",
            "a{2}",
            "a{0,1}",
            "[abc]",
            "[^abc]",
            "[]abc]",
            "[^]abc]",
            "[a-c&&[b]]",
            "[a[bc]]",
            "[[]bc]]",
            "[\\]ab]",
            "[\\[ab]",
            "[\\\\]",
            "[(]ab",
            "[#]",
            "[]]",
            "[^]]");

    @ParameterizedTest
    @CsvSource({
        "needle, needle",
        "took [0-9]+ ms, 'took '",
        "a\\.b\\.c, a.b.c",
        "[]abcd]x, ''",
        "[^]abcd]x, ''",
        "needle[]ab]cdefghij, needle"
    })
    void shouldFindTheLongestTextThatIsCertain(String expression, String literal) {
        assertThat(RequiredLiteral.of(expression)).isEqualTo(literal);
    }

    private static Pattern pattern(String expression) {
        try {
            return Pattern.compile(expression, Pattern.MULTILINE);
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    private static String text(Random random) {
        int[] chars = CHARS.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(12); length > 0; length--) {
            text.appendCodePoint(chars[random.nextInt(random.nextInt(3) == 0 ? chars.length : 5)]);
        }
        return text.toString();
    }

    @Test
    void shouldTakeNothingForCertainThatAMatchLacks() {
        long seed = 20_261_122;
        Random random = new Random(seed);
        for (int i = 0; i < EXPRESSIONS; i++) {
            StringBuilder expression = new StringBuilder();
            for (int pieces = 1 + random.nextInt(5); pieces > 0; pieces--) {
                expression.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            Pattern pattern = pattern(expression.toString());
            String literal = pattern == null ? "" : RequiredLiteral.of(expression.toString());
            for (int k = 0; k < TEXTS && !literal.isEmpty(); k++) {
                String text = text(random);
                if (pattern.matcher(text).find()) {
                    assertThat(text).as("seed %d: %s", seed, expression).contains(literal);
                }
            }
        }
    }
}
