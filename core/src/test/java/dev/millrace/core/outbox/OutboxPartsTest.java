package dev.millrace.core.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.core.sink.PartsWriter;
import dev.millrace.core.sink.Trouble;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxPartsTest {
    @TempDir
    Path dir;

    private Path path;

    @BeforeEach
    void setPath() {
        path = dir.resolve("outbox");
    }

    private static final List<OutboxPart> PARTS = List.of(
            new OutboxPart("ä", Path.of("/logs/ä.log"), 42, 17, 0, 3, null),
            new OutboxPart("b", Path.of("/logs/b.log"), 43, 0, 3, 8, new RollMark(5, 6)),
            new OutboxPart("c", Path.of("/logs/c.log"), 44, 1, 8, 9, null));

    private static void commit(Outbox outbox, long end, String text, List<OutboxPart> parts) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        outbox.room(bytes.length).put(bytes);
        outbox.commitParts(OutboxBatch.ofParts(end - 1, end, bytes.length, Totals.of(1, 2, 3, 4, 5, 6, 7, 8)), parts);
    }

    private static String rest(Outbox outbox, int part) {
        return StandardCharsets.UTF_8
                .decode(outbox.rest(outbox.parts().get(part)))
                .toString();
    }

    @Test
    void shouldGiveBackEveryPartOfACommittedBatch() throws IOException {
        commit(Outbox.open(path), 100, "onethree1", PARTS);

        Outbox again = Outbox.open(path);

        assertThat(again.isPending()).isTrue();
        assertThat(again.batch().journalEnd()).isEqualTo(100);
        assertThat(again.batch().totals().toArray()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(again.parts()).isEqualTo(PARTS);
        assertThat(again.partsOut()).isZero();
        assertThat(rest(again, 1)).isEqualTo("three");
    }

    @Test
    void I1_shouldHaveNoBatchWhoseTableMemoryWasTooShortFor() throws IOException {
        Outbox outbox = Outbox.open(path);
        List<OutboxPart> starving = new AbstractList<>() {
            @Override
            public OutboxPart get(int index) {
                return PARTS.get(index);
            }

            @Override
            public int size() {
                return PARTS.size();
            }

            @Override
            public Object[] toArray() {
                throw new OutOfMemoryError("test");
            }
        };
        assertThatThrownBy(() -> commit(outbox, 100, "onethree1", starving)).isInstanceOf(OutOfMemoryError.class);

        assertThat(outbox.isPending()).isFalse();
        assertThat(Outbox.open(path).batch()).isNull();
    }

    @Test
    void shouldKnowWhichPartsAreOut() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "onethree1", PARTS);
        outbox.markPartOut();
        outbox.markPartOut();

        Outbox again = Outbox.open(path);

        assertThat(again.partsOut()).isEqualTo(2);
        assertThat(again.isPending()).isTrue();
        again.markDone();
        assertThat(Outbox.open(path).isPending()).isFalse();
    }

    @Test
    void shouldGoOnBehindWhatIsOutAnyNumberOfTimes() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "onethree1", PARTS);
        outbox.markPartOut();
        for (int i = 1; i < 5; i++) {
            OutboxPart next = PARTS.get(1).continuedAt(3 + i, Path.of("/logs/other-" + i), 50, 60 + i);
            outbox.continueParts(List.of(next, PARTS.get(2)));

            Outbox again = Outbox.open(path);

            assertThat(again.parts()).containsExactly(next, PARTS.get(2));
            assertThat(rest(again, 0)).isEqualTo("three".substring(i));
            assertThat(rest(again, 1)).isEqualTo("1");
        }
    }

    @Test
    void shouldGrowWithBytesAndTable() throws IOException {
        Outbox file = Outbox.open(path);
        Outbox memory = Outbox.inMemory();
        for (int size = 1000; size < 3 << 20; size *= 5) {
            String text = "x".repeat(size);
            List<OutboxPart> parts = List.of(new OutboxPart("k", Path.of("/a"), 1, 2, 0, size, null));
            for (Outbox outbox : List.of(file, memory)) {
                commit(outbox, size, text, parts);
                assertThat(rest(outbox, 0)).isEqualTo(text);
                outbox.markDone();
            }
            assertThat(rest(Outbox.open(path), 0)).isEqualTo(text);
        }
    }

    @Test
    void shouldFallBackToTheHeaderBeforeWhereverWritingOneStopsI1() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "onethree1", PARTS);
        byte[] before = Files.readAllBytes(path);
        outbox.markPartOut();
        outbox.continueParts(List.of(PARTS.get(1).continuedAt(5, Path.of("/logs/b.log"), 43, 2), PARTS.get(2)));
        byte[] after = Files.readAllBytes(path);
        int slot = 0;

        for (int cut = 8; cut < OutboxFormat.SLOT_BYTES; cut += 7) {
            byte[] torn = after.clone();
            Arrays.fill(torn, slot, slot + 8, (byte) 0);
            System.arraycopy(before, slot + cut, torn, slot + cut, OutboxFormat.SLOT_BYTES - cut);
            Path copy = dir.resolve("torn");
            Files.write(copy, torn);

            Outbox again = Outbox.open(copy);

            assertThat(again.isPending()).isTrue();
            assertThat(again.parts()).isEqualTo(PARTS);
            assertThat(again.partsOut()).isEqualTo(1);
        }
    }

    @Test
    void shouldTakeHostileTablesForNoneI6() throws IOException {
        commit(Outbox.open(path), 100, "onethree1", PARTS);
        byte[] whole = Files.readAllBytes(path);
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            byte[] damaged = whole.clone();
            damaged[OutboxFormat.DATA_OFFSET + 16 + 8 + random.nextInt(180)] ^= (byte) (1 + random.nextInt(255));
            Path copy = dir.resolve("damaged");
            Files.write(copy, damaged);

            Outbox outbox = Outbox.open(copy);

            assertThat(outbox.isPending()).isTrue();
            assertThat(outbox.parts() == null || outbox.parts().equals(PARTS)).isTrue();
        }
    }

    @Test
    void shouldTellHowManyBytesMayBeMissingWhereTheTableIsDamaged() throws IOException {
        commit(Outbox.open(path), 100, "onethree1", PARTS);
        byte[] bytes = Files.readAllBytes(path);
        bytes[OutboxFormat.DATA_OFFSET + 16 + 8 + 90] ^= 1;
        Files.write(path, bytes);
        Outbox outbox = Outbox.open(path);
        StatusLog status = new StatusLog();

        new PartsWriter("SIFT", null, status).finish(outbox, new Trouble("SIFT", status));

        assertThat(outbox.parts()).isNull();
        assertThat(status.list()).singleElement().satisfies(told -> {
            assertThat(told.code()).isEqualTo(StatusCode.MR305);
            assertThat(told.message()).contains("SIFT", "9 bytes may be missing");
        });
    }

    @Test
    void shouldKeepTheKeyOfAStepOfARoll() throws IOException {
        Outbox outbox = Outbox.open(path);
        outbox.movesOf("käy");
        FileMove move = new FileMove(FileMove.Kind.RENAME, Path.of("/logs/a.1"), 0);
        assertThat(outbox.commitMove(Path.of("/logs/a"), 9, new RollMark(1, 2), move))
                .isTrue();

        OutboxBatch again = Outbox.open(path).batch();

        assertThat(again.key()).isEqualTo("käy");
        assertThat(again.move()).isEqualTo(move);
        assertThat(again.file()).isEqualTo(Path.of("/logs/a"));
        assertThat(again.roll()).isEqualTo(new RollMark(1, 2));
    }
}
