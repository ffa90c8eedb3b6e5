package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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

    private static void copyTree(Path from, Path target) throws Exception {
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

    /** Sectors or pages of the copy go back to what {@code before} has of them, or to zero. */
    private void revert(Random random, Path before, double share) throws Exception {
        int unit = random.nextBoolean() ? SECTOR : 4096;
        List<Path> segments;
        try (var files = Files.list(JournalQueue.journal(copy()))) {
            segments = files.filter(file -> file.toString().endsWith(".seg")).toList();
        }
        for (Path segment : segments) {
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
        try (RandomAccessFile control = new RandomAccessFile(
                JournalQueue.journal(copy()).resolve("control").toFile(), "rw")) {
            control.seek(BOOT_OFFSET);
            control.writeLong(random.nextLong());
        }
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

    @Test
    void shouldLoseNothingThatWasSyncedWhateverElseIsLost() throws Exception {
        Random random = new Random(63);
        for (int round = 0; round < 20; round++) {
            long synced;
            long count;
            try (JournalQueue queue = JournalQueue.open(directory(), options(true))) {
                synced = 200 + random.nextInt(2_000);
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
}
