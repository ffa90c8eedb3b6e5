package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

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

    @Test
    void shouldRefuseRunsWithoutRoomBeforeTheyStart() {
        int code = bench("throughput", "--backends=gflog", "--warmup=1000M", "--events=1000M", "--messages=50000");

        assertThat(code).as(all()).isEqualTo(Bench.EXIT_BROKEN);
        assertThat(text(err)).contains("a run needs 100", " GB in " + work + ",");
        assertThat(text(out)).isEmpty();
    }
}
