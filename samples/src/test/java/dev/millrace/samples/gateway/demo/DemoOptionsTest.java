package dev.millrace.samples.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoOptionsTest {
    @Test
    void shouldHaveDefaults() {
        assertThat(DemoOptions.parse()).isEqualTo(new DemoOptions(5, 4, 16, 0, null, false, false));
    }

    @Test
    void shouldTakeEveryOption() {
        DemoOptions options = DemoOptions.parse(
                "--seconds", "9", "--warmup", "0", "--clients", "4", "--port", "8080", "--dir", "logs", "--keep", "-h");

        assertThat(options).isEqualTo(new DemoOptions(9, 0, 4, 8080, Path.of("logs"), true, true));
    }

    @Test
    void shouldGiveEachGatewayAPort() {
        assertThat(Backend.values())
                .extracting(DemoOptions.parse("--port", "65532")::portOf)
                .containsExactly(65_532, 65_533, 65_534, 65_535);
        assertThat(Backend.values()).extracting(DemoOptions.parse()::portOf).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seconds 0", "--seconds x", "--port 65533", "--clients", "--speed 3", "demo"})
    void shouldSayWhatItDoesNotUnderstandAndHow(String line) {
        assertThatExceptionOfType(DemoFailure.class)
                .isThrownBy(() -> DemoOptions.parse(line.split(" ")))
                .withMessageContaining(line.split(" ")[0])
                .withMessageContaining("usage:")
                .satisfies(failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE));
    }
}
