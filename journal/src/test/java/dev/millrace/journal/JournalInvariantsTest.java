package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.TestJournals.Told;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class JournalInvariantsTest {
    @TempDir
    Path directory;

    private final Told told = new Told();
    private JournalSlot slot;
    private Journal journal;

    @BeforeEach
    void open() throws Exception {
        reopen(TestJournals.options(told));
    }

    @AfterEach
    void close() {
        journal.close();
        slot.close();
    }

    private void reopen(JournalOptions options) throws Exception {
        if (journal != null) {
            journal.close();
            slot.close();
        }
        slot = JournalSlot.claim(TestJournals.home(directory), told);
        journal = Journal.open(slot, options);
    }

    private long append(long number, int length) {
        byte[] bytes = TestJournals.record(number, length);
        return journal.append(bytes, 0, bytes.length, 0);
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void I2_shouldReadWhatWasAppendedInOrderAcrossManySegments() {
        Cursor cursor = journal.cursor("reader");
        Random random = new Random(1);
        List<Long> read = new ArrayList<>();

        for (long number = 0; number < 20_000; number++) {
            assertThat(append(number, 20 + random.nextInt(300))).isNotNegative();
            if (number % 1000 == 0) {
                read.addAll(TestJournals.readAll(cursor));
                cursor.release(cursor.readPosition());
            }
        }
        read.addAll(TestJournals.readAll(cursor));

        assertThat(read).isEqualTo(numbers(0, 20_000));
    }

    @Test
    void shouldTakeTheLargestRecordAndRefuseALargerOneByException() {
        Cursor cursor = journal.cursor("reader");
        int largest = journal.maxRecordBytes();

        for (long number = 0; number < 20; number++) {
            append(number, largest);
        }

        assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(0, 20));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> append(0, largest + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maximum=" + largest);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4096, 128 << 10, 300_000, 64 << 20, Integer.MIN_VALUE})
    void I7_shouldNameASizeThatNoSegmentHas(int segmentBytes) {
        assertThatThrownBy(() -> new JournalOptions(256L << 20, segmentBytes, false, false, told))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a power of two from 262144 to 33554432: segmentBytes=" + segmentBytes);
    }

    @Test
    void shouldReuseSegmentsThatEveryCursorHasPassed() {
        Cursor cursor = journal.cursor("reader");

        for (long number = 0; number < 100_000; number++) {
            while (append(number, 200) < 0) {
                Thread.onSpinWait();
            }
            if (number % 200 == 0) {
                TestJournals.readAll(cursor);
                cursor.release(cursor.readPosition());
            }
        }

        assertThat(journal.tailPosition()).isGreaterThan(17L << 20);
        assertThat(journal.usedBytes()).isLessThanOrEqualTo(16L << 20);
    }

    @Test
    void I3_shouldSpillUntilTheBudgetIsSpentThenRefuseLessImportantRecordsFirst() throws Exception {
        Cursor cursor = journal.cursor("reader");

        long accepted = 0;
        while (append(accepted, 200) >= 0) {
            accepted++;
        }
        byte[] warning = TestJournals.record(accepted, 200);
        long important = journal.append(warning, 0, warning.length, Journal.IMPORTANT);

        assertThat(append(accepted, 200)).isEqualTo(Journal.REFUSED_BUDGET);
        assertThat(important).isNotNegative();
        assertThat(journal.usedBytes()).isBetween(15L << 20, 16L << 20);
        told.await(JournalNotice.BUDGET_SPENT);
        assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(0, accepted + 1));
    }

    @Test
    void I5_shouldGoOnWhenSpaceReturns() throws Exception {
        Cursor cursor = journal.cursor("reader");
        long accepted = 0;
        while (append(accepted, 200) >= 0) {
            accepted++;
        }

        TestJournals.readAll(cursor);
        cursor.release(cursor.readPosition());
        while (append(accepted, 200) < 0) {
            Thread.onSpinWait();
        }

        assertThat(TestJournals.readAll(cursor)).containsExactly(accepted);
        told.await(JournalNotice.SPACE_RETURNED);
    }

    @Test
    void I5_shouldGoOnAfterTheSpaceWasSpentToItsLastByte() throws Exception {
        reopen(new JournalOptions(2L << 20, TestJournals.SEGMENT, false, false, told));
        Cursor cursor = journal.cursor("reader");
        long accepted = 0;
        while (append(accepted, 200) >= 0) {
            accepted++;
        }
        for (long rest = journal.prepared - journal.tail.acquire(); rest > 0; ) {
            int length = rest > 1_000 ? 500 : (int) rest - RecordFormat.HEADER_BYTES;
            byte[] bytes = TestJournals.record(accepted++, length);
            assertThat(journal.append(bytes, 0, bytes.length, Journal.IMPORTANT))
                    .isNotNegative();
            rest = journal.prepared - journal.tail.acquire();
        }

        assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(0, accepted));
        cursor.release(cursor.readPosition());
        told.await(JournalNotice.SPACE_RETURNED);

        assertThat(append(accepted, 200)).isNotNegative();
        assertThat(TestJournals.readAll(cursor)).containsExactly(accepted);
    }

    @Test
    void shouldNameTheThreadsThatAreAppending() throws Exception {
        reopen(new JournalOptions(2L << 20, TestJournals.SEGMENT, true, false, told));
        Cursor ignored = journal.cursor("reader");
        Thread appender = new Thread(
                () -> {
                    while (append(1, 200) >= 0) {
                        Thread.onSpinWait();
                    }
                },
                "an-appender");
        appender.start();

        while (!Keeper.appendingThreads().contains("an-appender")) {
            Thread.onSpinWait();
        }
        journal.close();
        appender.join();

        assertThat(Keeper.appendingThreads()).doesNotContain("an-appender");
    }

    @Test
    void shouldSayThatItWouldWaitWhereThatIsAskedFor() throws Exception {
        reopen(new JournalOptions(2L << 20, TestJournals.SEGMENT, true, false, told));
        Cursor cursor = journal.cursor("reader");
        long accepted = 0;
        long answer = 0;
        while (answer >= 0 || journal.space != Space.SPENT) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            byte[] bytes = TestJournals.record(accepted, 200);
            answer = journal.append(bytes, 0, bytes.length, Journal.NEVER_WAIT);
            if (answer >= 0) {
                accepted++;
            }
        }

        assertThat(answer).isEqualTo(Journal.WOULD_WAIT);
        assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(0, accepted));
    }

    @Test
    void shouldRehearseWaitsInItsFirstLinesWithThoseWhoNeverWait() throws Exception {
        reopen(new JournalOptions(64L << 20, TestJournals.SEGMENT, false, false, told));
        Cursor cursor = journal.cursor("reader");
        long records = 0;
        int rehearsed = 0;
        long last = 0;
        for (; journal.tailPosition() < 6 << 20; records++) {
            byte[] bytes = TestJournals.record(records, 200);
            while (!journal.hasRoom(4096, 0)) {
                Thread.onSpinWait();
            }
            if (journal.append(bytes, 0, bytes.length, Journal.NEVER_WAIT) == Journal.WOULD_WAIT) {
                rehearsed++;
                last = journal.tailPosition();
                assertThat(journal.append(bytes, 0, bytes.length, 0)).isPositive();
            }
        }

        // Every second line of the first four mebibytes, but for those that a record fills to the end.
        assertThat(rehearsed).isBetween(450, 512);
        assertThat(last).isLessThan(4 << 20);
        assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(0, records));
    }

    @Test
    void shouldBlockWhenAskedToAndSurviveInterrupts() throws Exception {
        reopen(new JournalOptions(2L << 20, TestJournals.SEGMENT, true, false, told));
        Cursor cursor = journal.cursor("reader");
        CountDownLatch spent = new CountDownLatch(1);
        boolean[] interrupted = new boolean[1];
        Thread writer = new Thread(() -> {
            for (long number = 0; number < 30_000; number++) {
                if (number == 5_000) {
                    spent.countDown();
                }
                append(number, 200);
            }
            interrupted[0] = Thread.interrupted();
        });

        writer.start();
        spent.await();
        writer.interrupt();
        List<Long> read = new ArrayList<>();
        while (writer.isAlive() || !cursor.caughtUp()) {
            read.addAll(TestJournals.readAll(cursor));
            cursor.release(cursor.readPosition());
            cursor.await(1_000_000, 0);
        }
        read.addAll(TestJournals.readAll(cursor));

        assertThat(read).isEqualTo(numbers(0, 30_000));
        assertThat(interrupted[0]).isTrue();
    }

    @Test
    void I2_shouldKeepEachThreadsOrderUnderContention() throws Exception {
        Cursor cursor = journal.cursor("reader");
        int threads = 8;
        int each = 20_000;
        List<Thread> writers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            long first = (long) thread << 32;
            Random random = new Random(thread);
            writers.add(new Thread(() -> {
                for (int count = 0; count < each; count++) {
                    while (append(first + count, 20 + random.nextInt(100)) < 0) {
                        Thread.onSpinWait();
                    }
                }
            }));
        }

        writers.forEach(Thread::start);
        long[] next = new long[threads];
        long read = 0;
        while (read < (long) threads * each) {
            for (long number : TestJournals.readAll(cursor)) {
                assertThat((int) number).isEqualTo(next[(int) (number >>> 32)]++);
                read++;
            }
            cursor.release(cursor.readPosition());
        }

        assertThat(read).isEqualTo((long) threads * each);
    }

    @Test
    void I1_shouldGiveUnreadRecordsToTheNextOwnerAndOnlyThose() throws Exception {
        Cursor cursor = journal.cursor("reader");
        for (long number = 0; number < 5_000; number++) {
            append(number, 100);
        }
        ReadBatch batch = new ReadBatch(64 << 10);
        cursor.fill(batch);
        long released = 0;
        while (released < 100 && batch.next()) {
            released++;
        }
        cursor.release(batch.nextPosition());
        cursor.addToCounter(3, 42);

        reopen(TestJournals.options(told));
        Cursor again = journal.cursor("reader");
        append(5_000, 100);

        assertThat(journal.recovered()).isTrue();
        assertThat(again.counter(3)).isEqualTo(42);
        assertThat(TestJournals.readAll(again)).isEqualTo(numbers(released, 5_001));
    }

    @Test
    void I1_shouldReadPastHolesAndZeroGapsOfADeadProcess() throws Exception {
        Cursor cursor = journal.cursor("reader");
        for (long number = 0; number < 1_000; number++) {
            append(number, 100);
        }
        // One claimant died before it wrote its header, one after.
        long gap = journal.tail.claim(128);
        append(1_000, 100);
        long hole = journal.tail.claim(64);
        long header = RecordFormat.header(RecordFormat.KIND_DATA, 60, hole, journal.secret);
        RecordFormat.headerRelease(
                journal.table.find(hole).data, (int) (hole & journal.segmentMask), RecordFormat.uncommitted(header));
        for (long number = 1_001; number < 3_000; number++) {
            append(number, 100);
        }
        assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(0, 1_000));
        cursor.seek(cursor.position());

        reopen(TestJournals.options(told));

        assertThat(TestJournals.readAll(journal.cursor("reader"))).isEqualTo(numbers(0, 3_000));
        assertThat(told.notices).contains(JournalNotice.RECOVERED_PAST_HOLES);
        assertThat(told.messages).anyMatch(message -> message.contains("firstPosition=" + gap));
    }

    @Test
    void I1_shouldRecoverARecoveredJournalAgain() throws Exception {
        journal.cursor("reader");
        long number = 0;
        for (int round = 0; round < 5; round++) {
            for (int count = 0; count < 3_000; count++) {
                append(number++, 120);
            }
            journal.tail.claim(64);
            append(number++, 120);
            reopen(TestJournals.options(told));
        }

        assertThat(TestJournals.readAll(journal.cursor("reader"))).isEqualTo(numbers(0, number));
    }

    @Test
    void shouldNeverSkipAHoleWhileItsProcessLives() {
        Cursor cursor = journal.cursor("reader");
        append(0, 100);
        long hole = journal.tail.claim(64);
        append(1, 100);

        assertThat(TestJournals.readAll(cursor)).containsExactly(0L);
        assertThat(cursor.caughtUp()).isFalse();

        journal.pad(hole, 64);
        assertThat(TestJournals.readAll(cursor)).containsExactly(1L);
    }

    @Test
    void I8_shouldOverrunACursorThatHoldsBackMoreThanHalfOfTheBudget() throws Exception {
        Cursor fast = journal.cursor("fast");
        Cursor stalled = journal.cursor("stalled");
        long accepted = 0;
        while (!told.notices.contains(JournalNotice.CURSOR_OVERRUN)) {
            if (append(accepted, 200) >= 0) {
                accepted++;
            }
            if (accepted % 100 == 0) {
                TestJournals.readAll(fast);
                fast.release(fast.readPosition());
            }
        }

        // The cursor may be overrun again meanwhile: the two lists then interleave.
        List<Long> rest = new ArrayList<>();
        ReadBatch batch = new ReadBatch(16 << 10);
        while (stalled.fill(batch)) {
            List<Long> held = new ArrayList<>();
            while (batch.next()) {
                held.add(TestJournals.number(batch.bytes(), batch.payloadOffset()));
            }
            if (stalled.keeps(batch.endPosition())) {
                rest.addAll(held);
                stalled.kept(true);
                stalled.release(batch.endPosition());
            } else {
                stalled.readAgain(0);
            }
        }
        List<Long> all = new ArrayList<>(told.overrun);

        assertThat(rest).isSorted();
        assertThat(all).isNotEmpty().isSorted();
        all.addAll(rest);
        assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(0, accepted));
    }

    private void appendUpTo(long tail) {
        for (long number = 0; journal.tailPosition() < tail; number++) {
            long ignored = append(number, 1000);
        }
    }

    /** A batch that the reader holds however long this takes: the keeper's patience does not end meanwhile. */
    private static ReadBatch held(Cursor reader) {
        ReadBatch batch = new ReadBatch(16 << 10);
        assertThat(reader.fill(batch)).isTrue();
        reader.lastFilledNs = System.nanoTime() + 1_000_000_000_000L;
        return batch;
    }

    private static void awaitAskedToSkip(Cursor reader) {
        while (reader.skipTo == 0) {
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void I8_shouldTellOfAnOverrunThatIsLeftToTheReader() throws Exception {
        Cursor fast = journal.cursor("fast");
        Cursor slow = journal.cursor("slow");
        appendUpTo(journal.keeper.supply.budgetBytes() / 8 * 5);
        ReadBatch batch = held(slow);
        fast.release(journal.tailPosition());
        awaitAskedToSkip(slow);

        slow.release(batch.endPosition());
        assertThat(slow.fill(batch)).isTrue();

        assertThat(told.overrun).isNotEmpty();
        told.await(JournalNotice.CURSOR_OVERRUN);
    }

    @Test
    void I8_shouldSkipNothingAnyMoreWhereTheFastReaderStallsToo() throws Exception {
        Cursor fast = journal.cursor("fast");
        Cursor slow = journal.cursor("slow");
        long budget = journal.keeper.supply.budgetBytes();
        appendUpTo(budget / 8 * 5);
        long tail = journal.tailPosition();
        ReadBatch batch = held(slow);
        fast.release(tail - budget / 4 + SegmentFormat.BLOCK_BYTES);
        awaitAskedToSkip(slow);

        appendUpTo(tail + 2 * SegmentFormat.BLOCK_BYTES);
        while (!slow.fill(batch)) {
            assertThat(Thread.interrupted()).isFalse();
        }

        assertThat(told.overrun).isEmpty();
    }

    @Test
    void I1_shouldKeepHundredsOfCursorsAcrossARestart() throws Exception {
        append(0, 100);
        for (int index = 0; index < 200; index++) {
            Cursor cursor = journal.cursor("reader " + index);
            cursor.addToCounter(1, index);
        }
        append(1, 100);
        assertThat(TestJournals.readAll(journal.cursor("reader 199"))).containsExactly(1L);

        reopen(TestJournals.options(told));

        assertThat(journal.cursorNames()).hasSize(200);
        for (int index = 0; index < 200; index++) {
            Cursor cursor = journal.cursor("reader " + index);
            assertThat(cursor.counter(1)).isEqualTo(index);
            assertThat(TestJournals.readAll(cursor)).containsExactly(1L);
        }
    }

    @Test
    void shouldRecycleNothingThatTheLastOfManyCursorsNeeds() throws Exception {
        for (int index = 0; index < 65; index++) {
            assertThat(journal.cursor("reader " + index)).isNotNull();
        }

        long accepted = 0;
        while (append(accepted, 200) >= 0) {
            accepted++;
            for (int index = 0; index < 64 && accepted % 1000 == 0; index++) {
                journal.cursor("reader " + index).seek(journal.tailPosition());
                journal.cursor("reader " + index).release(journal.tailPosition());
            }
            if (accepted > 30_000) {
                break;
            }
        }

        assertThat(TestJournals.readAll(journal.cursor("reader 64"))).isEqualTo(numbers(0, accepted));
    }

    @Test
    void shouldWakeAnIdleReader() throws Exception {
        Cursor cursor = journal.cursor("reader");
        CountDownLatch read = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
            while (TestJournals.readAll(cursor).isEmpty()) {
                cursor.await(Long.MAX_VALUE, 0);
            }
            read.countDown();
        });
        reader.start();

        append(1, 100);

        read.await();
        reader.join();
    }

    @Test
    void shouldLetAReaderRestThatExpectsNothingUntilMuchHasCome() throws Exception {
        Cursor cursor = journal.cursor("reader");
        append(0, 100);
        Thread reader = new Thread(() -> {
            TestJournals.readAll(cursor);
            cursor.lastFilledNs = System.nanoTime() + 1_000_000_000_000L; // busy, however slow the machine
            cursor.await(Long.MAX_VALUE, Long.MAX_VALUE);
        });
        reader.start();
        while (reader.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        append(1, 100);
        boolean wokenByLittle = cursor.wakeIfBehind();
        for (int number = 2; number < 800; number++) {
            append(number, 100);
        }

        assertThat(wokenByLittle).isFalse();
        reader.join();
    }

    @Test
    void shouldStillTakeRecordsAfterCloseWhileRoomIsMade() {
        Cursor cursor = journal.cursor("reader");
        journal.close(true);

        for (long number = 0; number < 10_000; number++) {
            assertThat(append(number, 200)).isNotNegative();
            assertThat(TestJournals.readAll(cursor)).containsExactly(number);
            cursor.release(cursor.readPosition());
        }

        assertThat(slot.directory()).doesNotExist();
    }

    @Test
    void shouldStillTakeRecordsAfterCloseWhereSegmentsAreLarge() throws Exception {
        journal.close(true);
        reopen(new JournalOptions(64L << 20, 4 << 20, false, false, told));
        Cursor cursor = journal.cursor("reader");
        long number = 0;
        while (number < 30_000) {
            if (append(number, 200) >= 0) {
                number++;
            }
            boolean ignored = TestJournals.readAll(cursor).isEmpty();
            cursor.release(cursor.readPosition());
        }
        journal.close(true);

        for (; number < 60_000; number++) {
            assertThat(append(number, 200)).isNotNegative();
            assertThat(TestJournals.readAll(cursor)).containsExactly(number);
            cursor.release(cursor.readPosition());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I2_shouldLeaveItsFilesAloneOnceTheNextOwnerMayHaveThem(boolean readByTheFirst) throws Exception {
        Cursor cursor = journal.cursor("reader");
        append(0, 100);
        if (readByTheFirst) {
            assertThat(TestJournals.readAll(cursor)).containsExactly(0L);
            cursor.release(cursor.readPosition());
        }
        Journal first = journal;
        first.close();
        slot.close();
        slot = JournalSlot.claim(TestJournals.home(directory), told);
        journal = Journal.open(slot, TestJournals.options(told));
        cursor = journal.cursor("reader");
        byte[] late = TestJournals.record(-1, 1_000);

        for (int number = 1; number <= 2_000; number++) {
            assertThat(first.append(late, 0, late.length, number % 2 == 0 ? Journal.IMPORTANT : 0))
                    .isEqualTo(Journal.REFUSED_CLOSED);
            append(number, 1_000);
        }

        assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(readByTheFirst ? 1 : 0, 2_001));
    }

    @Test
    void shouldNotTakeAWaitForTheBudgetForOneForTheKeeper() throws Exception {
        reopen(new JournalOptions(4L << 20, TestJournals.SEGMENT, true, false, told));
        Cursor cursor = journal.cursor("reader");
        byte[] bytes = TestJournals.record(0, 1_000);
        while (journal.append(bytes, 0, bytes.length, Journal.NEVER_BLOCK) >= 0) {
            assertThat(Thread.interrupted()).isFalse();
        }
        long late = journal.lateAppends();
        Thread appender = new Thread(() -> append(1, 1_000));
        appender.setDaemon(true);
        appender.start();
        while (appender.getState() != Thread.State.TIMED_WAITING) {
            assertThat(Thread.interrupted()).isFalse();
        }

        cursor.seek(journal.tailPosition());
        cursor.release(journal.tailPosition());
        appender.join();

        assertThat(journal.lateAppends()).isEqualTo(late);
        told.await(JournalNotice.BUDGET_SPENT);
        assertThat(told.messages).anyMatch(message -> message.contains("(set millrace.journal.budget, or see"));
    }

    @Test
    void shouldLeaveNoFilesAfterACleanClose() {
        journal.close(true);
        slot.close();

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void I5_shouldGoOnInMemoryWhenItsDirectoryVanishes() throws Exception {
        Cursor cursor = journal.cursor("reader");
        append(0, 100);
        TestJournals.removeUnderTheKeeper(directory.resolve(".millrace"));

        List<Long> read = new ArrayList<>();
        long number = 1;
        while (number < 30_000) {
            if (append(number, 200) >= 0) {
                number++;
            }
            if (number % 500 == 0) {
                read.addAll(TestJournals.readAll(cursor));
                cursor.release(cursor.readPosition());
            }
        }
        read.addAll(TestJournals.readAll(cursor));
        journal.close(true);

        assertThat(read).isEqualTo(numbers(0, 30_000));
        // On a busy machine callers may also have been told to wait for space.
        assertThat(told.notices)
                .containsOnlyOnce(JournalNotice.IN_MEMORY)
                .isSubsetOf(JournalNotice.IN_MEMORY, JournalNotice.SEGMENT_LATE);
    }

    @Test
    void shouldKeepFilesReadableByTheirOwnerOnly() throws Exception {
        append(0, 100);

        try (var files = Files.walk(directory.resolve(".millrace"))) {
            for (Path file : files.toList()) {
                String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                assertThat(permissions).as(file.toString()).endsWith("------");
            }
        }
    }

    @Test
    void shouldWorkInMemory() {
        try (Journal memory = Journal.inMemory(TestJournals.options(told))) {
            Cursor cursor = memory.cursor("reader");
            for (long number = 0; number < 50_000; number++) {
                byte[] bytes = TestJournals.record(number, 100);
                while (memory.append(bytes, 0, bytes.length, 0) < 0) {
                    Thread.onSpinWait();
                }
                if (number % 500 == 499) {
                    assertThat(TestJournals.readAll(cursor)).isEqualTo(numbers(number - 499, number + 1));
                    cursor.release(cursor.readPosition());
                }
            }
        }
    }

    @Test
    void shouldCountInStripes() {
        journal.addToStripe(40, 2);
        journal.addToStripe(40, 3);
        journal.addToStripeExclusively(1, 7);

        assertThat(journal.stripe(40)).isEqualTo(5);
        assertThat(journal.stripe(1)).isEqualTo(7);
        assertThat(journal.stripe(0)).isZero();
    }

    @Test
    void shouldPadClaimsBeyondThePreparedSpaceOnceItIsPrepared() {
        Cursor cursor = journal.cursor("reader");
        long beyond = journal.prepared - journal.tail.acquire();
        long position = journal.tail.claim((int) beyond + 64);
        journal.abandoned.add(new Journal.Claim(position, (int) beyond + 64));

        while (append(1, 100) < 0) {
            Thread.onSpinWait();
        }

        while (!cursor.caughtUp()) {
            assertThat(TestJournals.readAll(cursor)).isSubsetOf(1L);
        }
        assertThat(told.notices).doesNotContain(JournalNotice.HOLE_STALLED);
    }

    /** As two appends do that find no space, while it is being prepared: else readers stand before the one for ever. */
    @Test
    void shouldPadAClaimThoughOneThatIsStillBeyondThePreparedSpaceWasAbandonedBeforeIt() {
        // Nobody prepares.
        journal.keeper.house.lock();
        try {
            int within = (int) (journal.prepared - journal.tail.acquire());
            long first = journal.tail.claim(within);
            long second = journal.tail.claim(64);

            journal.abandon(second, 64);
            journal.abandon(first, within);

            assertThat(journal.abandoned).extracting(claim -> claim.position).containsExactly(second);
            long header = RecordFormat.headerAcquire(journal.table.at(first).data, (int) (first & journal.segmentMask));
            assertThat(RecordFormat.length(header)).isEqualTo(within);
        } finally {
            journal.keeper.house.unlock();
        }
    }

    /** As where the heap is full: nothing publishes it a second time. */
    @Test
    void shouldGiveCallersWhatIsPreparedThoughAnAbandonedClaimCannotBePadded() {
        journal.keeper.house.lock();
        try {
            // No segment is there.
            journal.abandoned.add(new Journal.Claim(-8, 8));

            journal.keeper.supply.prepareAhead(journal.prepared, false);

            assertThat(journal.importantLimit).isEqualTo(journal.prepared);
        } finally {
            journal.keeper.house.unlock();
        }
    }

    @Test
    void I8_shouldOverrunAStalledReaderWhereTheBudgetHasTwoSegments() throws Exception {
        journal.close(true);
        reopen(new JournalOptions(2L << 20, 1 << 20, false, false, told));
        Cursor fast = journal.cursor("fast");
        Cursor stalled = journal.cursor("stalled");

        for (long n = 0; journal.tailPosition() < 6L << 20; n++) {
            while (append(n, 1_000) < 0) {
                assertThat(Thread.interrupted()).isFalse();
            }
            TestJournals.readAll(fast);
            fast.release(fast.readPosition());
        }

        assertThat(stalled.position()).isPositive();
    }
}
