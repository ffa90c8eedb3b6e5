package dev.millrace.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationArgumentTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "took {} ms|0",
                "{} took {} us: {} [{}]|1",
                "{}ms|0",
                "{} ms, of these {}ns waiting, {} rows|1",
                "\\{} ms and {} s|0",
                "\\\\{} ms and {} rows|0",
                "{} msgs, {} rows|-1",
                "{}|-1",
                "{} |-1",
                "{}{}|-1",
                "no argument at all ms|-1",
            })
    void shouldFindTheArgumentThatAUnitOfTimeFollows(String template, int argument) {
        assertThat(DurationArgument.of(template)).isEqualTo(argument);
    }
}
