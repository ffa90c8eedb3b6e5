package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class QueueCompressionTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final QueueOptions PLAIN =
            QueueOptions.defaults().withSegmentBytes(SEGMENT).withBudgetBytes(16L << 20);
    private static final QueueOptions COMPRESSED = PLAIN.withCompression(QueueCompression.GZIP);
    private static final long COUNT = 20_000;

    @TempDir
    Path parent;

    private Path directory() {
        return parent.resolve("queue");
    }

    private static void append(JournalQueue queue, long from, long to) {
        for (long number = from; number < to; number++) {
            assertThat(queue.append(TestJournals.record(number, 100))).isNotNegative();
        }
    }

    private List<Path> archives() throws Exception {
        return files(SegmentArchive.SUFFIX);
    }

    private List<Path> files(String suffix) throws Exception {
        try (var found = Files.list(JournalQueue.journal(directory()))) {
            return found.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    /** Waits until all that may be compressed is. */
    private void awaitCompressed(JournalQueue queue) throws Exception {
        long most = queue.endPosition() / SEGMENT - 4;
        await(() -> archives().size() >= most && files(".new").isEmpty());
    }

    private static boolean isSealed(JournalQueue queue, long position) {
        Segment segment = queue.journal.table.find(position);
        return segment == null || segment.seal((int) (position % SEGMENT) / SegmentFormat.BLOCK_BYTES) != 0;
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        while (!condition.holds()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** A reader that comes before all is given up is overtaken, and told so. */
    private static boolean isGivenUpBefore(JournalQueue queue, long position) {
        for (long base = 0; base + SEGMENT <= position; base += SEGMENT) {
            if (queue.journal.table.find(base) != null) {
                return false;
            }
        }
        // It waits for the thread that gives up: what that has begun is done then.
        return queue.usedBytes() > 0;
    }

    private static List<Long> rest(Tailer tailer) throws Exception {
        List<Long> numbers = new ArrayList<>();
        while (tailer.next()) {
            assertThat(TestJournals.intact(tailer.bytes(), tailer.offset(), tailer.length()))
                    .isTrue();
            numbers.add(TestJournals.number(tailer.bytes(), tailer.offset()));
        }
        return numbers;
    }

    private List<Long> all() throws Exception {
        try (Tailer tailer = Tailer.open(directory())) {
            List<Long> numbers = rest(tailer);
            assertThat(tailer.damagedBytes()).isZero();
            assertThat(tailer.overtakenBytes()).isZero();
            return numbers;
        }
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void shouldReadCompressedSegmentsAsIfTheyWereNot(QueueCompression compression) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN.withCompression(compression))) {
            append(queue, 0, COUNT);
            awaitCompressed(queue);

            assertThat(all()).isEqualTo(numbers(0, COUNT));
            assertThat(archives()).isNotEmpty();
        }
        assertThat(all()).isEqualTo(numbers(0, COUNT));
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void shouldWalkBackwardsAndJumpThroughCompressedSegments(QueueCompression compression) throws Exception {
        Random random = new Random(5);
        long[] positions = new long[(int) COUNT];
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN.withCompression(compression))) {
            for (int number = 0; number < COUNT; number++) {
                positions[number] = queue.append(TestJournals.record(number, 100));
            }
            awaitCompressed(queue);
        }
        try (Tailer tailer = Tailer.open(directory())) {
            for (int jump = 0; jump < 100; jump++) {
                int number = random.nextInt((int) COUNT);
                tailer.toPosition(positions[number]);
                assertThat(tailer.next()).isTrue();
                assertThat(TestJournals.number(tailer.bytes(), tailer.offset())).isEqualTo(number);
            }
            tailer.toEnd();
            for (long number = COUNT - 1; number >= 0; number--) {
                assertThat(tailer.previous()).isTrue();
                assertThat(TestJournals.number(tailer.bytes(), tailer.offset())).isEqualTo(number);
            }
            assertThat(tailer.previous()).isFalse();
        }
    }

    @Test
    void shouldFindATimeInCompressedSegments() throws Exception {
        final long middle;
        try (JournalQueue queue = JournalQueue.open(directory(), COMPRESSED)) {
            append(queue, 0, COUNT / 2);
            long half = queue.endPosition() - 2L * SegmentFormat.BLOCK_BYTES;
            await(() -> isSealed(queue, half));
            middle = System.currentTimeMillis() + 1;
            await(() -> System.currentTimeMillis() > middle);
            append(queue, COUNT / 2, COUNT);
            awaitCompressed(queue);
        }
        try (Tailer tailer = Tailer.open(directory()).toTime(middle)) {
            List<Long> found = rest(tailer);
            assertThat(found.get(0)).isLessThanOrEqualTo(COUNT / 2).isGreaterThan(COUNT / 4);
            assertThat(found).isEqualTo(numbers(found.get(0), COUNT));
        }
    }

    @Test
    void shouldNotOvertakeATailerThatReadsWhileSegmentsAreCompressed() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), COMPRESSED);
                Tailer tailer = queue.tailer()) {
            append(queue, 0, COUNT / 2);
            assertThat(tailer.next()).isTrue();
            List<Long> read = new ArrayList<>(List.of(TestJournals.number(tailer.bytes(), tailer.offset())));
            append(queue, COUNT / 2, COUNT);
            awaitCompressed(queue);

            read.addAll(rest(tailer));

            assertThat(read).isEqualTo(numbers(0, COUNT));
        }
    }

    /** Segments that are listed while the first one of them becomes an archive: the list is older than the archive. */
    private ForeignSegments amidstACompression(Path archive) throws Exception {
        Path journal = JournalQueue.journal(directory());
        Path first = journal.resolve("0.seg");
        Path ready = parent.resolve("ready" + SegmentArchive.SUFFIX);
        if (Files.exists(archive)) {
            Files.move(archive, ready);
        }
        setBase(first, 0);
        return new ForeignSegments(journal, ControlPage.openReadOnly(journal.resolve(JournalOpener.CONTROL))) {
            @Override
            ForeignSegment open(Path file) throws IOException {
                ForeignSegment found = super.open(file);
                if (file.equals(first)) {
                    Files.move(ready, archive);
                    setBase(first, SegmentFormat.FREE);
                }
                return found;
            }
        };
    }

    private static void setBase(Path segment, long base) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(SegmentFormat.BASE_OFFSET);
            file.writeLong(Long.reverseBytes(base));
        }
    }

    @Test
    void shouldFindASegmentThatBecomesAnArchiveWhileTheFilesAreListed() throws Exception {
        Path archive = SegmentArchive.file(JournalQueue.journal(directory()), 0);
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            append(queue, 0, COUNT);
        }
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            assertThat(QueueArchives.open(queue.journal, new JournalOpener()::archiveOutput, () -> false)
                            .archive(queue.journal.table.find(0), Packing.GZIP))
                    .isTrue();
        }

        assertThat(amidstACompression(archive).firstBaseFrom(0)).isZero();
        assertThat(amidstACompression(archive).lastBaseBefore(SEGMENT)).isZero();
        assertThat(amidstACompression(archive).bases()).startsWith(0, SEGMENT);
    }

    @Test
    void shouldLeaveWhatARequiredCursorHasNotCommitted() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), COMPRESSED);
                Tailer tailer = queue.tailer("billing", CursorTerms.holding())) {
            append(queue, 0, COUNT);
            Segment first = queue.journal.table.find(0);
            await(first::isSealed);
            assertThat(archives()).isEmpty();

            assertThat(rest(tailer)).isEqualTo(numbers(0, COUNT));
            tailer.commit();

            awaitCompressed(queue);
        }
    }

    @Test
    void shouldGiveUpArchivesAsRetentionSays() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), COMPRESSED)) {
            append(queue, 0, COUNT);
            awaitCompressed(queue);
        }
        QueueOptions aged = COMPRESSED.withRetention(QueueRetention.newest(3L * SEGMENT));
        try (JournalQueue queue = JournalQueue.open(directory(), aged)) {
            await(() -> archives().isEmpty());
            await(() -> isGivenUpBefore(queue, queue.endPosition() - 3L * SEGMENT));
            List<Long> left = all();

            assertThat(left).isEqualTo(numbers(left.get(0), COUNT));
            assertThat(left.get(0)).isPositive();
        }
    }

    @Test
    void shouldGiveUpArchivesByTheirAge() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), COMPRESSED)) {
            append(queue, 0, COUNT);
            awaitCompressed(queue);
        }
        QueueOptions aged = PLAIN.withRetention(QueueRetention.youngerThan(Duration.ofMillis(1)));
        try (JournalQueue queue = JournalQueue.open(directory(), aged)) {
            await(() -> archives().isEmpty());
            assertThat(queue.usedBytes()).isPositive();
        }
    }

    /** The directory was removed while its owner lived, and another process has begun a queue there. */
    @Test
    void I1_shouldLeaveTheArchivesOfAQueueThatStandsInItsPlaceAlone() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        QueueOptions options = COMPRESSED.withListener((notice, message, cause) -> told.add(message));
        JournalQueue removed = JournalQueue.open(directory(), options);
        append(removed, 0, COUNT);
        awaitCompressed(removed);
        KnownFile lock = new KnownFile(directory().resolve("0.lock"));
        QueueKeeper keeper = new QueueKeeper(
                removed.journal,
                new QueueTail(removed.journal),
                options.withRetention(QueueRetention.newest(0).takingUnread()),
                JournalQueue.cursors(directory()),
                removed.journal.control.find("retention"),
                QueueArchives.open(removed.journal, new FaultyFiles()::archiveOutput, lock::isGone));
        TestJournals.removeUnderTheKeeper(directory());
        System.clearProperty("dev.millrace.slots");
        try (JournalQueue second = JournalQueue.open(directory(), COMPRESSED)) {
            append(second, 0, COUNT);
            awaitCompressed(second);
            List<Path> archives = archives();

            keeper.giveUp(System.currentTimeMillis(), System.nanoTime());

            assertThat(archives()).isEqualTo(archives);
            await(() -> told.stream().anyMatch(message -> message.contains("somebody has removed")));
            assertThatThrownBy(() -> removed.append(new byte[10])).isInstanceOf(AppendRefusedException.class);
            removed.close();
            assertThat(archives()).isEqualTo(archives);
            assertThat(all()).isEqualTo(numbers(0, COUNT));
            assertThat(told.stream().filter(message -> message.contains("somebody has removed")))
                    .hasSize(1);
        } finally {
            System.clearProperty("dev.millrace.slots");
        }
    }

    @Test
    void I1_shouldLeaveTheArchivesAloneWhereItIsRemovedWhileItCompresses() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            append(queue, 0, COUNT);
            AtomicBoolean gone = new AtomicBoolean();
            FaultyFiles files = new FaultyFiles();
            QueueArchives archives = QueueArchives.open(
                    queue.journal,
                    channel -> {
                        gone.set(true);
                        return files.archiveOutput(channel);
                    },
                    gone::get);
            Segment segment = queue.journal.table.find(0);
            await(segment::isSealed);

            assertThatThrownBy(() -> archives.archive(segment, QueueCompression.GZIP.packing()))
                    .isInstanceOf(NoSuchFileException.class);

            assertThat(archives()).isEmpty();
            // It may be another process's by now.
            assertThat(files(".new")).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void I1_shouldGoOnAfterAKillAtEachStepOfACompression(QueueCompression compression) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            append(queue, 0, COUNT);
        }
        Path journal = JournalQueue.journal(directory());
        Path first = SegmentArchive.file(journal, 0);
        // Killed while it wrote: some bytes under the other name.
        Path unfinished = journal.resolve(first.getFileName() + ".new");
        Files.write(unfinished, new byte[10_000]);
        assertThat(all()).isEqualTo(numbers(0, COUNT));
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            assertThat(unfinished).doesNotExist();
            // Killed after the renaming, before the segment could be reused: both are there.
            Segment segment = queue.journal.table.find(0);
            assertThat(QueueArchives.open(queue.journal, new FaultyFiles()::archiveOutput, () -> false)
                            .archive(segment, compression.packing()))
                    .isTrue();
            assertThat(all()).isEqualTo(numbers(0, COUNT));
        }
        assertThat(first).exists();
        assertThat(all()).isEqualTo(numbers(0, COUNT));
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN.withCompression(compression))) {
            awaitCompressed(queue);
            assertThat(all()).isEqualTo(numbers(0, COUNT));
            append(queue, COUNT, COUNT + 1);
        }
        assertThat(all()).isEqualTo(numbers(0, COUNT + 1));
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void I6_shouldGiveOutOnlyWhatWasAppendedFromDamagedArchives(QueueCompression compression) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN.withCompression(compression))) {
            append(queue, 0, COUNT);
            awaitCompressed(queue);
        }
        Random random = new Random(7);
        for (int round = 0; round < 60; round++) {
            Path archive = archives().get(random.nextInt(archives().size()));
            Path kept = parent.resolve("kept");
            Files.copy(archive, kept, StandardCopyOption.REPLACE_EXISTING);
            try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
                if (random.nextInt(4) == 0) {
                    file.setLength(random.nextInt((int) file.length()));
                } else {
                    file.seek(random.nextInt((int) file.length()));
                    byte[] noise = new byte[1 + random.nextInt(64)];
                    random.nextBytes(noise);
                    file.write(noise);
                }
            }
            try (Tailer tailer = Tailer.open(directory())) {
                long last = -1;
                for (long number : rest(tailer)) {
                    assertThat(number).as("round " + round).isGreaterThan(last).isLessThan(COUNT);
                    last = number;
                }
                assertThat(last).isEqualTo(COUNT - 1);
            }
            Files.move(kept, archive, StandardCopyOption.REPLACE_EXISTING);
        }
        assertThat(all()).isEqualTo(numbers(0, COUNT));
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void shouldUnpackOnlyWhatIsLookedAt(QueueCompression compression) throws Exception {
        QueueOptions options =
                PLAIN.withCompression(compression).withBudgetBytes(64L << 20).withSegmentBytes(4 << 20);
        int records = 4_000;
        long[] positions = new long[records];
        try (JournalQueue queue = JournalQueue.open(directory(), options)) {
            for (int number = 0; number < records; number++) {
                positions[number] = queue.append(TestJournals.record(number, 6_000));
            }
            await(() -> !archives().isEmpty() && queue.journal.table.find(0) == null);
        }
        assertThat(all()).isEqualTo(numbers(0, records));
        // The first bytes of the second member.
        Path archive = archives().get(0);
        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            file.seek(SegmentArchive.MEMBERS_OFFSET + Integer.BYTES);
            file.seek(SegmentFormat.HEADER_BYTES + Integer.reverseBytes(file.readInt()));
            file.write(new byte[2]);
        }

        try (Tailer tailer = Tailer.open(directory())) {
            int behind = 0;
            while (positions[behind] < 2L * SegmentArchive.MEMBER_BYTES) {
                behind++;
            }
            tailer.toPosition(positions[behind]);
            assertThat(rest(tailer)).isEqualTo(numbers(behind, records));
            assertThat(tailer.damagedBytes()).isZero();

            List<Long> read = rest(tailer.toStart());
            assertThat(tailer.damagedBytes()).isBetween(1L << 20, (1L << 20) + 12_100L);
            assertThat(read).startsWith(0L).endsWith(records - 1L).doesNotHaveDuplicates();
        }
    }

    @Test
    void I5_shouldLeaveTheSegmentAsItIsWhileTheDiskIsFull() throws Exception {
        FaultyFiles files = new FaultyFiles();
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            append(queue, 0, COUNT);
        }
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            Segment segment = queue.journal.table.find(0);
            QueueArchives archives = QueueArchives.open(queue.journal, files::archiveOutput, () -> false);
            for (long space = 0; space < 3 * SegmentFormat.HEADER_BYTES; space += 3_000) {
                files.fillUpAfter(space);
                assertThatThrownBy(() -> archives.archive(segment, Packing.GZIP))
                        .hasMessage("No space left on device");
                assertThat(files(SegmentArchive.SUFFIX)).isEmpty();
                assertThat(files(".new")).isEmpty();
            }
            files.mend();

            assertThat(archives.archive(segment, Packing.GZIP)).isTrue();
            assertThat(all()).isEqualTo(numbers(0, COUNT));
        }
    }

    @Test
    void shouldBeOvertakenWhereAnArchiveIsGivenUpWhileItIsRead() throws Exception {
        QueueOptions options = COMPRESSED.withBudgetBytes(64L << 20).withSegmentBytes(4 << 20);
        try (JournalQueue queue = JournalQueue.open(directory(), options)) {
            for (int number = 0; number < 4_000; number++) {
                assertThat(queue.append(TestJournals.record(number, 6_000))).isNotNegative();
            }
            await(() -> !archives().isEmpty() && queue.journal.table.find(0) == null);
        }
        try (Tailer tailer = Tailer.open(directory())) {
            assertThat(tailer.next()).isTrue();
            Files.delete(archives().get(0));

            List<Long> read = rest(tailer);

            assertThat(read).isSorted().doesNotHaveDuplicates().endsWith(3_999L);
            assertThat(tailer.overtakenBytes()).isPositive();
            assertThat(tailer.damagedBytes()).isZero();
        }
    }

    /** Some segments of 4 MiB, of which at least the first is compressed. */
    private void fillLarge() throws Exception {
        QueueOptions options = COMPRESSED.withBudgetBytes(64L << 20).withSegmentBytes(4 << 20);
        try (JournalQueue queue = JournalQueue.open(directory(), options)) {
            append4000(queue);
            await(() -> !archives().isEmpty() && queue.journal.table.find(0) == null);
        }
    }

    private static void append4000(JournalQueue queue) {
        for (int number = 0; number < 4_000; number++) {
            assertThat(queue.append(TestJournals.record(number, 6_000))).isNotNegative();
        }
    }

    /** Its index claims a member of half a gibibyte, and the file, which has holes, is longer. */
    @Test
    void I6_shouldTakeNoMemoryForAnArchiveThatClaimsToBeLarge() throws Exception {
        fillLarge();
        Path archive = archives().get(0);
        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            file.setLength(600L << 20);
            for (int member = 1; member < 4; member++) {
                file.seek(SegmentArchive.MEMBERS_OFFSET + (long) member * Integer.BYTES);
                file.writeInt(Integer.reverseBytes((512 << 20) + member));
            }
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        try (Tailer tailer = Tailer.open(directory())) {
            List<Long> read = rest(tailer);

            assertThat(read).isSorted().doesNotHaveDuplicates().endsWith(3_999L);
            assertThat(tailer.damagedBytes()).isPositive();
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(256L << 20);
    }

    /** As when the file may not be opened, or no descriptor is left. */
    @Test
    void shouldNotTakeAnArchiveThatCannotBeOpenedForOneThatIsGivenUp() throws Exception {
        fillLarge();
        Path archive = archives().get(0);
        Path aside = parent.resolve("aside");
        Files.move(archive, aside);
        Files.createDirectory(archive);
        try (Tailer tailer = Tailer.open(directory())) {
            assertThatThrownBy(tailer::next).isInstanceOf(FileNotFoundException.class);
            Files.delete(archive);
            Files.move(aside, archive);

            assertThat(rest(tailer)).isEqualTo(numbers(0, 4_000));
            assertThat(tailer.overtakenBytes()).isZero();
        }
    }

    @Test
    void shouldNotOpenAnArchiveAgainThatVanishedWhileItWasRead() throws Exception {
        fillLarge();
        Path archive = archives().get(0);
        Path aside = parent.resolve("aside");
        ControlPage control = ControlPage.openReadOnly(archive.resolveSibling(JournalOpener.CONTROL));
        ForeignArchives seen = new ForeignArchives(archive.getParent(), control);
        seen.found(archive);
        ForeignSegment segment = seen.unpack(0);
        assertThat(segment.headerAt(0)).isNotZero();
        Files.move(archive, aside);
        int second = SegmentArchive.MEMBER_BYTES;
        assertThat(segment.firstWordFrom(second)).isNegative();
        assertThat(segment.isStillAt(0)).isFalse();

        Files.move(aside, archive);

        assertThat(segment.firstWordFrom(second)).isNegative();
    }
}
