package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class JournalQueueTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final QueueOptions SMALL =
            QueueOptions.defaults().withSegmentBytes(SEGMENT).withBudgetBytes(16L << 20);

    @TempDir
    Path parent;

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private JournalQueue queue;

    private Path directory() {
        return parent.resolve("queue");
    }

    private JournalQueue open(QueueOptions options) throws Exception {
        queue = JournalQueue.open(
                directory(), options.withListener((notice, message, cause) -> told.add(notice + " " + message)));
        return queue;
    }

    @AfterEach
    void close() {
        if (queue != null) {
            queue.close();
        }
    }

    private long append(long number, int length) {
        return queue.append(TestJournals.record(number, length));
    }

    private void appendAll(long from, long to, int length) {
        for (long number = from; number < to; number++) {
            append(number, length);
        }
    }

    private static long number(Tailer tailer) {
        assertThat(TestJournals.intact(tailer.bytes(), tailer.offset(), tailer.length()))
                .isTrue();
        return TestJournals.number(tailer.bytes(), tailer.offset());
    }

    private static List<Long> rest(Tailer tailer) throws Exception {
        List<Long> numbers = new ArrayList<>();
        while (tailer.next()) {
            numbers.add(number(tailer));
        }
        return numbers;
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void shouldLeaveItsDirectoryToWhoMadeIt() throws Exception {
        Path own = Files.createDirectories(parent.resolve("own").resolve("queue"));
        try (JournalQueue removed = JournalQueue.open(own, SMALL)) {
            Files.delete(JournalQueue.cursors(own));
            TestJournals.removeUnderTheKeeper(JournalQueue.journal(own));
            assertThat(removed.directory()).isEqualTo(own);
        }

        assertThat(own).isEmptyDirectory();
    }

    @Test
    void shouldKeepACursorsLockWhenItIsAskedForByAnotherPath() throws Exception {
        Path queue = parent.resolve("queue");
        JournalQueue.open(queue, QueueOptions.defaults()).close();
        Path link = Files.createSymbolicLink(parent.resolve("link"), queue);
        try (Tailer tailer = Tailer.open(queue, "billing", CursorTerms.holding())) {
            assertThat(tailer.next()).isFalse();

            assertThatThrownBy(() -> Tailer.open(link, "billing", CursorTerms.holding()))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("billing");

            Path lockFile = queue.resolve("cursors").resolve("billing.lock");
            String inode = ":" + Files.getAttribute(lockFile, "unix:ino") + " ";
            assertThat(Files.readAllLines(Path.of("/proc/locks"))).anyMatch(line -> line.contains(inode));
        }
    }

    @Test
    void shouldOpenByAnotherPathOnceItIsClosed() throws Exception {
        Path link = Files.createSymbolicLink(parent.resolve("link"), parent);
        Path alias = link.resolve("queue");
        open(SMALL);
        assertThatThrownBy(() -> JournalQueue.open(alias, SMALL)).hasMessageContaining("has the queue open");
        assertThat(JournalOwner.of(JournalQueue.journal(alias))).isEqualTo(JournalOwner.ALIVE);

        queue.close();

        JournalQueue.open(alias, SMALL).close();
        open(SMALL);
    }

    @Test
    void shouldGiveEveryTailerEveryRecordInOrder() throws Exception {
        open(SMALL);
        Tailer first = queue.tailer();
        appendAll(0, 10_000, 100);
        Tailer second = queue.tailer("second", CursorTerms.holding());

        assertThat(rest(first)).isEqualTo(numbers(0, 10_000));
        assertThat(rest(second)).isEqualTo(numbers(0, 10_000));
        second.close();
    }

    @Test
    void I6_shouldGoOnWhereACursorIsFarAway() throws Exception {
        open(SMALL);
        appendAll(0, 1_000, 400);
        queue.tailer("damaged", CursorTerms.following()).close();
        queue.close();
        try (RandomAccessFile file = new RandomAccessFile(
                CursorFile.file(JournalQueue.cursors(directory()), "damaged").toFile(), "rw")) {
            file.seek(32);
            file.writeLong(Long.reverseBytes(1L << 61));
        }
        open(SMALL);

        appendAll(1_000, 2_000, 400);
        queue.close();

        try (Tailer tailer = Tailer.open(directory())) {
            for (long number = 0; number < 2_000; number++) {
                assertThat(tailer.next()).isTrue();
                assertThat(TestJournals.number(tailer.bytes(), tailer.offset())).isEqualTo(number);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 1L << 60, 1L << 50})
    void shouldTakeABudgetThatNoDiskHas(long budgetBytes) throws Exception {
        QueueOptions options = SMALL.withBudgetBytes(budgetBytes).withBlock(false);
        open(options);
        appendAll(0, 4_000, 400);
        queue.close();
        open(options);

        appendAll(4_000, 8_000, 400);

        try (Tailer tailer = queue.tailer()) {
            for (long number = 0; number < 8_000; number++) {
                assertThat(tailer.next()).isTrue();
                assertThat(TestJournals.number(tailer.bytes(), tailer.offset())).isEqualTo(number);
            }
        }
    }

    @Test
    void shouldRefuseTimesThatNoClockCounts() {
        Duration forever = ChronoUnit.FOREVER.getDuration();

        assertThatThrownBy(() -> QueueRetention.youngerThan(forever)).hasMessageContaining("retention: age=PT");
        assertThatThrownBy(() -> CursorTerms.holding().withLease(forever)).hasMessageContaining("cursor: lease=PT");
        assertThatThrownBy(() -> QueueSync.every(forever)).hasMessageContaining("sync: every=PT");
    }

    @Test
    void I2_shouldKeepTheOrderOfEachOfManyThreads() throws Exception {
        open(SMALL.withBudgetBytes(64L << 20));
        int threads = 4;
        int each = 20_000;
        List<Thread> appenders = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            long first = (long) thread << 32;
            Thread appender = new Thread(() -> appendAll(first, first + each, 60));
            appender.start();
            appenders.add(appender);
        }
        for (Thread appender : appenders) {
            appender.join();
        }

        List<Long> read = rest(queue.tailer());

        assertThat(read).hasSize(threads * each);
        for (int thread = 0; thread < threads; thread++) {
            long first = (long) thread << 32;
            assertThat(read.stream()
                            .filter(number -> number >>> 32 == first >>> 32)
                            .toList())
                    .isEqualTo(numbers(first, first + each));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I1_shouldBeThereAgainAfterAClose(boolean recordChecksums) throws Exception {
        for (long round = 0; round < 5; round++) {
            open(SMALL.withRecordChecksums(recordChecksums));
            appendAll(round * 3_000, (round + 1) * 3_000, 150);
            queue.close();
        }

        open(SMALL);

        assertThat(rest(queue.tailer())).isEqualTo(numbers(0, 15_000));
        assertThat(told).noneMatch(message -> message.startsWith("DAMAGED") || message.startsWith("POWER_LOSS"));
    }

    @Test
    void shouldReadOnBehindAPositionWhereNothingWasAndNoRecordStarts() throws Exception {
        open(SMALL);
        appendAll(0, 10, 100);
        for (long ahead : new long[] {1, 5 * SEGMENT + 3}) {
            try (Tailer tailer = queue.tailer()) {
                boolean nothing =
                        !tailer.toPosition(queue.endPosition() + ahead).next();
                assertThat(nothing).isTrue();

                appendAll(10, 20_000, 100);

                assertThat(rest(tailer)).isSorted().endsWith(19_999L);
            }
        }
        assertThat(queue.tailer().toPosition(Long.MAX_VALUE).next()).isFalse();
    }

    @Test
    void shouldStandBetweenTwoRecordsAsAListIteratorDoes() throws Exception {
        open(SMALL);
        Random random = new Random(41);
        List<Long> positions = new ArrayList<>();
        for (long number = 0; number < 4_000; number++) {
            positions.add(append(number, 20 + random.nextInt(500)));
        }
        Tailer tailer = queue.tailer();
        int at = 0;
        for (int step = 0; step < 3_000; step++) {
            int kind = random.nextInt(20);
            if (kind == 0) {
                at = random.nextInt(positions.size());
                assertThat(tailer.toPosition(positions.get(at))).isSameAs(tailer);
            } else if (kind == 1) {
                at = random.nextBoolean() ? 0 : positions.size();
                assertThat(at == 0 ? tailer.toStart() : tailer.toEnd()).isSameAs(tailer);
            }
            int steps = random.nextInt(30);
            boolean forward = random.nextBoolean();
            for (int count = 0; count < steps; count++) {
                boolean moved = forward ? tailer.next() : tailer.previous();
                assertThat(moved).isEqualTo(forward ? at < positions.size() : at > 0);
                if (moved) {
                    int passed = forward ? at++ : --at;
                    assertThat(number(tailer)).isEqualTo(passed);
                    assertThat(tailer.position()).isEqualTo(positions.get(passed));
                }
            }
        }
    }

    @Test
    void shouldGoOnWhereItsNameCommitted() throws Exception {
        open(SMALL);
        appendAll(0, 100, 100);
        try (Tailer tailer = queue.tailer("billing", CursorTerms.holding())) {
            for (int count = 0; count < 40; count++) {
                assertThat(tailer.next()).isTrue();
            }
            tailer.commit();
            assertThat(tailer.next()).isTrue();
        }

        try (Tailer tailer = queue.tailer("billing", CursorTerms.holding())) {
            assertThat(rest(tailer)).isEqualTo(numbers(40, 100));
        }
        assertThat(queue.cursors()).hasSize(1);
        assertThat(queue.cursors().get(0).name()).isEqualTo("billing");
    }

    @Test
    void shouldRefuseASecondTailerOfOneName() throws Exception {
        open(SMALL);
        try (Tailer tailer = queue.tailer("billing", CursorTerms.holding())) {
            assertThatThrownBy(() -> queue.tailer("billing", CursorTerms.holding()))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("billing")
                    .hasMessageContaining("in use");
            assertThatThrownBy(() -> queue.removeCursor("billing")).isInstanceOf(JournalException.class);
            assertThat(tailer.next()).isFalse();
        }
        queue.removeCursor("billing");
        assertThat(queue.cursors()).isEmpty();
    }

    @Test
    void shouldRefuseASecondProcessThatAppends() throws Exception {
        open(SMALL);

        assertThatThrownBy(() -> JournalQueue.open(directory(), SMALL))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("open for appending")
                .hasMessageContaining(directory().toString());
    }

    @Test
    void shouldWaitForTheNextRecordAndGiveUpInTime() throws Exception {
        open(SMALL);
        Tailer tailer = queue.tailer();
        assertThat(tailer.next(1, TimeUnit.MILLISECONDS)).isFalse();
        CountDownLatch waiting = new CountDownLatch(1);
        Thread appender = new Thread(() -> {
            try {
                waiting.await();
                append(7, 100);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        appender.start();

        waiting.countDown();

        assertThat(tailer.next(1, TimeUnit.HOURS)).isTrue();
        assertThat(number(tailer)).isEqualTo(7);
        appender.join();
    }

    @Test
    void shouldEndItsWaitWhenItIsInterrupted() throws Exception {
        open(SMALL);
        Tailer tailer = queue.tailer();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> tailer.next(1, TimeUnit.HOURS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldReadOnWhereItIsInterruptedAndEndOnlyItsWait() throws Exception {
        open(SMALL);
        Tailer tailer = queue.tailer();
        appendAll(0, 20_000, 200);

        Thread.currentThread().interrupt();
        for (long number = 0; number < 20_000; number++) {
            assertThat(tailer.next(1, TimeUnit.HOURS)).isTrue();
            assertThat(number(tailer)).isEqualTo(number);
        }

        assertThatThrownBy(() -> tailer.next(1, TimeUnit.HOURS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldGoToTheStartWhereItIsInterrupted() throws Exception {
        open(SMALL);
        Tailer tailer = queue.tailer();
        appendAll(0, 20_000, 200);

        Thread.currentThread().interrupt();
        tailer.toStart();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(tailer.next()).isTrue();
        assertThat(number(tailer)).isZero();
    }

    @Test
    void shouldGiveUpWhatEveryCursorHasCommittedAndLetABlockedAppendGoOn() throws Exception {
        open(SMALL.withBudgetBytes(4L << 20).withRetention(QueueRetention.untilRead()));
        Tailer tailer = queue.tailer("reader", CursorTerms.holding());
        Thread appender = new Thread(() -> appendAll(0, 100_000, 200));
        appender.start();

        for (long expected = 0; expected < 100_000; expected++) {
            assertThat(tailer.next(1, TimeUnit.HOURS)).isTrue();
            assertThat(number(tailer)).isEqualTo(expected);
            tailer.commit();
        }

        appender.join();
        assertThat(tailer.overtakenBytes()).isZero();
        assertThat(queue.usedBytes()).isLessThanOrEqualTo(4L << 20);
        tailer.close();
    }

    @Test
    void shouldRefuseAppendsWhenTheBudgetIsSpent() throws Exception {
        open(SMALL.withBudgetBytes(2L << 20).withBlock(false));

        assertThatThrownBy(() -> appendAll(0, 100_000, 200))
                .isInstanceOf(AppendRefusedException.class)
                .hasMessageContaining("budgetBytes=2097152")
                .extracting(e -> ((AppendRefusedException) e).reason())
                .isEqualTo(AppendRefusedException.Reason.BUDGET);

        List<Long> read = rest(queue.tailer());
        assertThat(read).isEqualTo(numbers(0, read.size())).hasSizeGreaterThan(5_000);
    }

    @Test
    void shouldKeepTheNewestBytesAndWhatARequiredCursorNeeds() throws Exception {
        open(SMALL.withRetention(QueueRetention.newest(1 << 20)));
        Tailer holding = queue.tailer("holding", CursorTerms.holding());
        Tailer following = queue.tailer("following", CursorTerms.following());
        QueueKeeper keeper = keeper();
        appendAll(0, 20_000, 200);

        keeper.giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(oldest()).isZero();

        assertThat(rest(holding)).isEqualTo(numbers(0, 20_000));
        holding.commit();
        awaitSealed();
        keeper.giveUp(System.currentTimeMillis(), System.nanoTime());
        awaitOldestAbove(given() - 1);

        List<Long> followed = rest(following);
        assertThat(followed).isEqualTo(numbers(20_000 - followed.size(), 20_000));
        assertThat(followed.size()).isBetween((1 << 20) / 208, 2 * (1 << 20) / 208);
        assertThat(following.overtakenBytes()).isPositive();
        holding.close();
        following.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I6_shouldNotGiveUpASegmentInWhichAnAppendIsUnderWay(boolean untilRead) throws Exception {
        open(SMALL.withRetention(untilRead ? QueueRetention.untilRead() : QueueRetention.newest(1 << 20)));
        QueueKeeper keeper = keeper();
        appendAll(0, 10, 200);
        Journal journal = queue.journal;
        Segment segment = journal.table.find(0);
        int bytes = RecordFormat.recordBytes(200);
        long claimed = journal.tail.claim(bytes);
        appendAll(10, 20_000, 200);
        Tailer holding = queue.tailer("holding", CursorTerms.holding().beginningAtEnd());

        keeper.giveUp(System.currentTimeMillis(), System.nanoTime());

        assertThat(given()).isZero();
        assertThat(segment.base()).isZero();
        journal.pad(claimed, bytes);
        awaitSealed();
        keeper.giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(given()).isPositive();
        holding.close();
    }

    @Test
    void shouldTakeUnreadRecordsWhenToldToAndSaySo() throws Exception {
        open(SMALL.withRetention(QueueRetention.newest(1 << 20).takingUnread()));
        Tailer holding = queue.tailer("slow", CursorTerms.holding());
        appendAll(0, 20_000, 200);

        keeper().giveUp(System.currentTimeMillis(), System.nanoTime());
        awaitOldestAbove(0);

        assertThat(rest(holding)).endsWith(19_999L).hasSizeLessThan(20_000);
        assertThat(holding.overtakenBytes()).isPositive();
        holding.close();
        queue.close();
        assertThat(told).anyMatch(message -> message.startsWith("CURSOR_OVERRUN") && message.contains("cursor=slow"));
    }

    @Test
    void I10_shouldGiveUpNothingOnceItsThreadIsToEnd() throws Exception {
        open(SMALL);
        appendAll(0, 20_000, 200);
        awaitSealed();
        QueueKeeper keeper = keeper(queue.options.withRetention(QueueRetention.newest(1 << 20)));

        assertThat(keeper.stop()).isTrue();
        keeper.giveUp(System.currentTimeMillis(), System.nanoTime());

        assertThat(given()).isZero();
    }

    @Test
    void shouldKeepForATimeAndNoLonger() throws Exception {
        open(SMALL.withRetention(QueueRetention.youngerThan(Duration.ofHours(1))));
        appendAll(0, 20_000, 200);
        awaitSealed();

        keeper().giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(oldest()).isZero();

        keeper().giveUp(System.currentTimeMillis() + Duration.ofHours(2).toMillis(), System.nanoTime());
        awaitOldestAbove(0);
        assertThat(rest(queue.tailer())).endsWith(19_999L);
    }

    @Test
    void I6_shouldNotKeepForEverWhatIsSaidToBeOfTheFuture() throws Exception {
        open(SMALL);
        appendAll(0, 20_000, 200);
        queue.close();
        for (int number = 0; number < 3; number++) {
            Path segment = JournalQueue.journal(directory()).resolve(number + ".seg");
            try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                file.seek(SegmentFormat.STARTED_OFFSET);
                file.writeLong(Long.reverseBytes(Long.MAX_VALUE / 2));
            }
        }
        open(SMALL.withRetention(QueueRetention.youngerThan(Duration.ofHours(1))));
        awaitSealed();

        keeper().giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(given()).isZero();

        keeper().giveUp(System.currentTimeMillis() + Duration.ofHours(2).toMillis(), System.nanoTime());
        assertThat(given()).isEqualTo(queue.endPosition());
    }

    @Test
    void shouldNotBeHeldByACursorWhoseLeaseIsOver() throws Exception {
        open(SMALL.withRetention(QueueRetention.newest(1 << 20)));
        Tailer gone = queue.tailer("gone", CursorTerms.holding().withLease(Duration.ofHours(1)));
        appendAll(0, 20_000, 200);
        awaitSealed();
        gone.close();

        keeper().giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(oldest()).isZero();

        keeper().giveUp(System.currentTimeMillis() + Duration.ofHours(2).toMillis(), System.nanoTime());
        awaitOldestAbove(0);
    }

    @Test
    void shouldNotBeHeldByALeaseOfTheFutureForLongerThanItIs() throws Exception {
        open(SMALL.withRetention(QueueRetention.newest(1 << 20)));
        Tailer gone = queue.tailer("gone", CursorTerms.holding().withLease(Duration.ofHours(1)));
        appendAll(0, 20_000, 200);
        awaitSealed();
        gone.close();
        long now = System.currentTimeMillis();
        long daysAgo = now - Duration.ofDays(9).toMillis();
        QueueKeeper keeper = keeper();

        // The clock was nine days ahead when the reader was seen.
        keeper.giveUp(daysAgo, 0);
        keeper.giveUp(
                daysAgo + Duration.ofMinutes(50).toMillis(),
                Duration.ofMinutes(50).toNanos());
        assertThat(given()).isZero();

        keeper.giveUp(
                daysAgo + Duration.ofMinutes(70).toMillis(),
                Duration.ofMinutes(70).toNanos());
        assertThat(given()).isPositive();
    }

    @Test
    void shouldHoldTheLeaseOfALiveReaderWhereTheClockIsSetForward() throws Exception {
        open(SMALL.withRetention(QueueRetention.newest(1 << 20)));
        try (CursorFile polling = CursorFile.lock(JournalQueue.cursors(directory()), "polling")) {
            Path file = CursorFile.file(JournalQueue.cursors(directory()), "polling");
            polling.begin(file, queue.journal.control.journalId(), true, Duration.ofHours(1), 0, new QueueDisk());
            appendAll(0, 20_000, 200);
            awaitSealed();
            QueueKeeper keeper = keeper();
            long now = System.currentTimeMillis();
            long forward = Duration.ofDays(1).toMillis();
            long minute = Duration.ofMinutes(1).toNanos();

            keeper.giveUp(now, 0);
            keeper.giveUp(now + forward, minute);
            assertThat(given()).isZero();

            // Seen once more, by the clock as it was before.
            setSeen(file, now + 1);
            keeper.giveUp(now + forward, 50 * minute);
            keeper.giveUp(now + forward, 100 * minute);
            assertThat(given()).isZero();

            keeper.giveUp(now + forward, 120 * minute);
            assertThat(given()).isPositive();
        }
    }

    private static void setSeen(Path cursor, long epochMs) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(cursor.toFile(), "rw")) {
            file.seek(40);
            file.writeLong(Long.reverseBytes(epochMs));
        }
    }

    /** A second one by hand, so that a test need not wait for a time. */
    private QueueKeeper keeper() throws Exception {
        return keeper(queue.options);
    }

    private QueueKeeper keeper(QueueOptions options) throws Exception {
        Journal journal = queue.journal;
        return new QueueKeeper(
                journal,
                new QueueTail(journal),
                options,
                JournalQueue.cursors(directory()),
                journal.control.find("retention"),
                QueueArchives.open(journal, new FaultyFiles()::archiveOutput, () -> false));
    }

    /** Position before which retention has given everything up. */
    private long given() {
        return queue.journal.control.position(queue.journal.control.find("retention"));
    }

    private long oldest() throws Exception {
        return JournalReader.open(JournalQueue.journal(directory())).readPosition();
    }

    private void awaitOldestAbove(long position) throws Exception {
        while (oldest() <= position) {
            Thread.onSpinWait();
        }
    }

    /** Until all segments before the one that is appended to are sealed, or given up. */
    private void awaitSealed() {
        for (long base = 0; base + SEGMENT <= queue.endPosition(); base += SEGMENT) {
            for (Segment segment = queue.journal.table.find(base); segment != null && !segment.isSealed(); ) {
                Thread.onSpinWait();
                segment = queue.journal.table.find(base);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "GZIP"})
    void shouldKeepItsHistoryUnderASmallerBudget(QueueCompression compression) throws Exception {
        open(SMALL.withBudgetBytes(32L << 20));
        appendAll(0, 17_000, 1_000);
        long end = queue.endPosition();
        queue.close();

        open(SMALL.withBudgetBytes(2L << 20)
                .withBlock(false)
                .withCompression(compression)
                .withRetention(QueueRetention.youngerThan(Duration.ofDays(7))));

        for (long base = 32L * SEGMENT; base < end; base += SEGMENT) {
            assertThat(queue.journal.table.find(base)).as("base=" + base).isNotNull();
        }
        while (compression != QueueCompression.NONE && given() == 0) {
            assertThat(Thread.interrupted()).isFalse();
            Thread.onSpinWait();
        }
        keeper().giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(rest(queue.tailer())).isEqualTo(numbers(0, 17_000));
        assertThat(given()).isLessThan(end / 2);
    }

    /** A disk of its own for the queue. */
    private QueueDisk diskOf(long bytes) {
        return new QueueDisk() {
            @Override
            long usableBytes(Path ignored) throws IOException {
                try (Stream<Path> files = Files.walk(directory())) {
                    return bytes
                            - files.filter(Files::isRegularFile)
                                    .mapToLong(file -> file.toFile().length())
                                    .sum();
                }
            }
        };
    }

    @Test
    void shouldHaveTheSameDefaultBudgetAtEachOpening() throws Exception {
        QueueOptions defaults = QueueOptions.defaults().withBlock(false);
        queue = JournalQueue.open(directory(), defaults, new JournalOpener(), diskOf(64L << 20));
        long budget = queue.journal.options.budgetBytes();
        appendAll(0, 24_000, 1_000);
        queue.close();

        queue = JournalQueue.open(directory(), defaults, new JournalOpener(), diskOf(64L << 20));

        assertThat(queue.journal.options.budgetBytes()).isBetween(budget - (1 << 20), budget + (1 << 20));
        appendAll(24_000, 25_000, 1_000);
        assertThat(rest(queue.tailer())).isEqualTo(numbers(0, 25_000));
        queue.close();

        queue = JournalQueue.open(directory(), defaults, new JournalOpener(), diskOf(30L << 20));
        assertThat(queue.journal.options.budgetBytes()).isGreaterThanOrEqualTo(queue.usedBytes());
    }

    @Test
    void shouldFindATime() throws Exception {
        open(SMALL);
        appendAll(0, 10_000, 200);
        queue.close();
        long between = System.currentTimeMillis() + 1;
        while (System.currentTimeMillis() <= between) {
            Thread.onSpinWait();
        }
        open(SMALL);
        appendAll(10_000, 20_000, 200);

        List<Long> read = rest(queue.tailer().toTime(between));

        assertThat(read).isEqualTo(numbers(20_000 - read.size(), 20_000));
        assertThat(read.size()).isBetween(10_000, 10_400);
        assertThat(rest(queue.tailer().toTime(0))).isEqualTo(numbers(0, 20_000));
        assertThat(rest(queue.tailer().toTime(System.currentTimeMillis() + 100_000))
                        .size())
                .isLessThanOrEqualTo(10_000);
    }

    @Test
    void I7_shouldRefuseHalfAQueueAndChangeNothing() throws Exception {
        open(SMALL);
        appendAll(0, 1_000, 200);
        queue.close();
        Path control = directory().resolve("0").resolve("control");
        byte[] whole = Files.readAllBytes(control);
        byte[] damaged = whole.clone();
        damaged[17] ^= 1;
        Files.write(control, damaged);

        assertThatThrownBy(() -> open(SMALL))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("half a queue")
                .hasMessageContaining(control.toString());

        assertThat(Files.readAllBytes(control)).isEqualTo(damaged);
        Files.delete(control);
        assertThatThrownBy(() -> open(SMALL)).hasMessageContaining("half a queue");
        Files.write(control, whole);
        open(SMALL);
        assertThat(rest(queue.tailer())).isEqualTo(numbers(0, 1_000));
    }

    /** As with what another user keeps to itself: it is there, and cannot be looked at. */
    @Test
    void I7_shouldNotCallAQueueMissingThatItMayNotLookAt() throws Exception {
        Path journal = Files.createDirectories(JournalQueue.journal(directory()));
        Files.createSymbolicLink(journal.resolve("control"), journal.resolve("control"));

        assertThatThrownBy(() -> Tailer.open(directory()))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("symbolic links");
    }

    @Test
    void I7_shouldRefuseACursorFileOfGarbageAndBeHeldByItUntilItIsRemoved() throws Exception {
        open(SMALL.withRetention(QueueRetention.newest(1 << 20)));
        byte[] garbage = new byte[CursorFile.BYTES];
        new Random(5).nextBytes(garbage);
        Path file = JournalQueue.cursors(directory()).resolve("mine.cursor");
        Files.write(file, garbage);

        assertThatThrownBy(() -> queue.tailer("mine", CursorTerms.holding()))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("not a cursor of this queue")
                .hasMessageContaining(file.toString());
        appendAll(0, 20_000, 200);
        while (told.stream().noneMatch(message -> message.contains(file.toString()))) {
            assertThat(Thread.interrupted()).isFalse();
            Thread.onSpinWait();
        }

        keeper().giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(given()).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(garbage);

        queue.removeCursor("mine");
        awaitOldestAbove(0);
    }

    @Test
    void I7_shouldBeHeldByACursorThatNoReaderCanHaveLeftThere() throws Exception {
        open(SMALL.withRetention(QueueRetention.untilRead()));
        queue.tailer("mine", CursorTerms.holding()).close();
        Path file = JournalQueue.cursors(directory()).resolve("mine.cursor");
        byte[] damaged = Files.readAllBytes(file);
        // The 47th bit of its position.
        damaged[37] |= 64;
        Files.write(file, damaged);

        appendAll(0, 5_000, 200);
        while (told.stream().noneMatch(message -> message.contains(file.toString()))) {
            assertThat(Thread.interrupted()).isFalse();
            Thread.onSpinWait();
        }

        keeper().giveUp(System.currentTimeMillis(), System.nanoTime());
        assertThat(given()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {8L << 20, 1L << 50})
    void I6_shouldKeepEverythingWhereItsOwnPositionIsDamaged(long position) throws Exception {
        open(SMALL);
        appendAll(0, 5_000, 200);
        queue.close();
        try (RandomAccessFile control = new RandomAccessFile(
                JournalQueue.journal(directory()).resolve("control").toFile(), "rw")) {
            control.seek(4096 + 128);
            control.writeLong(Long.reverseBytes(position));
        }

        open(SMALL);

        append(5_000, 200);
        assertThat(rest(queue.tailer())).isEqualTo(numbers(0, 5_001));
        assertThat(told).singleElement().asString().startsWith("DAMAGED a damaged position");
    }

    @Test
    void I6_shouldSayWhichSegmentsAreMissingAndGoOnWithoutThem() throws Exception {
        open(SMALL);
        appendAll(0, 5_000, 200);
        queue.close();
        Files.delete(directory().resolve("0").resolve("1.seg"));
        told.clear();

        open(SMALL);

        assertThat(told)
                .singleElement(org.assertj.core.api.InstanceOfAssertFactories.STRING)
                .startsWith("DAMAGED segments are missing")
                .contains("bytes=" + SEGMENT + ", firstPosition=" + SEGMENT);
        append(5_000, 200);
        Tailer tailer = queue.tailer();
        assertThat(rest(tailer))
                .isSorted()
                .contains(0L, 4_999L)
                .endsWith(5_000L)
                .hasSizeLessThan(5_000);
        assertThat(tailer.damagedBytes()).isEqualTo(SEGMENT);
    }

    @ParameterizedTest
    @CsvSource({"262144,5,200", "262144,5,65516", "524288,1,200", "524288,1,131052"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldTakeAppendsForEverWhereItKeepsAsMuchAsItMay(int segmentBytes, int segments, int length)
            throws Exception {
        QueueOptions small = SMALL.withBudgetBytes(2L << 20).withSegmentBytes(segmentBytes);
        long most = (long) segments * segmentBytes;
        assertThatThrownBy(() -> open(small.withRetention(QueueRetention.newest(most + 1))))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("retention.bytes=" + (most + 1))
                .hasMessageContaining("maximum=" + most);

        open(small.withRetention(QueueRetention.newest(most)));
        assertThat(length).isLessThanOrEqualTo(queue.maxRecordBytes());
        while (queue.endPosition() < 5 * (2L << 20)) {
            append(0, length);
        }

        assertThat(queue.usedBytes()).isLessThanOrEqualTo(2L << 20);
    }

    @Test
    void I7_shouldRefuseToCompressWhereNothingWouldBe() throws Exception {
        QueueOptions small = SMALL.withSegmentBytes(512 << 10).withCompression(QueueCompression.GZIP);

        assertThatThrownBy(() -> open(small.withBudgetBytes(3L << 20)))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("budgetBytes=3145728");

        open(small.withBudgetBytes(4L << 20));
        while (queue.endPosition() < 16L << 20) {
            append(0, 200);
        }
    }

    @Test
    void I7_shouldNameOptionsThatCannotBe() throws Exception {
        assertThatThrownBy(() -> SMALL.withSegmentBytes(300_000)).hasMessageContaining("segmentBytes=300000");
        assertThatThrownBy(() -> SMALL.withBudgetBytes(5)).hasMessageContaining("budgetBytes=5");
        assertThatThrownBy(() -> SMALL.withRetention(QueueRetention.newest(1L << 30)))
                .hasMessageContaining("retention.bytes=1073741824")
                .hasMessageContaining("budgetBytes=16777216");
        assertThatThrownBy(() -> CursorFile.file(parent, "../x")).hasMessageContaining("../x");
        open(SMALL);
        queue.close();
        assertThatThrownBy(() -> open(SMALL.withSegmentBytes(2 * SEGMENT)))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("segmentBytes=" + SEGMENT)
                .hasMessageContaining("asked for " + 2 * SEGMENT);
        assertThatThrownBy(() -> Tailer.open(parent.resolve("nothing"))).hasMessageContaining("no journal here");
    }

    @Test
    void shouldFillTheLargestSegments() throws Exception {
        open(QueueOptions.defaults().withSegmentBytes(SegmentFormat.MAX_SEGMENT_BYTES));

        appendAll(0, 40_000, 1_000);

        assertThat(rest(queue.tailer())).isEqualTo(numbers(0, 40_000));
    }

    @Test
    void shouldRefuseAppendsOnceItIsClosed() throws Exception {
        open(SMALL);
        queue.close();

        assertThatThrownBy(() -> append(0, 100))
                .isInstanceOf(AppendRefusedException.class)
                .hasMessageContaining("closed");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5})
    void shouldSyncWhenAsked(long everyMs) throws Exception {
        open(SMALL.withSync(everyMs == 0 ? QueueSync.everyAppend() : QueueSync.every(Duration.ofMillis(everyMs))));
        appendAll(0, 100, 200);
        queue.sync();

        assertThat(rest(queue.tailer())).isEqualTo(numbers(0, 100));
    }
}
