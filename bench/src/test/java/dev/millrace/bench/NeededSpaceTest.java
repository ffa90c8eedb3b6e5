package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NeededSpaceTest extends AbstractBenchTest {
    private static final Path DIRECTORY = Path.of("/some/where");

    @Test
    void shouldNameWhatIsNeededAndWhatThereIs() {
        assertThatThrownBy(() -> NeededSpace.require(2_500_000_000L, 1_200_000_000L, DIRECTORY))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "a run needs 2.5 GB in /some/where, and 1.2 GB are free there: --work names another directory");
        assertThatCode(() -> NeededSpace.require(1_200_000_000L, 1_200_000_000L, DIRECTORY))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldNameTheDirectoryWhereSpaceIsSpentAllTheSame() {
        assertThat(NeededSpace.told(new IOException("No space left on device"), DIRECTORY))
                .hasMessageContaining("(in /some/where: --work names another directory)");
        assertThat(NeededSpace.told(new IOException("no line"), DIRECTORY)).hasMessage("no line");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throughput --warmup=1000M --events=1000M --messages=50000",
                "latency --rate=1000M --seconds=1000M",
                "rolling --rate=1000M --seconds=1000M"
            })
    void shouldRefuseRunsWithoutRoomBeforeTheyStart(String words) {
        String[] command = words.split(" ");
        int code = bench(command[0], Arrays.copyOfRange(command, 1, command.length));

        assertThat(code).as(all()).isEqualTo(Bench.EXIT_BROKEN);
        assertThat(text(err)).contains("a run needs ", " GB in " + work + ",");
        assertThat(text(out)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"throughput", "latency", "rolling", "sifting", "console", "queue", "import"})
    void shouldKnowWhatAScenarioNeeds(String scenario) throws IOException {
        Scenario one = Bench.scenario(scenario);

        assertThat(one.neededBytes(OptionRules.parse(one, List.of()))).isBetween(300_000_000L, 8_000_000_000L);
    }
}
