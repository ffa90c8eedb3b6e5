package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final Map<String, String> DEFAULTS =
            Map.of("events", "10M", "quick", Options.OFF, "backends", "logback");

    @Test
    void shouldReadBothFormsAndSwitches() {
        Options options = Options.parse(List.of("--events=200k", "--quick", "--backends", "gflog, logback"), DEFAULTS);

        assertThat(options.longCount("events")).isEqualTo(200_000);
        assertThat(options.isOn("quick")).isTrue();
        assertThat(options.backends("backends")).containsExactly(Backend.GFLOG, Backend.LOGBACK);
    }

    @Test
    void shouldKeepDefaults() {
        Options options = Options.parse(List.of(), DEFAULTS);

        assertThat(options.longCount("events")).isEqualTo(10_000_000);
        assertThat(options.isOn("quick")).isFalse();
    }

    @Test
    void shouldNameWhatIsWrongAndWhatIsPossible() {
        assertThatThrownBy(() -> Options.parse(List.of("--event", "3"), DEFAULTS))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'--event'")
                .hasMessageContaining("--events");
        assertThatThrownBy(() -> Options.parse(List.of("--events"), DEFAULTS))
                .hasMessageContaining("'--events' needs a value");
        assertThatThrownBy(() -> Options.parse(List.of("--quick=yes"), DEFAULTS))
                .hasMessageContaining("'--quick' takes no value");
        assertThatThrownBy(
                        () -> Options.parse(List.of("--events", "-3"), DEFAULTS).longCount("events"))
                .hasMessageContaining("'-3'");
        assertThatThrownBy(() ->
                        Options.parse(List.of("--backends", "log5j"), DEFAULTS).backends("backends"))
                .hasMessageContaining("'log5j'")
                .hasMessageContaining("gflog, log4j2, log4j2-noflush");
    }
}
