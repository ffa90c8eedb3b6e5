package dev.millrace.config.logback.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.config.logback.variable.VariableSubstitution;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class VariablesTest {
    private static final String[] PIECES = {"${", "${", "}", "}", "{", ":", ":-", "$", "\\", "a", "b", "dir/", " ", "-"
    };
    private static final int CASES = 200_000;

    private final List<String> told = new ArrayList<>();

    private String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int pieces = random.nextInt(7); pieces >= 0; pieces--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    @Test
    void shouldSubstituteOneVariableAsTheWholeGrammarDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int changed = 0;
        for (int i = 0; i < CASES; i++) {
            Variables variables =
                    new Variables("test", "name", new Surroundings(), (code, message, cause) -> told.add(message));
            variables.define(Scope.LOCAL, "a", text(random));
            variables.define(Scope.LOCAL, "b", random.nextBoolean() ? "plain" : "${a}");
            String text = text(random);
            told.clear();

            String substituted = variables.substituted(text, 1);

            assertThat(substituted).as("seed %d, case %d: %s", seed, i, text).isEqualTo(expected(text, variables));
            changed += text.equals(substituted) ? 0 : 1;
        }
        assertThat(changed).isGreaterThan(CASES / 50);
    }

    /** It may take seconds, and who reads for a value is who writes. */
    @Test
    void shouldAskForTheNameOfTheHostOnceForAllValues() {
        AtomicInteger asked = new AtomicInteger();
        Surroundings slow = new Surroundings() {
            @Override
            public String hostName() {
                return "host" + asked.incrementAndGet();
            }
        };
        Variables variables = new Variables("test", "name", slow, (code, message, cause) -> told.add(message));

        for (String user : List.of("ann", "bob")) {
            Variables ofValue = variables.with("test", "user", user, (code, message, cause) -> told.add(message));
            assertThat(ofValue.substituted("${HOSTNAME}/${user}.log", 1)).isEqualTo("host1/" + user + ".log");
        }
        assertThat(variables.substituted("${HOSTNAME}", 1)).isEqualTo("host1");
    }

    /** Null for what cannot be substituted. */
    private static String expected(String text, Variables variables) {
        try {
            return new VariableSubstitution() {
                @Override
                protected String value(String name) {
                    return variables.value(name);
                }

                @Override
                protected void undefined(String name) {
                    // Told elsewhere.
                }
            }.substitute(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
