package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recovery finds nothing to trust in: readers have passed over it, and nothing of it comes back. */
@Timeout(60)
class RecoveryGivesUpTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final int BLOCK = SegmentFormat.BLOCK_BYTES;
    private static final int BOOT_OFFSET = 40;
    private static final int LONG_RECORD = 60_000;

    private static final TestJournals.Told TOLD = new TestJournals.Told();

    @TempDir
    Path parent;

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    private Path copy() {
        return parent.resolve("copy");
    }

    private QueueOptions options() {
        return QueueOptions.defaults()
                .withSegmentBytes(SEGMENT)
                .withBudgetBytes(16L << 20)
                .withListener((notice, message, cause) -> told.add(message));
    }

    private static void append(JournalQueue queue, long from, long to, int length) {
        for (long number = from; number < to; number++) {
            assertThat(queue.append(TestJournals.record(number, length))).isNotNegative();
        }
    }

    private void copy(Path queue) throws IOException {
        try (var files = Files.walk(queue)) {
            for (Path file : files.toList()) {
                Path to = copy().resolve(queue.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                    Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(file));
                } else {
                    Files.copy(file, to);
                }
            }
        }
    }

    private void put(String file, long offset, byte... bytes) throws IOException {
        Path path = JournalQueue.journal(copy()).resolve(file);
        try (RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw")) {
            opened.seek(offset);
            opened.write(bytes);
        }
    }

    private void boot() throws IOException {
        put(JournalOpener.CONTROL, BOOT_OFFSET, new byte[] {1, 2, 3, 4});
    }

    private static long number(Tailer tailer) {
        assertThat(TestJournals.intact(tailer.bytes(), tailer.offset(), tailer.length()))
                .isTrue();
        return TestJournals.number(tailer.bytes(), tailer.offset());
    }

    /** Waits for each: the owner may have to seal what lies before. */
    private static void requireNext(Tailer tailer, long from, long to) throws Exception {
        for (long number = from; number < to; number++) {
            assertThat(tailer.next(50, TimeUnit.SECONDS)).isTrue();
            assertThat(number(tailer)).isEqualTo(number);
        }
    }

    private void requireNothingMissing() throws Exception {
        told.clear();
        JournalQueue.open(copy(), options()).close();
        assertThat(told).isEmpty();
    }

    @Test
    void I1_shouldNotUsePositionsAgainThatAReaderPassedAfterALossOfPower() throws Exception {
        Path directory = parent.resolve("queue");
        try (JournalQueue queue = JournalQueue.open(directory, options())) {
            append(queue, 0, 100, 300);
            copy(directory);
        }
        boot();
        put("0.seg", SegmentFormat.SEALS_OFFSET, new byte[SEGMENT / BLOCK * Long.BYTES]);

        try (JournalReader reader =
                JournalReader.open(JournalQueue.journal(copy())).passOverHoles(true)) {
            assertThat(ForeignReads.forward(reader, 4096)).isEmpty();
            assertThat(reader.damagedBytes()).isEqualTo(SEGMENT);
            try (JournalQueue queue = JournalQueue.open(copy(), options())) {
                append(queue, 100, 200, 300);

                assertThat(ForeignReads.forward(reader.passOverHoles(false), 4096))
                        .isEqualTo(LongStream.range(100, 200).boxed().toList());
            }
        }
        requireNothingMissing();
    }

    @Test
    void I1_shouldNotUsePositionsAgainThatATailerPassedBehindAHole() throws Exception {
        Path directory = parent.resolve("queue");
        try (JournalQueue queue = JournalQueue.open(directory, options())) {
            long claimed = queue.journal.tail.claim(80);
            long header = RecordFormat.header(RecordFormat.KIND_DATA, 80, claimed, queue.journal.secret);
            RecordFormat.headerRelease(queue.journal.table.at(claimed).data, 0, RecordFormat.uncommitted(header));
            copy(directory);
            queue.journal.pad(claimed, 80);
        }

        try (Tailer tailer = Tailer.open(copy())) {
            assertThat(tailer.next()).isFalse();
            try (JournalQueue queue = JournalQueue.open(copy(), options())) {
                assertThat(queue.endPosition()).isEqualTo(SEGMENT);
                append(queue, 0, 100, 300);

                requireNext(tailer, 0, 100);
            }
        }
        requireNothingMissing();
    }

    /** One that was freed and whose header the disk still has as it was, and the one that got its positions then. */
    @ParameterizedTest
    @CsvSource({"0.seg, 9.seg", "9.seg, 0.seg"})
    void I1_shouldKeepWhatWasSyncedWhenAFreedSegmentBearsTheSamePositions(String freed, String written)
            throws Exception {
        Path directory = parent.resolve("queue");
        QueueOptions checked = options().withRecordChecksums(true);
        try (JournalQueue queue = JournalQueue.open(directory, checked)) {
            append(queue, 0, 100, 300);
            queue.sync();
            copy(directory);
        }
        boot();
        Path journal = JournalQueue.journal(copy());
        byte[] segment = Files.readAllBytes(journal.resolve("0.seg"));
        Files.write(journal.resolve(written), segment);
        Files.write(journal.resolve(freed), segment);
        put(freed, SegmentFormat.SEALS_OFFSET, new byte[segment.length - SegmentFormat.SEALS_OFFSET]);

        try (JournalQueue queue = JournalQueue.open(copy(), checked);
                Tailer tailer = Tailer.open(copy())) {
            append(queue, 100, 200, 300);

            requireNext(tailer, 0, 200);
        }
        requireNothingMissing();
    }

    @ParameterizedTest
    @CsvSource({"2.seg, 3.seg", "3.seg, 2.seg"})
    void I6_shouldLoseOnlyTheSegmentWhoseHeaderClaimsThePlaceOfAnother(String damaged, String other) throws Exception {
        Path directory = parent.resolve("queue");
        try (JournalQueue queue = JournalQueue.open(directory, options())) {
            append(queue, 0, 5_000, 300);
        }
        copy(directory);
        Path journal = JournalQueue.journal(copy());
        byte[] base = Arrays.copyOfRange(
                Files.readAllBytes(journal.resolve(other)),
                SegmentFormat.BASE_OFFSET,
                SegmentFormat.BASE_OFFSET + Long.BYTES);
        put(damaged, SegmentFormat.BASE_OFFSET, base);

        try (JournalQueue queue = JournalQueue.open(copy(), options())) {
            assertThat(queue.endPosition()).isGreaterThan(4 * SEGMENT);
        }

        try (JournalReader all = JournalReader.open(JournalQueue.journal(directory));
                JournalReader left = JournalReader.open(journal)) {
            List<Long> lost = ForeignReads.forward(all, 4096);
            lost.removeAll(ForeignReads.forward(left, 4096));
            // As many as a segment has room for.
            assertThat(lost).isNotEmpty().hasSizeLessThanOrEqualTo(SEGMENT / 300);
            assertThat(lost.get(lost.size() - 1) - lost.get(0)).isEqualTo(lost.size() - 1);
        }
    }

    @Test
    void shouldUseSegmentsThatWereOnlyPrepared() throws Exception {
        Path directory = parent.resolve("queue");
        try (JournalQueue queue = JournalQueue.open(directory, options())) {
            append(queue, 0, 10, 300);
            queue.sync();
            copy(directory);
        }
        boot();

        try (JournalQueue queue = JournalQueue.open(copy(), options())) {
            assertThat(queue.endPosition()).isEqualTo(SEGMENT);
        }
        requireNothingMissing();
    }

    /** An owner died while it took back what an earlier one had prepared: after so many of them. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void I1_shouldNotPassOverPositionsThatAnOwnerTookBack(int freed) throws Exception {
        Path directory = parent.resolve("queue");
        try (JournalQueue queue = JournalQueue.open(directory, options())) {
            append(queue, 0, SEGMENT / RecordFormat.recordBytes(300) + 1, 300);
            long prepared = queue.endPosition() + 2L * SEGMENT;
            while (queue.journal.prepared < prepared) {
                LockSupport.parkNanos(100_000);
            }
            copy(directory);
        }
        try (Tailer tailer = Tailer.open(copy())) {
            int records = 0;
            while (tailer.next()) {
                records++;
            }
            takeBack(freed);
            assertThat(tailer.next()).isFalse();
            try (JournalQueue queue = JournalQueue.open(copy(), options())) {
                append(queue, records, records + 10, 300);

                requireNext(tailer, records, records + 10);
                assertThat(tailer.overtakenBytes() + tailer.damagedBytes()).isZero();
            }
        }
    }

    private void takeBack(int segments) throws IOException {
        Path journal = JournalQueue.journal(copy());
        ControlPage control = ControlPage.open(journal.resolve(JournalOpener.CONTROL));
        Recovery recovery = new Recovery(control.secret(), false, TestJournals.options(TOLD), Recovery.NOT_A_QUEUE);
        Recovery.Result found = recovery.recover(new FileSegmentStore(journal, SEGMENT, control.journalId()), control);
        assertThat(found.free)
                .filteredOn(segment -> segment.base() >= found.tail)
                .hasSizeGreaterThan(1);
        found.free.stream().limit(segments).forEach(segment -> segment.free(0));
    }

    /** Each record reaches into the next block. The first is not sealed; what starts in the second ends in the third, damaged. */
    @Test
    void I6_shouldNotGiveBackARecordWhoseEndWasGivenUp() throws Exception {
        Path directory = parent.resolve("queue");
        try (JournalQueue queue = JournalQueue.open(directory, options())) {
            append(queue, 0, 10, LONG_RECORD);
        }
        copy(directory);
        boot();
        put("0.seg", SegmentFormat.SEALS_OFFSET, new byte[Long.BYTES]);
        put("0.seg", SegmentFormat.HEADER_BYTES + 2L * BLOCK + 4096, new byte[] {1, 2, 3, 4});

        JournalQueue.open(copy(), options()).close();

        int recordBytes = RecordFormat.recordBytes(LONG_RECORD);
        try (Tailer tailer = Tailer.open(copy())) {
            requireNext(tailer.toPosition(2L * recordBytes), 4, 10);
            for (long number = 9; number >= 4; number--) {
                assertThat(tailer.previous()).isTrue();
                assertThat(number(tailer)).isEqualTo(number);
            }
            assertThat(tailer.previous()).isFalse();
        }
    }

    @Test
    void shouldSayWhereASegmentEndsThatIsNotFilledAndNotLoop() throws Exception {
        FileSegmentStore store = new FileSegmentStore(Files.createDirectory(parent.resolve("journal")), SEGMENT, 1);
        Segment segment = store.create();
        segment.startAt(SEGMENT);
        segment.prepare(SEGMENT);
        Padding padding = new Padding(7, true);
        padding.pad(segment, 0, BLOCK);

        assertThatThrownBy(() -> padding.finish(segment))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("position=" + (SEGMENT + BLOCK))
                .hasMessageContaining("length=0");
    }
}
