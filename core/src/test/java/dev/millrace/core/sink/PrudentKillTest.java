package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in a file that several programs append to when some of them are killed in the middle of a write. */
@Timeout(60)
class PrudentKillTest {
    private static final int PAGE = 4096;
    private static final int ROUNDS = Integer.getInteger("millrace.prudent.rounds", 60);
    private static final long SEED = Long.getLong("millrace.prudent.seed", 20_261_122);

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private PrudentWriter writer(String name) {
        return new PrudentWriter(dir.resolve("app.log"), dir.resolve("outbox-" + name), status);
    }

    private Path file() {
        return dir.resolve("app.log");
    }

    private static String line(String text, int bytes) {
        return text + " " + "x".repeat(bytes - text.length() - 2) + "\n";
    }

    private List<StatusCode> codes() {
        return status.list().stream().map(each -> each.code()).toList();
    }

    /** A writer that has written "first" and was killed within "third", with "second" written. */
    private PrudentWriter killedWithinALine() throws IOException {
        PrudentWriter killed = writer("killed");
        killed.start();
        killed.write(line("first", 1000));
        killed.commit(line("second", 1000) + line("third", 4000) + line("fourth", 1000));
        killed.flushUntilKilledAt(PAGE);
        return killed;
    }

    @Test
    void shouldCutWhatADeadWriterLeftOfALine() throws IOException {
        killedWithinALine();
        PrudentWriter other = writer("other");
        other.start();

        other.write(line("theirs", 500));

        assertThat(Files.readString(file()))
                .isEqualTo(line("first", 1000) + line("second", 1000) + line("theirs", 500));
        assertThat(codes()).containsOnlyOnce(StatusCode.MR313);
    }

    @Test
    void shouldWriteTheRestOnceAfterOthersHaveCutTheLine() throws IOException {
        PrudentWriter killed = killedWithinALine();
        PrudentWriter other = writer("other");
        other.start();
        other.write(line("theirs", 500));

        killed.start();

        assertThat(Files.readString(file()))
                .isEqualTo(line("first", 1000)
                        + line("second", 1000)
                        + line("theirs", 500)
                        + line("third", 4000)
                        + line("fourth", 1000));
    }

    @Test
    void shouldWriteTheRestOnceWhereTheLineOfOthersBeginsAlike() throws IOException {
        PrudentWriter killed = killedWithinALine();
        PrudentWriter other = writer("other");
        other.start();
        other.write(line("third", 3000));

        killed.start();

        assertThat(Files.readString(file()))
                .isEqualTo(line("first", 1000)
                        + line("second", 1000)
                        + line("third", 3000)
                        + line("third", 4000)
                        + line("fourth", 1000));
    }

    @Test
    void shouldWriteTheRestOfBothWhenBothWereKilled() throws IOException {
        PrudentWriter killed = killedWithinALine();
        PrudentWriter other = writer("other");
        other.start();
        other.commit(line("theirs", 1000) + line("too", 3000));
        other.flushUntilKilledAt(PAGE);

        other.start();
        killed.start();

        assertThat(Files.readString(file()))
                .isEqualTo(line("first", 1000)
                        + line("second", 1000)
                        + line("theirs", 1000)
                        + line("too", 3000)
                        + line("third", 4000)
                        + line("fourth", 1000));
    }

    @Test
    void shouldCutTheOneLineOfAFile() throws IOException {
        PrudentWriter killed = writer("killed");
        killed.start();
        killed.commit(line("ours", 6000));
        killed.flushUntilKilledAt(PAGE);
        PrudentWriter other = writer("other");
        other.start();

        other.write(line("theirs", 500));
        killed.start();

        assertThat(Files.readString(file())).isEqualTo(line("theirs", 500) + line("ours", 6000));
    }

    @Test
    void shouldCutNothingFromWholeLines() throws IOException {
        PrudentWriter killed = writer("killed");
        killed.start();
        killed.commit(line("one", PAGE) + line("two", 100));
        killed.flushUntilKilledAt(PAGE);
        PrudentWriter other = writer("other");
        other.start();

        other.write(line("theirs", 500));
        killed.start();

        assertThat(Files.readString(file())).isEqualTo(line("one", PAGE) + line("theirs", 500) + line("two", 100));
        assertThat(codes()).doesNotContain(StatusCode.MR313);
    }

    @ParameterizedTest
    @ValueSource(ints = {PAGE, PAGE + 1, PAGE - 1})
    void shouldFinishItsOwnLineWhereverItWasKilled(int size) throws IOException {
        PrudentWriter killed = writer("killed");
        killed.start();
        killed.commit(line("one", 1000) + line("two", 5000));
        killed.flushUntilKilledAt(size);

        killed.start();

        assertThat(Files.readString(file())).isEqualTo(line("one", 1000) + line("two", 5000));
        assertThat(codes()).doesNotContain(StatusCode.MR313);
    }

