package dev.millrace.samples.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void shouldRewriteProgressInPlaceOnATerminal() {
        Screen screen = new Screen(out, true);

        screen.progress("50 %");
        screen.line("done");

        assertThat(shown()).isEqualTo("50 %\r    \rdone" + System.lineSeparator());
    }

    @Test
    void shouldSayNothingAfterTheLastLine() {
        Screen screen = new Screen(out, false);

        screen.lastLine("interrupted");
        screen.line("a connection broke");

        assertThat(shown()).isEqualTo("interrupted" + System.lineSeparator());
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
