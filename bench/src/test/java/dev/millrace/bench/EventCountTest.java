package dev.millrace.bench;

import static dev.millrace.bench.BenchLines.line;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventCountTest {
    private static final String TRACE =
            "java.lang.IllegalStateException: payment refused\n\tat some.Place(Place.java:1)\n";

    @TempDir
    Path directory;

    @Test
    void shouldFindEveryEventBetweenTheLinesOfItsTrace() throws IOException {
        EventCount count = count(line(0, 0) + TRACE + line(1, 0) + TRACE + line(0, 1) + TRACE, 2, 1);

        assertThat(count.check().isPerfect()).isTrue();
        assertThat(count.lines()).isEqualTo(9);
    }

    @Test
    void shouldNotLetADoubledEventHideALostOne() throws IOException {
        EventCount count = count(line(0, 0, "someone ") + line(0, 0, "someone ") + line(0, 2, "someone "), 3);

        assertThat(count.check()).isEqualTo(new LineCheck(3, 1, 1, 0, 0));
    }

    @Test
    void shouldCountWhatIsOutOfOrderOrWasNeverLogged() throws IOException {
        EventCount count = count(line(0, 1) + line(0, 0) + line(0, 7) + line(3, 0), 2);

        assertThat(count.check()).isEqualTo(new LineCheck(2, 0, 0, 1, 2));
    }

    private EventCount count(String text, long... linesOfThread) throws IOException {
        Path file = directory.resolve("events.log");
        Files.writeString(file, text, StandardCharsets.US_ASCII);
        return EventCount.in(file, BenchLines.FORMAT, linesOfThread);
    }
}
