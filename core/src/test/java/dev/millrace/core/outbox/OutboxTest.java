package dev.millrace.core.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.event.Utf8Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxTest {
    @TempDir
    Path dir;

    private Path path;

    @BeforeEach
    void setPath() {
        path = dir.resolve("outbox");
    }

    private static OutboxBatch batch(long end, int length) {
        return new OutboxBatch(
                end - length,
                end,
                Path.of("/var/log/app-ä.log"),
                42,
                17,
                0,
                length,
                Totals.of(1, 2, 3, 4, 5, 6, 7, end));
    }

    private static void commit(Outbox outbox, long end, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        outbox.commit(batch(end, bytes.length), bytes);
    }

    private static String rest(Outbox outbox) {
        return StandardCharsets.UTF_8.decode(outbox.rest()).toString();
    }

    @Test
    void shouldBeEmptyWhenNewAndReadableByItsOwnerOnly() throws IOException {
        Outbox outbox = Outbox.open(path);

        assertThat(outbox.batch()).isNull();
        assertThat(outbox.isPending()).isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldGiveBackACommittedBatch() throws IOException {
        commit(Outbox.open(path), 100, "hello");

        Outbox again = Outbox.open(path);

        assertThat(again.isPending()).isTrue();
        assertThat(rest(again)).isEqualTo("hello");
        assertThat(again.batch().journalBegin()).isEqualTo(95);
        assertThat(again.batch().journalEnd()).isEqualTo(100);
        assertThat(again.batch().file()).isEqualTo(Path.of("/var/log/app-ä.log"));
        assertThat(again.batch().fileIdentity()).isEqualTo(42);
        assertThat(again.batch().offsetBefore()).isEqualTo(17);
        assertThat(again.batch().totals().toArray()).containsExactly(1, 2, 3, 4, 5, 6, 7, 100);
    }

    @Test
    void shouldKnowThatABatchIsOut() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "hello");
        outbox.markDone();

        Outbox again = Outbox.open(path);

        assertThat(again.isPending()).isFalse();
        assertThat(again.batch().journalEnd()).isEqualTo(100);
    }

    @Test
    void shouldGoOnBehindWhatIsOut() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "hello");
        outbox.continueAt(2, Path.of("/b.log"), 43, 19);

        Outbox again = Outbox.open(path);

        assertThat(rest(again)).isEqualTo("llo");
        assertThat(again.batch().offsetBefore()).isEqualTo(19);
        assertThat(again.batch().file()).isEqualTo(Path.of("/b.log"));
    }

    @Test
    void shouldGrowWithItsBatches() throws IOException {
        Outbox outbox = Outbox.open(path);
        for (int size = 1; size < 3 << 20; size *= 3) {
            String text = "x".repeat(size);
            commit(outbox, size, text);
            assertThat(rest(Outbox.open(path))).isEqualTo(text);
            outbox.markDone();
        }
    }

    @Test
    void shouldAskForSmallerBatchesUntilItCanGrowI5() throws IOException {
        Outbox outbox = Outbox.open(path);
        // In the file's place something that cannot be written, as on a full disk.
        Files.delete(path);
        Files.createDirectory(path);
        String large = "x".repeat(100_000);

        assertThat(outbox.batchBytes(512 << 10)).isEqualTo(512 << 10);
        assertThatThrownBy(() -> commit(outbox, 100_000, large)).hasMessageContaining(path.toString());
        assertThat(outbox.batchBytes(512 << 10)).isEqualTo(32 << 10);
        assertThatThrownBy(() -> commit(outbox, 100_000, large)).isInstanceOf(IOException.class);
        assertThat(outbox.batchBytes(512 << 10)).isEqualTo(2 << 10);
        commit(outbox, 200_000, "small");
        assertThat(rest(outbox)).isEqualTo("small");
        outbox.markDone();
        assertThat(outbox.batchBytes(512 << 10)).isEqualTo(32 << 10);

        Files.delete(path);
        commit(outbox, 300_000, "small again");
        assertThat(rest(outbox)).isEqualTo("small again");
        outbox.markDone();
        assertThat(outbox.batchBytes(512 << 10)).isEqualTo(512 << 10);
        commit(outbox, 400_000, large);
        assertThat(rest(outbox)).isEqualTo(large);
    }

    @Test
    void shouldRefuseASecondBatchWhileOneIsPending() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "hello");

        assertThatThrownBy(() -> commit(outbox, 105, "again")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldFallBackToTheHeaderBeforeWhereverWritingOneStopsI1() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "first");
        outbox.markDone();
        byte[] before = Files.readAllBytes(path);
        commit(outbox, 200, "second");
        byte[] after = Files.readAllBytes(path);

        // Slot 0 was written second: a kill leaves its seal at zero and any part of the rest new.
        for (int cut = 8; cut < OutboxFormat.SLOT_BYTES; cut += 7) {
            byte[] torn = after.clone();
            java.util.Arrays.fill(torn, 0, 8, (byte) 0);
            System.arraycopy(before, cut, torn, cut, OutboxFormat.SLOT_BYTES - cut);
            Path copy = dir.resolve("torn");
            Files.write(copy, torn);

            Outbox again = Outbox.open(copy);

            assertThat(again.batch().journalEnd()).isEqualTo(100);
            assertThat(again.isPending()).isFalse();
        }
    }

    @Test
    void shouldTakeHostileBytesForNoBatchI6() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "first");
        outbox.markDone();
        commit(outbox, 200, "second");
        byte[] whole = Files.readAllBytes(path);
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            byte[] damaged = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[16 + random.nextInt(140)] ^= (byte) (1 + random.nextInt(255));
                damaged[OutboxFormat.SLOT_BYTES + 16 + random.nextInt(140)] = (byte) random.nextInt();
            }
            Path copy = dir.resolve("damaged");
            Files.write(copy, damaged);

            OutboxBatch batch = Outbox.open(copy).batch();

            assertThat(batch == null || batch.journalEnd() == 100 || batch.journalEnd() == 200)
                    .isTrue();
        }
    }

    @Test
    void I6_shouldTakeACutOutboxForNoBatchAndSaySo() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 100, "first");
        outbox.markDone();
        commit(outbox, 200, "the second");
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length < OutboxFormat.DATA_OFFSET + 20; length += length < 8180 ? 409 : 1) {
            Path copy = dir.resolve("cut");
            Files.write(copy, java.util.Arrays.copyOf(whole, length));

            Outbox again = Outbox.open(copy);

            boolean hasAll = length >= OutboxFormat.DATA_OFFSET + 10;
            assertThat(again.isPending()).as("cut to %d", length).isEqualTo(hasAll);
            assertThat(again.isDamaged()).as("cut to %d", length).isEqualTo(length > 0 && !hasAll);
        }
    }

    private static TextRegion filled(Outbox outbox, String text) {
        TextRegion region = outbox.region();
        Utf8Buffer bytes = new Utf8Buffer(16);
        bytes.putUtf8(text);
        assertThat(region.put(bytes)).isTrue();
        return region;
    }

    @Test
    void I1_shouldGiveBackABatchThatWasPutTogetherInItWhateverIsPutBesideIt() throws IOException {
        Outbox outbox = Outbox.open(path);
        List<TextRegion> regions = new ArrayList<>();
        for (String text : List.of("first", "second", "third")) {
            regions.add(filled(outbox, text));
        }
        for (int size : new int[] {100, 3 << 20, (3 << 20) + 1, 9 << 20}) {
            // Batches that are not put together ahead come between.
            commit(outbox, size, "x".repeat(size));
            assertThat(rest(Outbox.open(path))).isEqualTo("x".repeat(size));
            outbox.markDone();
        }
        outbox.commit(batch(20, 5), regions.get(0));
        assertThat(rest(Outbox.open(path))).isEqualTo("first");
        outbox.continueAt(2, Path.of("/b.log"), 43, 19);

        Outbox again = Outbox.open(path);
        assertThat(rest(again)).isEqualTo("rst");
        assertThat(StandardCharsets.UTF_8.decode(again.before(2)).toString()).isEqualTo("fi");
        outbox.markDone();
        assertThat(Outbox.open(path).isPending()).isFalse();
        outbox.commit(batch(30, 6), regions.get(1));
        outbox.markDone();
        outbox.commit(batch(40, 5), regions.get(2));
        assertThat(rest(Outbox.open(path))).isEqualTo("third");
    }

    @Test
    void I1_shouldGiveNoPlaceAwayThatABatchIsWrittenFrom() throws IOException {
        Outbox outbox = Outbox.open(path);
        TextRegion pending = filled(outbox, "pending");
        outbox.commit(batch(20, 7), pending);
        // As where another sink has taken the outbox over.
        pending.giveBack();
        for (TextRegion each = outbox.region(); each != null; each = outbox.region()) {
            assertThat(each).isNotSameAs(pending);
        }
        outbox.markDone();
        assertThat(outbox.region()).isSameAs(pending);
    }

    @Test
    void I1_shouldGiveNoPlaceAwayThatALargeBatchHasTaken() throws IOException {
        Outbox outbox = Outbox.open(path);
        outbox.region().giveBack();
        String text = "x".repeat((3 << 20) + 1);
        commit(outbox, 20, text);
        Utf8Buffer other = new Utf8Buffer(16);
        other.putAscii("y".repeat(TextRegion.BYTES));
        for (TextRegion each = outbox.region(); each != null; each = outbox.region()) {
            assertThat(each.put(other)).isTrue();
        }
        assertThat(rest(Outbox.open(path))).isEqualTo(text);
    }

    /** As where a directory was removed and made again by another process, or its link leads elsewhere by now. */
    @Test
    void I1_shouldLeaveTheFileAloneThatAnotherProcessHasMadeInTheMeantime() throws IOException {
        Outbox one = Outbox.open(path);
        Files.delete(path);
        Outbox two = Outbox.open(path);
        commit(two, 10, "of the other");

        commit(one, 100_000, "x".repeat(100_000));
        assertThat(rest(one)).isEqualTo("x".repeat(100_000));
        one.markDone();
        assertThat(one.region()).isNull();
        one.delete();

        assertThat(rest(two)).isEqualTo("of the other");
        assertThat(rest(Outbox.open(path))).isEqualTo("of the other");
    }

    private interface Growth {
        void attempt() throws IOException;
    }

    /** Where the outbox's file cannot be opened by its name, it cannot grow. */
    private void withoutItsFile(Growth growth) throws IOException {
        Path aside = dir.resolve("aside");
        Files.move(path, aside);
        Files.createDirectory(path);
        growth.attempt();
        Files.delete(path);
        Files.move(aside, path);
    }

    @Test
    void I1_shouldKeepItsPlacesWhereItGrowsBehindAFailure() throws IOException {
        Outbox outbox = Outbox.open(path);
        withoutItsFile(() ->
                assertThatThrownBy(() -> commit(outbox, 9, "x".repeat(100_000))).isInstanceOf(IOException.class));
        TextRegion early = outbox.region();
        commit(outbox, 10, "small");
        outbox.markDone();

        TextRegion region = early == null ? outbox.region() : early;
        Utf8Buffer text = new Utf8Buffer(16);
        text.putAscii("text");
        assertThat(region.put(text)).isTrue();
        outbox.commit(batch(20, 4), region);
        assertThat(rest(outbox)).isEqualTo("text");
        assertThat(rest(Outbox.open(path))).isEqualTo("text");
    }

    @Test
    void I5_shouldHaveTheRoomOfThePlacesForALargeBatchWhereItCannotGrow() throws IOException {
        Outbox outbox = Outbox.open(path);
        TextRegion taken = outbox.region();
        withoutItsFile(() -> {
            String large = "x".repeat(5 << 20);
            assertThatThrownBy(() -> commit(outbox, 9, large)).isInstanceOf(IOException.class);
            taken.giveBack();
            assertThat(outbox.region()).isNull();
            commit(outbox, 10, large);
            assertThat(rest(outbox)).isEqualTo(large);
        });
    }

    @Test
    void I5_shouldAskForSmallerBatchesWhereALargeOneHasOnlyTheRoomOfThePlaces() throws IOException {
        Outbox outbox = Outbox.open(path);
        commit(outbox, 9, "x".repeat(9 << 20));
        outbox.markDone();
        assertThat(outbox.region()).isNotNull();
        String large = "y".repeat(9 << 20);
        withoutItsFile(() -> {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> commit(outbox, 10, large)).isInstanceOf(IOException.class);
            }
        });
        assertThat(outbox.batchBytes(512 << 10)).isLessThan(512 << 10);
    }

    @Test
    void I6_shouldTakeABatchForNoneWhosePlaceWasCut() throws IOException {
        Outbox outbox = Outbox.open(path);
        outbox.commit(batch(20, 5), filled(outbox, "first"));
        byte[] whole = Files.readAllBytes(path);
        Path copy = dir.resolve("cut");
        int end = OutboxFormat.DATA_OFFSET + (3 << 20) + 5;
        for (int length : new int[] {end - 1, end}) {
            Files.write(copy, java.util.Arrays.copyOf(whole, length));

            assertThat(Outbox.open(copy).isPending()).isEqualTo(length == end);
            Files.delete(copy);
        }
    }

    @Test
    void shouldPutNothingBehindTheEndOfAPlace() throws IOException {
        TextRegion region = Outbox.open(path).region();
        Utf8Buffer half = new Utf8Buffer(16);
        half.putAscii("x".repeat(TextRegion.BYTES / 2));

        assertThat(region.put(half)).isTrue();
        assertThat(region.put(half)).isTrue();
        half.length(1);
        assertThat(region.put(half)).isFalse();
        assertThat(region.length()).isEqualTo(TextRegion.BYTES);
    }

    @Test
    void shouldNotCallAHeaderDamagedThatAKillCutShort() throws IOException {
        Outbox outbox = Outbox.open(path);
        assertThat(Outbox.open(path).isDamaged()).isFalse();
        commit(outbox, 100, "first");
        outbox.markDone();
        commit(outbox, 200, "second");
        byte[] torn = Files.readAllBytes(path);
        java.util.Arrays.fill(torn, 0, 8, (byte) 0);
        Files.write(path, torn);

        assertThat(Outbox.open(path).isDamaged()).isFalse();
    }

    @Test
    void shouldNotFollowASymbolicLink() throws IOException {
        Path target = dir.resolve("precious");
        Files.writeString(target, "data");
        Files.createSymbolicLink(path, target);

        assertThatThrownBy(() -> Outbox.open(path)).isInstanceOf(IOException.class);
        assertThat(target).content().isEqualTo("data");
    }

    @Test
    void shouldFindEveryRemainderAmongRandomNeighbours() throws IOException {
        Random random = new Random(11);
        for (int round = 0; round < 2000; round++) {
            byte[] own = ("id" + round + "-" + "ab".repeat(random.nextInt(5)) + "\nid" + round + " tail\n")
                    .getBytes(StandardCharsets.UTF_8);
            int there = random.nextInt(own.length + 1);
            String earlier = "e".repeat(random.nextInt(5));
            String foreign = random.nextBoolean() ? "" : "id" + "foreign\n".repeat(1 + random.nextInt(3));
            byte[] head = (earlier + foreign).getBytes(StandardCharsets.UTF_8);
            byte[] file = java.util.Arrays.copyOf(head, head.length + there);
            System.arraycopy(own, 0, file, head.length, there);

            int present = Remainder.bytesPresent(new Bytes(file), earlier.length(), ByteBuffer.wrap(own));

            assertThat(present).as("round %d", round).isEqualTo(there);
        }
    }

    @Test
    void i1ShouldNotTakeTheEndOfALineOfOthersForALineOfItsOwn() throws IOException {
        byte[] file = "11 started\n12 started\n".getBytes(StandardCharsets.UTF_8);

        assertThat(present(file, "1 started\n")).isZero();
        assertThat(present(file, "1 started\n1 running\n")).isZero();
        assertThat(present(file, "2 started\n")).isZero();
        assertThat(present(file, "12 started\n")).isEqualTo(11);
        assertThat(present(file, "12 started\n12 running\n")).isEqualTo(11);
    }

    private static int present(byte[] file, String batch) throws IOException {
        return Remainder.bytesPresent(new Bytes(file), 0, ByteBuffer.wrap(batch.getBytes(StandardCharsets.UTF_8)));
    }

    private record Bytes(byte[] bytes) implements FileContent {
        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            int count = (int) Math.min(target.remaining(), bytes.length - position);
            target.put(bytes, (int) position, count);
            return count;
        }

        @Override
        public void close() {}
    }
}
