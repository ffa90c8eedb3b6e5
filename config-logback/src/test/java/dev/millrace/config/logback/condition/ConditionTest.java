package dev.millrace.config.logback.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
    private static final Map<String, String> PROPERTIES = Map.of("env", "Prod", "host", "torino-7", "empty", "");

    private static final PropertyLookup LOOKUP = new PropertyLookup() {
        @Override
        public String property(String name) {
            return PROPERTIES.get(name);
        }

        @Override
        public String systemProperty(String name) {
            return name.equals("os.name") ? "Linux" : null;
        }

        @Override
        public String environment(String name) {
            return name.equals("HOME") ? "/root" : null;
        }
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "!false",
                "!!true",
                "isDefined(\"env\")",
                "isNull(\"nope\")",
                "!isNull(\"empty\")",
                "p(\"env\").equals(\"Prod\")",
                "property(\"env\").equalsIgnoreCase(\"prod\")",
                "\"Prod\".equals(p(\"env\"))",
                "p(\"host\").contains(\"torino\")",
                "p(\"host\").startsWith(\"tor\") && p(\"host\").endsWith(\"-7\")",
                "p(\"nope\").isEmpty() && p(\"empty\").isBlank()",
                "p(\"nope\") != null",
                "p(\"env\").toLowerCase().trim().equals(\"prod\")",
                "p(\"env\").toUpperCase().equals(\"PROD\")",
                "false && false || true",
                "true || false && false",
                "!(true && false)",
                "isDefined(\"env\") == true",
                "isDefined(\"env\") != isNull(\"env\")",
                "System.getProperty(\"os.name\").toLowerCase().contains(\"linux\")",
                "java.lang.System.getProperty(\"nope\", \"x\").equals(\"x\")",
                "System.getProperty(\"nope\") == null",
                "null != System.getenv(\"HOME\")",
                "Boolean.parseBoolean(\"TRUE\") && !Boolean.valueOf(p(\"nope\"))",
                "propertyEquals(\"env\", \"Prod\") && propertyContains(\"host\", \"ino\")",
                "System.getProperty(\"nope\") != null && System.getProperty(\"nope\").isEmpty() || true",
                "\"a\\\"b\\\\\".contains(\"\\\"\")"
            })
    void shouldBeTrue(String expression) {
        assertThat(Condition.parse(expression, true).isTrue(LOOKUP)).isTrue();
        assertThat(Condition.parse("!(" + expression + ")", true).isTrue(LOOKUP))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "tru",
                "true false",
                "true &&",
                "&& true",
                "true & false",
                "(true",
                "true)",
                "p(\"env\")",
                "p(\"env\") == \"Prod\"",
                "p(env)",
                "p(\"env\", \"x\").isEmpty()",
                "p(\"env\").length() > 3",
                "p(\"env\").matches(\".*\")",
                "p(\"env\").getClass()",
                "new java.io.File(\"/x\").exists()",
                "Runtime.getRuntime().exec(\"id\")",
                "\"open",
                "\"\\u0041\".equals(\"A\")",
                "true ? true : false",
                "true; }",
                "'x'.equals(p(\"x\"))",
                "isDefined",
                "isDefined()",
                "!\"x\"",
                "null",
                "true.equals(\"x\")"
            })
    void shouldRefuseWhatIsNoCondition(String expression) {
        assertThatThrownBy(() -> Condition.parse(expression, true)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "p(\"x\").matches(\"a.*\") | there is no method matches with 1 argument (texts have equals, equalsIgnoreCase,",
                "p(\"x\").length() | there is no method length with 0 arguments (texts have equals, equalsIgnoreCase,",
                "p(\"x\").length() == 3 | there is no method length with 0 arguments (texts have equals, equalsIgnoreCase,",
                "propertyEquals(\"x\") | there is no function propertyEquals with 1 argument (isDefined, isNull,",
                "p('x') | \"'\" in column 3 is not understood",
                "p(\"x) | the quote in column 3 is not closed",
                "true true | \"true\" in column 6 is out of place"
            })
    void shouldSayWhatIsNotUnderstoodAndInWhichColumn(String expression, String message) {
        assertThatThrownBy(() -> Condition.parse(expression, true)).hasMessageStartingWith(message);
    }

    @Test
    void shouldSayThatATextIsNull() {
        assertThatThrownBy(() -> Condition.parse("System.getenv(\"NOPE\").isEmpty()", true)
                        .isTrue(LOOKUP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("null");
    }

    @Test
    void shouldNotLookBehindWhatDecides() {
        String fails = "System.getenv(\"NOPE\").isEmpty()";

        assertThat(Condition.parse("false && " + fails, true).isTrue(LOOKUP)).isFalse();
        assertThat(Condition.parse("true || " + fails, true).isTrue(LOOKUP)).isTrue();
    }

    @Test
    void shouldTakeBackslashesAsTheyAreWhereTextsArePlain() {
        assertThat(Condition.parse("\"C:\\new\".contains(\"\\\")", false).isTrue(LOOKUP))
                .isTrue();
    }

    @Test
    @Timeout(60)
    void shouldBoundWhatIsNestedOrLong() {
        assertThatThrownBy(() -> Condition.parse("(".repeat(9_999), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parentheses");
        assertThatThrownBy(() -> Condition.parse("true" + "==true".repeat(1_000), true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Condition.parse("p(\"a\")" + ".trim()".repeat(1_000), true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Condition.parse(" ".repeat(10_001), true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTakeLongRowsOfParts() {
        assertThat(Condition.parse("true" + "&&true".repeat(1_500), true).isTrue(LOOKUP))
                .isTrue();
        assertThat(Condition.parse("false" + "||false".repeat(1_400), true).isTrue(LOOKUP))
                .isFalse();
        assertThat(Condition.parse("!".repeat(9_990) + "true", true).isTrue(LOOKUP))
                .isTrue();
    }

    @Test
    @Timeout(120)
    void shouldNeverFailOtherwise() {
        String[] pieces = {
            "(",
            ")",
            "!",
            "&&",
            "||",
            "==",
            "!=",
            ".",
            ",",
            "\"",
            "\"a\"",
            "p",
            "isDefined",
            "true",
            "null",
            "equals",
            "isDefined(\"a\")",
            "p(\"env\")",
            ".equals(\"x\")",
            "System",
            "getenv",
            "\\",
            " ",
            "\u0000",
            "é",
            "&",
            "1"
        };
        Random random = new Random(20261121);
        int valid = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                Condition.parse(text.toString(), i % 2 == 0).isTrue(LOOKUP);
                valid++;
            } catch (IllegalArgumentException e) {
                assertThat(e).message().isNotEmpty();
            }
        }
        assertThat(valid).isGreaterThan(200);
    }
}
