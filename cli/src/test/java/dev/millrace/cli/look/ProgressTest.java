package dev.millrace.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgressTest {
    private static final String ERASE_LINE = "\r\u001b[K";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Console console(boolean terminal, String type) {
        return console(false, terminal, type);
    }

    private Console console(boolean outTerminal, boolean errTerminal, String type) {
        return new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                err,
                outTerminal,
                errTerminal,
                Map.of("TERM", type));
    }

    @Test
    void shouldMakeRoomForAnotherLineAndComeBack() {
        try (Progress progress = new Progress(console(true, "xterm"), "reading", 0)) {
            progress.hide();
            assertThat(err.size()).isZero();
            for (int times = 1; times <= 2; times++) {
                err.reset();
                while (err.size() == 0) {
                    progress.at(1000, 10);
                }
                assertThat(err.toString()).startsWith(ERASE_LINE + "\u001b[?7lreading");
                progress.hide();
                assertThat(err.toString()).endsWith("/s\u001b[?7h" + ERASE_LINE);
            }
            err.reset();
        }
        assertThat(err.size()).isZero();
    }

    @Test
    void shouldStayOutOfWhatIsPrintedOnTheSameTerminal() {
        try (Progress printing = Progress.ofPrinting(console(true, true, "xterm"), "rendering");
                Progress other = Progress.ofPrinting(console(false, true, "xterm"), "exporting")) {
            while (err.size() == 0) {
                other.at(1000, 10);
            }
            assertThat(err.toString()).contains("exporting");
            err.reset();

            printing.at(1000, 10);

            assertThat(err.size()).isZero();
        }
    }

    @Test
    void shouldBeShownOnlyWhereItCanBeTakenBack() {
        assertThat(console(true, "xterm").showsProgress()).isTrue();
        assertThat(console(true, "dumb").showsProgress()).isFalse();
        assertThat(console(false, "xterm").showsProgress()).isFalse();
    }
}