    @Test
    void shouldLeaveAloneWhatNoKernelLeavesOfAWrite() throws IOException {
        String footer = "</table>";
        Files.writeString(file(), line("one", 100) + footer);
        PrudentWriter other = writer("other");
        other.start();

        other.write(line("theirs", 500));

        assertThat(Files.readString(file())).isEqualTo(line("one", 100) + footer + line("theirs", 500));
    }

    @Test
    void shouldNotTakeTheEventOfOthersForTheBeginningOfItsLine() throws IOException {
        PrudentWriter other = writer("other");
        other.start();
        other.write(line("one", 100));
        Files.writeString(file(), ".", StandardOpenOption.APPEND);

        other.write(".\n");

        assertThat(Files.readString(file())).isEqualTo(line("one", 100) + "..\n");
    }

    @Test
    void shouldGoOnExactlyWhereAWriteEndedOnceEventsHadNoLineEnd() throws IOException {
        PrudentFiles files = new PrudentFiles("S", status, null);
        Files.writeString(file(), "no endone\ntwo pa");
        ByteBuffer batch = ByteBuffer.wrap("one\ntwo parts\n".getBytes(StandardCharsets.UTF_8));

        assertThat(files.bytesPresent(file(), 6, batch)).isEqualTo("one\n".length());
        assertThat(files.areLines(false)).isFalse();
        assertThat(files.bytesPresent(file(), 6, batch)).isEqualTo("one\ntwo pa".length());
    }

    @Test
    void shouldNeverCutEventsThatHaveNoLineEnd() throws IOException {
        PrudentWriter writer = writer("own");
        writer.start();

        for (int i = 0; i < 3; i++) {
            writer.write("e".repeat(PAGE));
        }
        writer.write("of two\nlines");
        writer.write("l".repeat(PAGE - "of two\nlines".length()));
        writer.write("ends by chance\n");

        assertThat(Files.readString(file()))
                .isEqualTo("e".repeat(3 * PAGE) + "of two\nlines" + "l".repeat(PAGE - "of two\nlines".length())
                        + "ends by chance\n");
    }

    @Test
    void shouldFinishEventsWithoutLineEndWhereTheyWereKilled() throws IOException {
        PrudentWriter killed = writer("killed");
        killed.start();
        killed.write("a".repeat(5000));
        killed.commit("b\n".repeat(1000) + "c".repeat(5000));
        killed.flushUntilKilledAt(2 * PAGE);

        killed.start();

        assertThat(Files.readString(file())).isEqualTo("a".repeat(5000) + "b\n".repeat(1000) + "c".repeat(5000));
    }

    /** Writers that are killed at any page of a write, and start again in any order. */
    @Test
    void shouldHaveEachLineOnceAndWholeWhoeverIsKilled() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = SEED + round;
            Files.deleteIfExists(file());
            List<List<String>> written = play(seed, new Random(seed));

            List<String> lines = Files.readAllLines(file());
            for (int w = 0; w < written.size(); w++) {
                String mark = " w" + w + " ";
                assertThat(lines.stream().filter(line -> line.contains(mark)).toList())
                        .as("writer %d, seed %d", w, seed)
                        .isEqualTo(written.get(w));
            }
            assertThat(lines)
                    .as("seed %d", seed)
                    .hasSize(written.stream().mapToInt(List::size).sum());
        }
    }

    private List<List<String>> play(long seed, Random random) throws IOException {
        List<PrudentWriter> writers = IntStream.range(0, 2 + random.nextInt(2))
                .mapToObj(w -> writer(seed + "-" + w))
                .toList();
        List<List<String>> written = new ArrayList<>();
        writers.forEach(each -> {
            each.start();
            written.add(new ArrayList<>());
        });
        for (int step = 0; step < 60; step++) {
            int w = random.nextInt(writers.size());
            PrudentWriter writer = writers.get(w);
            long page = (Files.size(file()) / PAGE + 1 + random.nextInt(4)) * PAGE;
            if (writer.isDead()) {
                if (random.nextBoolean()) {
                    writer.start();
                } else {
                    writer.startUntilKilledAt(page);
                }
                continue;
            }
            String batch = batch(w, written.get(w), random);
            if (random.nextInt(3) > 0) {
                writer.write(batch);
            } else {
                writer.commit(batch);
                writer.flushUntilKilledAt(page);
            }
        }
        for (PrudentWriter writer : writers) {
            if (writer.isDead()) {
                writer.start();
            }
            writer.kill();
        }
        return written;
    }

    private static String batch(int writer, List<String> written, Random random) {
        StringBuilder batch = new StringBuilder();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int length = 30 + random.nextInt(random.nextInt(5) == 0 ? 9000 : 1500);
            String line = line("2026-11-22 w" + writer + " " + written.size(), length);
            written.add(line.substring(0, line.length() - 1));
            batch.append(line);
        }
        return batch.toString();
    }
}
