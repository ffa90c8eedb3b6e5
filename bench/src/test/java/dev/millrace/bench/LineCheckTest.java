package dev.millrace.bench;

import static dev.millrace.bench.BenchLines.line;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineCheckTest {
    @TempDir
    Path directory;

    @Test
    void shouldAcceptInterleavedThreads() throws IOException {
        LineCheck check = check(List.of(line(0, 0), line(1, 0), line(0, 1), line(1, 1)), 2, 2);

        assertThat(check).isEqualTo(new LineCheck(4, 0, 0, 0, 0));
        assertThat(check.isPerfect()).isTrue();
    }

    @Test
    void shouldCountWhatIsMissingAlsoAtTheEnd() throws IOException {
        LineCheck check = check(List.of(line(0, 0), line(0, 2)), 4);

        assertThat(check).isEqualTo(new LineCheck(2, 2, 0, 0, 0));
    }

    @Test
    void shouldCountWhatIsThereTwice() throws IOException {
        LineCheck check = check(List.of(line(0, 0), line(0, 0), line(0, 1)), 2);

        assertThat(check).isEqualTo(new LineCheck(3, 0, 1, 0, 0));
    }

    @Test
    void shouldCountWhatIsOutOfOrder() throws IOException {
        LineCheck check = check(List.of(line(0, 0), line(0, 2), line(0, 1)), 3);

        assertThat(check).isEqualTo(new LineCheck(3, 0, 0, 1, 0));
    }

    @Test
    void shouldLetTheLineThatWasUnderWayBeThereOrNot() throws IOException {
        Path file = directory.resolve("killed.log");
        Files.writeString(file, line(0, 0) + line(0, 1) + line(1, 0), StandardCharsets.US_ASCII);

        assertThat(ended(file, new long[] {1, 1}, new long[] {2, 1}).isPerfect())
                .isTrue();
        assertThat(ended(file, new long[] {1, 2}, new long[] {2, 2}).missing()).isEqualTo(1);
        assertThat(ended(file, new long[] {1, 1}, new long[] {1, 1}).damaged()).isEqualTo(1);
    }

    @Test
    void shouldLetLinesBeThereThatWereLoggedWhileTheProgramEnded() throws IOException {
        Path file = directory.resolve("ended.log");
        Files.writeString(file, line(0, 0) + line(0, 1) + line(0, 4) + line(0, 4), StandardCharsets.US_ASCII);

        assertThat(ended(file, new long[] {2}, new long[] {6})).isEqualTo(new LineCheck(4, 0, 1, 0, 0));
    }

    @Test
    void shouldMissEveryLineOfAProgramThatLeftNoFile() throws IOException {
        assertThat(ended(directory.resolve("never.log"), new long[] {3}, new long[] {4}))
                .isEqualTo(new LineCheck(0, 3, 0, 0, 0));
    }

    private static LineCheck ended(Path file, long[] returned, long[] begun) throws IOException {
        return LineCheck.ofEnded(file, BenchLines.FORMAT, returned, begun);
    }

    @Test
    void shouldCountDamageAndGoOnWithTheNextLine() throws IOException {
        LineCheck check =
                check(List.of(line(0, 0), "half a li\n", line(0, 1), line(0, 2).substring(0, 50)), 3);

        assertThat(check).isEqualTo(new LineCheck(2, 1, 0, 0, 2));
    }

    @Test
    void shouldNotTakeALineForDamageThatSaysWhatIsMissing() throws IOException {
        String gap = "… 12 events dropped here (budget spent): INFO 12\n";

        LineCheck check = check(List.of(line(0, 0), gap, line(0, 13), gap), 14);

        assertThat(check).isEqualTo(new LineCheck(2, 12, 0, 0, 0));
    }

    @Test
    void shouldFindEveryDroppedLineOfALargeFile() throws IOException {
        Random random = new Random(7);
        List<String> lines = new ArrayList<>();
        int dropped = 0;
        for (int i = 0; i < 30_000; i++) {
            if (random.nextInt(100) == 0) {
                dropped++;
            } else {
                lines.add(line(i % 3, i / 3));
            }
        }

        LineCheck check = check(lines, 10_000, 10_000, 10_000);

        assertThat(check).isEqualTo(new LineCheck(lines.size(), dropped, 0, 0, 0));
        Collections.reverse(lines);
        assertThat(check(lines, 10_000, 10_000, 10_000).disordered()).isEqualTo(lines.size() - 3);
    }

    private LineCheck check(List<String> lines, long... linesOfThread) throws IOException {
        Path file = directory.resolve("lines.log");
        Files.writeString(file, String.join("", lines), StandardCharsets.UTF_8);
        return LineCheck.of(file, BenchLines.FORMAT, linesOfThread);
    }
}
