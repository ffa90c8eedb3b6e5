package dev.millrace.it.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineCheckTest {
    private static final int THREADS = 3;
    private static final int EVENTS = 400;

    @TempDir
    Path dir;

    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void writeAllOnce() {
        for (long s = 0; s < EVENTS; s++) {
            for (int t = 0; t < THREADS; t++) {
                lines.add(line(t, s));
            }
        }
    }

    @Test
    void shouldFindNothingWrongWithAWholeFile() throws IOException {
        LineCheck check = check(String.join("", lines));

        assertThat(check.events()).isEqualTo((long) THREADS * EVENTS);
        assertThat(check.doubled()).isZero();
        assertThat(check.reordered()).isZero();
        assertThat(check.tornEnd()).isFalse();
        assertThat(check.otherLines()).isEmpty();
        assertThat(check.missing(1, EVENTS)).isZero();
    }

    @Test
    void shouldFindAMissingLine() throws IOException {
        lines.remove(THREADS * 17 + 1);

        LineCheck check = check(String.join("", lines));

        assertThat(check.gaps(1)).containsExactly(17L);
        assertThat(check.missing(1, EVENTS)).isEqualTo(1);
        assertThat(check.missing(1, 17)).isZero();
    }

    @Test
    void shouldFindMissingLinesAtTheEnd() throws IOException {
        LineCheck check = check(String.join("", lines.subList(0, THREADS * 10)));

        assertThat(check.missing(2, EVENTS)).isEqualTo(EVENTS - 10);
    }

    @Test
    void shouldFindADoubledLine() throws IOException {
        lines.add(lines.get(5));

        assertThat(check(String.join("", lines)).doubled()).isEqualTo(1);
    }

    @Test
    void shouldFindExchangedLines() throws IOException {
        String first = lines.get(THREADS * 8);
        lines.set(THREADS * 8, lines.get(THREADS * 9));
        lines.set(THREADS * 9, first);

        LineCheck check = check(String.join("", lines));

        assertThat(check.reordered()).isEqualTo(1);
        assertThat(check.missing(0, EVENTS)).isZero();
    }

    @Test
    void shouldFindATornEnd() throws IOException {
        String whole = String.join("", lines);

        assertThat(check(whole.substring(0, whole.length() - 1)).tornEnd()).isTrue();
    }

    @Test
    void shouldTellOfWhichCallALastLineIsTheBeginning() throws IOException {
        String next = line(1, EVENTS);
        LineCheck check = check(String.join("", lines) + next.substring(0, next.length() / 2));

        assertThat(check.tornEnds()).isEqualTo(1);
        assertThat(check.tornEndsOf(List.of(new LineCheck.Event(0, EVENTS), new LineCheck.Event(1, EVENTS))))
                .isEqualTo(1);
        assertThat(check.tornEndsOf(List.of(new LineCheck.Event(0, EVENTS), new LineCheck.Event(2, EVENTS))))
                .isZero();
        assertThat(check.tornEndsOf(List.of(new LineCheck.Event(1, EVENTS + 1))))
                .isZero();
    }

    @Test
    void shouldFindAnyDamagedByteButThoseOfTheTime() throws IOException {
        byte[] whole = String.join("", lines.subList(0, 60)).getBytes(StandardCharsets.UTF_8);
        Random random = new Random(7);
        for (int i = 0; i < 100; i++) {
            byte[] damaged = whole.clone();
            int at = random.nextInt(damaged.length);
            damaged[at] = (byte) (damaged[at] ^ (1 + random.nextInt(255)));
            boolean digit = damaged[at] >= '0' && damaged[at] <= '9' && whole[at] >= '0' && whole[at] <= '9';

            LineCheck check = check(damaged);

            assertThat(check.otherLines().size() > 0 || check.events() != 60 || digit)
                    .as("byte %d", at)
                    .isTrue();
        }
    }

    @Test
    void shouldFindLinesThatRunIntoEachOther() throws IOException {
        lines.set(4, lines.get(4).stripTrailing());

        LineCheck check = check(String.join("", lines));

        assertThat(check.otherLines()).hasSize(1);
        assertThat(check.missing(1, EVENTS) + check.missing(2, EVENTS)).isEqualTo(2);
    }

    @Test
    void shouldCountNewlinesOfAPartOfAFile() throws IOException {
        Path file = Files.writeString(dir.resolve("part"), "a\nbb\nccc\n");

        assertThat(LineCheck.countLines(file)).isEqualTo(3);
        assertThat(LineCheck.countLines(file, 2, 9)).isEqualTo(2);
        assertThat(LineCheck.countLines(dir.resolve("none"))).isZero();
    }

    private LineCheck check(String text) throws IOException {
        return check(text.getBytes(StandardCharsets.UTF_8));
    }

    private LineCheck check(byte[] bytes) throws IOException {
        return new LineCheck(1, LineShape.CUSTOMARY).read(Files.write(dir.resolve("check.log"), bytes));
    }

    private static String line(int t, long s) {
        return "2026-11-21 08:00:00.%03d [writer-%d] %s dev.millrace.it.Writer - %s%n"
                .formatted(s % 1000, t, EventText.isWarn(s) ? "WARN " : "INFO ", EventText.message(t, s));
    }
}
