package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A loss of power, simulated: a copy of a queue's files as they are while it is in use, of which pages or sectors that were
 * written since the last sync hold what they held then, or zeros.
 */
@Timeout(300)
class PowerLossTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final int BOOT_OFFSET = 40;
    private static final int SECTOR = 512;

    @TempDir
    Path parent;

    private Path directory() {
        return parent.resolve("queue");
    }

    private Path copy() {
        return parent.resolve("copy");
    }

    private Path killed() {
        return parent.resolve("killed");
    }

    private static QueueOptions options(boolean recordChecksums) {
        return QueueOptions.defaults()
                .withSegmentBytes(SEGMENT)
                .withBudgetBytes(16L << 20)
                .withRecordChecksums(recordChecksums);
    }

    private void copyTo(Path target) throws Exception {
        copyTree(directory(), target);
    }

    static void copyTree(Path from, Path target) throws Exception {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = target.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                    Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(file));
                } else {
                    Files.copy(file, to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** The segments of a queue that is not open. */
    private static List<Path> segments(Path queue) throws Exception {
        try (var files = Files.list(JournalQueue.journal(queue))) {
            return files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .toList();
        }
    }

    private static void boot(Path queue, Random random) throws Exception {
        try (RandomAccessFile control = new RandomAccessFile(
                JournalQueue.journal(queue).resolve("control").toFile(), "rw")) {
            control.seek(BOOT_OFFSET);
            control.writeLong(random.nextLong());
        }
    }

    /** Sectors or pages of the copy go back to what {@code before} has of them, or to zero. */
    private void revert(Random random, Path before, double share) throws Exception {
        int unit = random.nextBoolean() ? SECTOR : 4096;
        for (Path segment : segments(copy())) {
            Path old =
                    JournalQueue.journal(before).resolve(segment.getFileName().toString());
            byte[] now = Files.readAllBytes(segment);
            byte[] then = Arrays.copyOf(Files.exists(old) ? Files.readAllBytes(old) : new byte[0], now.length);
            boolean headerToo = random.nextInt(4) == 0;
            for (int at = headerToo ? 0 : SegmentFormat.HEADER_BYTES; at < now.length; at += unit) {
                if (random.nextDouble() < share) {
                    System.arraycopy(then, at, now, at, Math.min(unit, now.length - at));
                }
            }
            Files.write(segment, now);
        }
        boot(copy(), random);
    }

    /** The bytes of a record as they stand in a segment, header and all. */
    private static byte[] asStored(byte[] payload, long position, long secret) {
        int length = payload.length + RecordFormat.HEADER_BYTES;
        return ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(RecordFormat.header(RecordFormat.KIND_DATA, length, position, secret))
                .put(payload)
                .array();
    }

    /** A record, now and then one whose payload is another one with its header. */
    private static byte[] record(Random random, long number, List<byte[]> earlier) {
        byte[] bytes = TestJournals.record(number, 20 + random.nextInt(600));
        return earlier.isEmpty() || random.nextInt(3) > 0 || bytes.length < 100
                ? bytes
                : TestJournals.recordAround(number, earlier.get(random.nextInt(earlier.size())));
    }

    private static List<Long> readable(Path queue) throws Exception {
        List<Long> numbers = new ArrayList<>();
        try (Tailer tailer = Tailer.open(queue)) {
            while (tailer.next()) {
                assertThat(TestJournals.intact(tailer.bytes(), tailer.offset(), tailer.length()))
                        .isTrue();
                numbers.add(TestJournals.number(tailer.bytes(), tailer.offset()));
            }
        }
        return numbers;
    }

    private void check(Random random, long appended, long synced, String round) throws Exception {
        List<Long> before = readable(copy());
        requireAscending(before, appended, round);
        List<String> told = new ArrayList<>();
        try (JournalQueue recovered = JournalQueue.open(
                copy(), options(true).withListener((notice, message, cause) -> told.add(notice + " " + message)))) {
            List<Long> read = readable(copy());
            requireAscending(read, appended, round);
            assertThat(read)
                    .as(round)
                    .containsAll(
                            java.util.stream.LongStream.range(0, synced).boxed().toList());
            assertThat(told).as(round).anyMatch(message -> message.startsWith("POWER_LOSS"));
            assertThat(recovered.append(TestJournals.record(appended + 1, 50 + random.nextInt(50))))
                    .isNotNegative();
            List<Long> after = readable(copy());
            read.add(appended + 1);
            assertThat(after.equals(read)).as(round).isTrue();
            copyTree(copy(), killed());
        }
        // What was given up once stays so, also when the next owner is killed.
        JournalQueue.open(killed(), options(true)).close();
        assertThat(readable(killed()).equals(readable(copy()))).as(round).isTrue();
        removeAll(killed());
    }

    private static void requireAscending(List<Long> numbers, long appended, String round) {
        long last = -1;
        for (long number : numbers) {
            assertThat(number).as(round).isGreaterThan(last).isLessThan(appended);
            last = number;
        }
    }

    private static void removeAll(Path directory) throws Exception {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I6_shouldGiveBackOnlyWhatWasAppendedInOrderWhateverIsLost(boolean recordChecksums) throws Exception {
        Random random = new Random(recordChecksums ? 61 : 62);
        for (int round = 0; round < 40; round++) {
            long count;
            try (JournalQueue queue = JournalQueue.open(directory(), options(recordChecksums))) {
                List<byte[]> earlier = new ArrayList<>();
                count = 500 + random.nextInt(4_000);
                long at = random.nextInt((int) count);
                for (long number = 0; number < count; number++) {
                    byte[] bytes = record(random, number, earlier);
                    long position = queue.append(bytes);
                    assertThat(position).isNotNegative();
                    earlier.add(asStored(bytes, position, queue.journal.secret));
                    if (number == at) {
                        copyTo(parent.resolve("then"));
                    }
                }
                copyTo(copy());
            }
            revert(random, parent.resolve("then"), random.nextDouble() * random.nextDouble());

            check(random, count, 0, "round " + round);

            removeAll(directory());
            removeAll(copy());
            removeAll(parent.resolve("then"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLoseNothingThatWasSyncedWhateverElseIsLost(boolean recordChecksums) throws Exception {
        Random random = new Random(63);
        for (int round = 0; round < 20; round++) {
            long synced;
            long count;
            try (JournalQueue queue = JournalQueue.open(directory(), options(recordChecksums))) {
                synced = 1 + random.nextInt(2_000);
                count = synced + 1 + random.nextInt(2_000);
                for (long number = 0; number < synced; number++) {
                    assertThat(queue.append(TestJournals.record(number, 20 + random.nextInt(600))))
                            .isNotNegative();
                }
                queue.sync();
                copyTo(parent.resolve("then"));
                for (long number = synced; number < count; number++) {
                    assertThat(queue.append(TestJournals.record(number, 20 + random.nextInt(600))))
                            .isNotNegative();
                }
                copyTo(copy());
            }
            revert(random, parent.resolve("then"), random.nextDouble());

            check(random, count, synced, "round " + round);

            removeAll(directory());
            removeAll(copy());
            removeAll(parent.resolve("then"));
        }
    }

    @Test
    void shouldKeepWhatWasSyncedWithDefaultOptionsAlsoWhileOthersAppend() throws Exception {
        QueueOptions defaults = QueueOptions.defaults().withBudgetBytes(64L << 20);
        AtomicBoolean stop = new AtomicBoolean();
        try (JournalQueue queue = JournalQueue.open(directory(), defaults)) {
            Thread other = new Thread(() -> {
                while (!stop.get() && queue.endPosition() < 32L << 20) {
                    long ignored = queue.append(TestJournals.record(-1, 300));
                }
            });
            other.start();
            try {
                for (long number = 0; number < 20; number++) {
                    assertThat(queue.append(TestJournals.record(number, 100))).isNotNegative();
                    queue.sync();
                    copyTo(copy());
                    boot(copy(), new Random(number));

                    assertThat(readable(copy())).contains(number);
                    JournalQueue.open(copy(), defaults).close();
                    assertThat(readable(copy())).contains(number);

                    removeAll(copy());
                }
            } finally {
                stop.set(true);
                other.join();
            }
        }
    }

    @Test
    void shouldBeWholeInADirectoryThatWasCopiedAfterItsClose() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), options(false))) {
            for (long number = 0; number < 3_000; number++) {
                assertThat(queue.append(TestJournals.record(number, 100))).isNotNegative();
            }
        }
        copyTo(copy());
        revert(new Random(64), parent, 0);

        assertThat(readable(copy())).hasSize(3_000);
        check(new Random(65), 3_000, 3_000, "copied");
    }

    /** Makes the copy's segments what the disk was asked to keep, but for what {@code written} takes from {@code queue}. */
    private void lose(Path queue, FaultyFiles files, Random random, int writtenFrom, int writtenTo) throws Exception {
        copyTree(queue, copy());
        for (Path segment : segments(copy())) {
            byte[] now = Files.readAllBytes(segment);
            byte[] then = Arrays.copyOf(files.kept(segment), now.length);
            int to = Math.min(writtenTo, now.length);
            System.arraycopy(now, writtenFrom, then, writtenFrom, to - writtenFrom);
            Files.write(segment, then);
        }
        boot(copy(), random);
    }

    @Test
    void shouldNotBringBackBehindNewRecordsWhatStoodAtTheirPositionsBefore() throws Exception {
        Random random = new Random(66);
        FaultyFiles files = new FaultyFiles();
        try (JournalQueue queue = JournalQueue.open(directory(), options(true))) {
            for (long number = 0; number < 600; number++) {
                assertThat(queue.append(TestJournals.record(number, 250))).isNotNegative();
            }
            copyTo(killed());
        }
        // All data was written, and of the header only that the segment is free.
        Path first = segments(killed()).get(0);
        try (RandomAccessFile header = new RandomAccessFile(first.toFile(), "rw")) {
            header.seek(SegmentFormat.BASE_OFFSET);
            header.writeLong(SegmentFormat.FREE);
            header.writeLong(0);
        }
        boot(killed(), random);
        files.startFrom(segments(killed()));
        try (JournalQueue queue = JournalQueue.open(killed(), options(true), files)) {
            assertThat(readable(killed())).isEmpty();
            for (long number = 600; number < 603; number++) {
                assertThat(queue.append(TestJournals.record(number, 250))).isNotNegative();
            }
            lose(killed(), files, random, 0, SegmentFormat.HEADER_BYTES + 4096);
        }

        assertThat(readable(copy())).containsExactly(600L, 601L, 602L);
        JournalQueue.open(copy(), options(true)).close();
        assertThat(readable(copy())).containsExactly(600L, 601L, 602L);
    }

    @Test
    void shouldNotBringBackWhatLiesUnderPaddingWhenThePaddingIsLost() throws Exception {
        Random random = new Random(67);
        FaultyFiles files = new FaultyFiles();
        try (JournalQueue queue = JournalQueue.open(directory(), options(false))) {
            for (long number = 0; number < 600; number++) {
                assertThat(queue.append(TestJournals.record(number, 300))).isNotNegative();
            }
        }
        copyTo(killed());
        // Only the seal of the first block was written.
        Path first = segments(killed()).get(0);
        try (RandomAccessFile header = new RandomAccessFile(first.toFile(), "rw")) {
            header.seek(SegmentFormat.SEALS_OFFSET + Long.BYTES);
            header.write(new byte[SEGMENT / SegmentFormat.BLOCK_BYTES * Long.BYTES - Long.BYTES]);
        }
        boot(killed(), random);
        files.startFrom(segments(killed()));
        JournalQueue.open(killed(), options(false), files).close();
        List<Long> before = readable(killed());
        assertThat(before).hasSizeBetween(190, 215).startsWith(0L);
        lose(killed(), files, random, 0, SegmentFormat.HEADER_BYTES);

        List<Long> after = readable(copy());
        assertThat(after).isEqualTo(before);
        JournalQueue.open(copy(), options(false)).close();
        assertThat(readable(copy())).isEqualTo(before);
    }

    @Test
    void shouldGiveBackTheSameAfterRecoveriesThatFoundTheDiskFull() throws Exception {
        FaultyFiles files = new FaultyFiles();
        try (JournalQueue queue = JournalQueue.open(directory(), options(false))) {
            for (long number = 0; number < 600; number++) {
                assertThat(queue.append(TestJournals.record(number, 300))).isNotNegative();
            }
        }
        copyTo(copy());
        // A page amidst the second block; a record reaches into that block from the first one.
        try (RandomAccessFile segment =
                new RandomAccessFile(segments(copy()).get(0).toFile(), "rw")) {
            segment.seek(SegmentFormat.HEADER_BYTES + SegmentFormat.BLOCK_BYTES + 4 * 4096);
            segment.write(new byte[4096]);
        }
        boot(copy(), new Random(68));
        List<Long> before = readable(copy());
        assertThat(before).hasSizeBetween(370, 420);

        for (long space = 0; space < SegmentFormat.BLOCK_BYTES + 4096; space += 2048) {
            files.fillUpAfter(space);
            assertThatThrownBy(() -> JournalQueue.open(copy(), options(false), files))
                    .isInstanceOf(JournalException.class);
        }
        files.mend();
        JournalQueue.open(copy(), options(false), files).close();

        assertThat(readable(copy())).isEqualTo(before);
    }
}
