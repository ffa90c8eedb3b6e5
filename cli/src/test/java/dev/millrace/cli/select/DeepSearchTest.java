package dev.millrace.cli.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.ExitCode;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DeepSearchTest {
    /** As if the heap were full. */
    private record TooMuch(int length) implements CharSequence {
        @Override
        public char charAt(int index) {
            throw new OutOfMemoryError("Java heap space");
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }
    }

    @Test
    void shouldFindWhatTakesALargeStack() {
        Pattern pattern = Pattern.compile("(a|b)*c");

        assertThat(DeepSearch.find(pattern, "ab".repeat(50_000) + "c")).isTrue();
        assertThat(DeepSearch.find(pattern, "ab")).isFalse();
    }

    @Test
    void shouldSayThatASearchTakesTooMuchMemory() {
        assertThatThrownBy(() -> DeepSearch.find(Pattern.compile("(a|b)*c"), new TooMuch(7)))
                .isInstanceOfSatisfying(
                        CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessageStartingWith("the expression takes more memory than there is for an event of 7 characters");
    }
}
