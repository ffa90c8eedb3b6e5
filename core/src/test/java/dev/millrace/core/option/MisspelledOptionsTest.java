package dev.millrace.core.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MisspelledOptionsTest {
    private final StatusLog status = new StatusLog();
    private final MisspelledOptions misspelled = new MisspelledOptions(status);

    private List<String> told() {
        assertThat(status.list()).extracting(Status::code).containsOnly(StatusCode.MR104);
        return status.list().stream().map(Status::message).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "millrace.redact.key, millrace.redact.keys",
        "millrace.journal.buget, millrace.journal.budget",
        "millrace.journal.directory, millrace.journal.dir",
        "millrace.Sync, millrace.sync",
        "Millrace.sync, millrace.sync",
        "millrace.overflows, millrace.overflow",
        "millrace.shutdown.time, millrace.shutdown.timeout",
        "millrace.confg, millrace.config",
        "millrace.redact, millrace.redact.keys",
        "millrace.budget, millrace.journal.budget",
        "millrace.retain, millrace.journal.retain",
        "millrace.timeout, millrace.shutdown.timeout",
    })
    void shouldTellTheNearestOptionI7(String name, String nearest) {
        misspelled.inSystem(List.of(name));

        assertThat(told())
                .containsExactly(
                        name + " (system property) has no effect: there is no such option; the nearest is " + nearest);
    }

    @Test
    void shouldTellOfVariablesByTheNameTheyHave() {
        misspelled.inEnvironment(List.of("MILLRACE_REDACT_KEY", "MILLRACE_STATUS", "MILLRACE_REDACT_KEYS", "HOME"));

        assertThat(told())
                .containsExactly(
                        "MILLRACE_REDACT_KEY (environment variable) has no effect: there is no such option; the nearest"
                                + " is millrace.redact.keys",
                        "MILLRACE_STATUS (environment variable) has no effect: it is read as the system property"
                                + " millrace.status only");
    }

    @Test
    void shouldTellOfWhatAConfigurationCannotSay() {
        misspelled.inConfiguration(
                List.of("millrace.status", "millrace.config", "millrace.sync", "millrace.sink"), "/app/logback.xml");

        assertThat(told())
                .containsExactly(
                        "millrace.status (property in /app/logback.xml) has no effect: it is read as a system property"
                                + " only",
                        "millrace.config (property in /app/logback.xml) has no effect: it is read as a system property"
                                + " or an environment variable only",
                        "millrace.sink (property in /app/logback.xml) has no effect: there is no such option; the"
                                + " nearest is millrace.sync");
    }

    @ParameterizedTest
    @ValueSource(strings = {"millrace.", "millrace.tenant", "millrace.test.seed", "millrace", "user.home", ""})
    void shouldLeaveOtherNamesToTheApplication(String name) {
        misspelled.inSystem(List.of(name));
        misspelled.inConfiguration(List.of(name), "/app/logback.xml");

        assertThat(status.list()).isEmpty();
    }

    @Test
    void shouldKnowEachOption() throws IllegalAccessException {
        for (Field field : Options.class.getDeclaredFields()) {
            if (field.getType() == String.class) {
                misspelled.inSystem(List.of((String) field.get(null)));
            }
        }
        misspelled.inSystem(List.of("millrace.config", "millrace.status"));

        assertThat(status.list()).isEmpty();
    }
}
