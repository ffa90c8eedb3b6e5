package dev.millrace.config.logback.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.core.spi.PropertyContainer;
import ch.qos.logback.core.subst.NodeToStringTransformer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class VariableSubstitutionTest {
    private static final String[] PIECES = {
        "${",
        "${",
        "}",
        "}",
        "{",
        ":-",
        ":",
        "-",
        "$",
        "a",
        "b",
        "c",
        "d",
        "e",
        "x",
        "%d{HH:mm}",
        "${a}",
        "${b:-b}",
        "${nope:-${c}}",
        "${${a}}",
        " ",
        "/",
        "\\",
        "é"
    };

    private final Map<String, String> values = new HashMap<>();
    private final List<String> undefined = new ArrayList<>();

    @Test
    @Timeout(60)
    void shouldSubstituteAsLogbackDoes() {
        Random random = new Random(20261121);
        int failures = 0;
        for (int i = 0; i < 60_000; i++) {
            values.clear();
            for (String name : new String[] {"a", "b", "c", "d", "ab"}) {
                if (random.nextInt(4) > 0) {
                    values.put(name, text(random, 4));
                }
            }
            String text = text(random, 9);

            String ours = ours(text);

            assertThat(ours).as("%s with %s", text, values).isEqualTo(logbacks(text));
            if (ours == null) {
                failures++;
            }
        }
        assertThat(failures).isBetween(1_000, 59_000);
    }

    private static String text(Random random, int maxPieces) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(maxPieces + 1); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private String ours(String text) {
        try {
            return substitute(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private String logbacks(String text) {
        PropertyContainer container = new PropertyContainer() {
            @Override
            public String getProperty(String key) {
                return values.get(key);
            }

            @Override
            public void addSubstitutionProperty(String key, String value) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Map<String, String> getCopyOfPropertyMap() {
                return Map.copyOf(values);
            }
        };
        try {
            return NodeToStringTransformer.substituteVariable(text, container, null);
        } catch (Exception e) {
            return null;
        }
    }

    private String substitute(String text) {
        return new VariableSubstitution() {
            @Override
            protected String value(String name) {
                return values.get(name);
            }

            @Override
            protected void undefined(String name) {
                undefined.add(name);
            }
        }.substitute(text);
    }

    @Test
    void shouldTellOfUndefinedVariables() {
        String result = substitute("${home}/${sub:-logs}/a.log");

        assertThat(result).isEqualTo("home_IS_UNDEFINED/logs/a.log");
        assertThat(undefined).containsExactly("home");
    }

    @Test
    void shouldReadDefaultsWithBracesAsSpringBootWritesThem() {
        values.put("LEVEL", "%5p");

        String result = substitute("${P:-%clr(%d{${F:-yyyy-MM-dd'T'HH:mm}}){faint} %clr(${LEVEL:-%5p}) %m%n}");

        assertThat(result).isEqualTo("%clr(%d{yyyy-MM-dd'T'HH:mm}){faint} %clr(%5p) %m%n");
    }

    @Test
    void shouldNameTheCircle() {
        values.put("a", "1${b}");
        values.put("b", "2${a}");

        assertThatThrownBy(() -> substitute("${a}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("variables go round in a circle: ${a} → ${b} → ${a}");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.SECONDS)
    void shouldRefuseWhatGrowsWithoutEnd() {
        for (int i = 0; i < 60; i++) {
            values.put("v" + i, "${v" + (i + 1) + "}${v" + (i + 1) + "}");
        }
        values.put("v60", "");

        assertThatThrownBy(() -> substitute("${v0}")).hasMessageContaining("without end");

        values.put("v60", "x".repeat(100_000));

        assertThatThrownBy(() -> substitute("${v0}")).hasMessageContaining("characters");
        assertThatThrownBy(() -> substitute("${".repeat(10_000) + "}".repeat(10_000)))
                .hasMessageContaining("inside one another");
    }
}
