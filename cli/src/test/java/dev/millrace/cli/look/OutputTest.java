package dev.millrace.cli.look;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import org.junit.jupiter.api.Test;

class OutputTest {
    @Test
    void shouldTellAReaderThatIsGoneFromAFailureInAnyLanguage() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().close();
        try (Output output = new Output(Channels.newOutputStream(pipe.sink()))) {
            output.print("nobody reads this");

            assertThatThrownBy(output::flush).isInstanceOf(OutputClosedException.class);
        }
    }
}
