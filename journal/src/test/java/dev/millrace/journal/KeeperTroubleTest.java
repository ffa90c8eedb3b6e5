package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.TestJournals.Told;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fails in the keeper otherwise than a disk does: for want of memory, or by the fault of a mapped page. */
@Timeout(60)
class KeeperTroubleTest {
    private static final int RECORD_BYTES = 1_000;

    @TempDir
    Path directory;

    private final Told told = new Told();
    private JournalSlot slot;
    private Journal journal;

    /** What becomes of the attempt to create a segment. */
    private volatile UnaryOperator<Segment> creation = UnaryOperator.identity();

    private final AtomicInteger attempts = new AtomicInteger();

    /** Those that found no directory. */
    private final AtomicInteger attemptsInVain = new AtomicInteger();

    @BeforeEach
    void open() throws Exception {
        slot = JournalSlot.claim(TestJournals.home(directory), told);
        openWith(TestJournals.options(told));
    }

    private void openWith(JournalOptions options) throws Exception {
        journal = new JournalOpener() {
            @Override
            FileSegmentStore store(Path place, ControlPage control) {
                return new FileSegmentStore(place, control.segmentBytes(), control.journalId()) {
                    @Override
                    public Segment create() throws IOException {
                        attempts.incrementAndGet();
                        return creation.apply(created());
                    }

                    private Segment created() throws IOException {
                        try {
                            return super.create();
                        } catch (NoSuchFileException e) {
                            attemptsInVain.incrementAndGet();
                            throw e;
                        }
                    }
                };
            }
        }.open(slot.directory(), options, Recovery.NOT_A_QUEUE);
    }

    @AfterEach
    void close() {
        journal.close();
        slot.close();
    }

    private long append(long number) {
        return journal.append(TestJournals.record(number, RECORD_BYTES), 0, RECORD_BYTES, 0);
    }

    private long appendUntilRefused() {
        long number = 0;
        while (append(number) >= 0) {
            number++;
        }
        return number;
    }

    @Test
    void shouldRefuseAndNotHoldCallersUpWhereMemoryIsShort() throws Exception {
        Cursor cursor = journal.cursor("reader");
        creation = created -> {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory");
        };

        long appended = appendUntilRefused();
        int attemptsBefore = attempts.get();
        for (int call = 0; call < 1_000; call++) {
            assertThat(append(appended)).isEqualTo(Journal.REFUSED_DISK);
        }

        // Each is a full garbage collection where memory outside the heap is short.
        assertThat(attempts.get()).isLessThanOrEqualTo(attemptsBefore + 1);
        told.await(JournalNotice.DISK_FULL);
        assertThat(told.notices).containsOnlyOnce(JournalNotice.DISK_FULL);
        assertThat(told.messages).singleElement().asString().contains("memory").doesNotContain("disk");
        assertThat(TestJournals.readAll(cursor)).hasSize((int) appended);
    }

    /** Whoever closed it would give its files to the next one, and both would write to them. */
    @Test
    void i2ShouldSayThatItsThreadHangsInAWriteAndMayGoOn() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        creation = created -> {
            hangs.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return created;
        };
        Thread appender = new Thread(this::appendUntilRefused);
        appender.start();
        hangs.await();

        assertThat(journal.close(false)).isFalse();
        goesOn.countDown();
        appender.join();
        assertThat(journal.close(false)).isTrue();
    }

    @Test
    void shouldUseWhatIsReadWhereMemoryIsShort() throws Exception {
        Cursor cursor = journal.cursor("reader");
        creation = created -> {
            if (attempts.get() > 3) {
                throw new OutOfMemoryError("Cannot reserve direct buffer memory");
            }
            return created;
        };

        long appended = 0;
        while (appended < 5_000) {
            if (append(appended) >= 0) {
                appended++;
            } else {
                assertThat(Thread.interrupted()).isFalse();
                TestJournals.readAll(cursor);
                cursor.release(cursor.readPosition());
            }
        }

        assertThat(journal.tailPosition()).isGreaterThan(4L * TestJournals.SEGMENT);
        assertThat(told.notices.stream().filter(JournalNotice.DISK_FULL::equals))
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void shouldGoOnWhenMemoryReturns() throws Exception {
        Cursor cursor = journal.cursor("reader");
        creation = created -> {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory");
        };
        long appended = appendUntilRefused();
        told.await(JournalNotice.DISK_FULL);

        creation = UnaryOperator.identity();
        told.await(JournalNotice.SPACE_RETURNED);

        assertThat(append(appended)).isNotNegative();
        assertThat(TestJournals.readAll(cursor)).hasSize((int) appended + 1);
    }

    @Test
    void shouldGoOnAfterAFaultThatLeavesItsLockTaken() throws Exception {
        Cursor cursor = journal.cursor("reader");
        creation = created -> {
            journal.keeper.house.lock();
            throw new InternalError("a fault occurred in a recent unsafe memory access operation");
        };
        long appended = appendUntilRefused();

        creation = UnaryOperator.identity();
        told.await(JournalNotice.SPACE_RETURNED);

        assertThat(append(appended)).isNotNegative();
        assertThat(TestJournals.readAll(cursor)).hasSize((int) appended + 1);
    }

    @Test
    void shouldCloseThoughItsLockIsNeverGivenBack() throws Exception {
        Thread dead = new Thread(() -> journal.keeper.house.lock());
        dead.start();
        dead.join();

        assertThat(journal.usedBytes()).isPositive();
        journal.close();

        assertThat(appendUntilRefused()).isNotNegative();
        assertThat(append(0)).isEqualTo(Journal.REFUSED_CLOSED);
    }

    @Test
    void shouldWaitForItsThreadAlsoWhereTheCloserIsInterrupted() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        journal.close();
        openWith(new JournalOptions(16L << 20, TestJournals.SEGMENT, false, false, new Told() {
            @Override
            public void notice(JournalNotice notice, String message, Throwable cause) {
                try {
                    // Not earlier: who appends would wait for ever.
                    if (notice == JournalNotice.BUDGET_SPENT) {
                        mayGoOn.await();
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }));
        journal.cursor("reader");
        appendUntilRefused();
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        Thread closer = new Thread(() -> {
            Thread.currentThread().interrupt();
            journal.close();
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        });

        closer.start();
        while (closer.isAlive() && !isJoining(closer)) {
            Thread.onSpinWait();
        }

        assertThat(closer.isAlive()).isTrue();
        mayGoOn.countDown();
        closer.join();
        assertThat(stillInterrupted).isTrue();
    }

    private static boolean isJoining(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("join"));
    }

    @Test
    void shouldPrepareNothingMoreOnceItIsStopped() throws Exception {
        Keeper keeper = journal.keeper;
        Thread closer = new Thread(() -> keeper.stop(false));
        assertThat(keeper.enterHouse()).isTrue();
        for (long number = 0; number < 60; number++) {
            assertThat(append(number)).isNotNegative();
        }
        long prepared = journal.prepared;
        while (!keeper.house.hasQueuedThreads()) {
            Thread.onSpinWait();
        }

        closer.start();
        while (closer.isAlive() && closer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        keeper.leaveHouse();
        closer.join();

        assertThat(journal.prepared).isEqualTo(prepared);
    }

    @Test
    void shouldNotOpenTheSpaceAgainThatAClosedQueueHasClaimed() {
        journal.keeper.stop(false);
        journal.space = Space.FAILING;

        journal.keeper.supply.prepareAhead(journal.tailPosition(), false);

        assertThat(journal.space).isEqualTo(Space.FAILING);
    }

    @Test
    void shouldTellOnceThatHousekeepingFails() throws Exception {
        Thread dead = new Thread(() -> journal.keeper.house.lock());
        dead.start();
        dead.join();

        appendUntilRefused();

        told.await(JournalNotice.DISK_FULL);
        assertThat(append(0)).isEqualTo(Journal.REFUSED_DISK);
    }

    @Test
    void shouldSurviveAListenerThatRunsOutOfMemory() throws Exception {
        journal.close();
        openWith(new JournalOptions(16L << 20, TestJournals.SEGMENT, false, false, new Told() {
            @Override
            public void notice(JournalNotice notice, String message, Throwable cause) {
                throw new OutOfMemoryError("no memory to tell: " + notice);
            }
        }));
        Cursor cursor = journal.cursor("reader");

        long appended = appendUntilRefused();
        cursor.seek(journal.tailPosition());
        cursor.release(journal.tailPosition());
        while (append(appended) < 0) {
            assertThat(Thread.interrupted()).isFalse();
        }

        assertThat(TestJournals.readAll(cursor)).isEqualTo(List.of(appended));
    }

    @Test
    void shouldTakeNoMoreMemoryThanAJournalInMemoryWhenItsDirectoryVanishes() throws Exception {
        journal.close();
        openWith(new JournalOptions(4L << 30, 1 << 20, false, false, told));
        Cursor cursor = journal.cursor("reader");
        long before = journal.usedBytes();
        TestJournals.removeUnderTheKeeper(directory.resolve(".millrace"));

        long appended = appendUntilRefused();

        assertThat(cursor.position()).isZero();
        assertThat(appended * RECORD_BYTES)
                .isLessThan(before + JournalOptions.budgetBytesInMemory() + 16L * TestJournals.SEGMENT);
        told.await(JournalNotice.BUDGET_SPENT);
        assertThat(told.notices).contains(JournalNotice.IN_MEMORY);
    }

    /** Nor does memory take the place of what a burst had on the disk, once that is given up. */
    @Test
    void shouldTakeNoMoreMemoryThanThatAfterABurstEither() throws Exception {
        journal.close();
        openWith(new JournalOptions(4L << 30, TestJournals.SEGMENT, false, false, told));
        Cursor cursor = journal.cursor("reader");
        long number = 0;
        for (; journal.tailPosition() < 96L * TestJournals.SEGMENT; number++) {
            assertThat(append(number)).isNotNegative();
        }
        TestJournals.removeUnderTheKeeper(directory.resolve(".millrace"));
        told.await(JournalNotice.IN_MEMORY);
        assertThat(TestJournals.readAll(cursor)).hasSize((int) number);
        cursor.release(cursor.readPosition());
        SegmentSupply supply = journal.keeper.supply;
        journal.keeper.house.lock();
        try {
            long now = System.nanoTime();
            supply.recycle(now);
            for (int step = 0; step < 100; step++) {
                supply.trim(now + TimeUnit.MINUTES.toNanos(1));
            }
            assertThat(supply.usedBytes()).isEqualTo(4L * TestJournals.SEGMENT);
        } finally {
            journal.keeper.house.unlock();
        }

        assertThat(appendUntilRefused()).isPositive();

        told.await(JournalNotice.BUDGET_SPENT);
        journal.keeper.house.lock();
        try {
            assertThat(supply.live().stream().filter(Segment::isInMemory).count() * TestJournals.SEGMENT)
                    .isBetween(JournalOptions.budgetBytesInMemory() / 2, JournalOptions.budgetBytesInMemory());
        } finally {
            journal.keeper.house.unlock();
        }
    }

    @Test
    void shouldTellThatItsDirectoryHasVanishedThoughItNeedsNoNewFile() throws Exception {
        Cursor cursor = journal.cursor("reader");
        long number = 0;
        for (; number < 20_000; number++) {
            appendAndRead(cursor, number);
        }
        TestJournals.removeUnderTheKeeper(directory.resolve(".millrace"));

        for (; !told.notices.contains(JournalNotice.IN_MEMORY); number++) {
            appendAndRead(cursor, number);
        }

        // None where the keeper had just made a file, which was gone before it had space.
        assertThat(attemptsInVain).hasValueLessThanOrEqualTo(1);
        assertThat(new ArrayList<>(told.notices))
                .containsOnlyOnce(JournalNotice.IN_MEMORY)
                .doesNotContain(JournalNotice.DISK_FULL);
    }

    /** What of them is free gives no space back: its files cannot be shortened any more. */
    @Test
    void I5_shouldAnswerWhereItsDirectoryHasVanishedAndTheDiskIsFull() throws Exception {
        FaultyFiles files = new FaultyFiles();
        journal.close(true);
        PrivateFiles.createDirectory(slot.directory());
        journal = files.open(
                slot.directory(), new JournalOptions(64L << 20, 4 << 20, false, false, told), Recovery.NOT_A_QUEUE);
        Cursor cursor = journal.cursor("reader");
        for (long number = 0; journal.tailPosition() < (4 << 20) + (300 << 10); number++) {
            assertThat(append(number)).isNotNegative();
        }
        while (journal.prepared <= 8 << 20) {
            assertThat(Thread.interrupted()).isFalse();
        }
        assertThat(TestJournals.readAll(cursor)).isNotEmpty();
        cursor.release(cursor.readPosition());
        while (journal.table.find(0) != null) {
            assertThat(Thread.interrupted()).isFalse();
        }
        TestJournals.removeUnderTheKeeper(directory.resolve(".millrace"));
        files.fillUpAfter(0);

        AtomicLong answer = new AtomicLong();
        Thread appender = new Thread(() -> answer.set(appendUntilRefused()));
        appender.setDaemon(true);
        appender.start();
        appender.join();

        assertThat(answer.get() * RECORD_BYTES).isLessThan(64 << 20);
        while (!told.notices.contains(JournalNotice.IN_MEMORY)) {
            assertThat(append(0)).isNegative();
            assertThat(Thread.interrupted()).isFalse();
        }
        files.mend();
        while (append(0) < 0) {
            assertThat(Thread.interrupted()).isFalse();
        }
        assertThat(told.notices).containsOnlyOnce(JournalNotice.IN_MEMORY);
    }

    /** Nothing but a file that is there puts disk behind them, and they become free one after the other. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I5_shouldGoOnInMemoryBehindSegmentsOfAnEarlierProcess(boolean retains) throws Exception {
        JournalOptions options = new JournalOptions(
                4L << 20,
                TestJournals.SEGMENT,
                false,
                false,
                told,
                retains ? new Retention(8L * TestJournals.SEGMENT, null) : null,
                null);
        journal.close();
        openWith(options);
        Cursor cursor = journal.cursor("reader");
        long number = 0;
        for (; journal.tailPosition() < 10L * TestJournals.SEGMENT; number++) {
            assertThat(append(number)).isNotNegative();
        }
        if (retains) {
            assertThat(TestJournals.readAll(cursor)).hasSize((int) number);
            cursor.release(cursor.readPosition());
        }
        journal.close();
        openWith(options);
        cursor = journal.cursor("reader");
        TestJournals.removeUnderTheKeeper(directory.resolve(".millrace"));
        told.await(JournalNotice.IN_MEMORY);

        assertThat(TestJournals.readAll(cursor)).hasSize(retains ? 0 : (int) number);
        cursor.release(cursor.readPosition());
        while (journal.tailPosition() < 40L * TestJournals.SEGMENT) {
            assertThat(append(number)).isNotNegative();
            assertThat(TestJournals.readAll(cursor)).containsExactly(number++);
            cursor.release(cursor.readPosition());
        }

        assertThat(told.notices)
                .as("%s", told.messages)
                .containsOnlyOnce(JournalNotice.IN_MEMORY)
                .doesNotContain(JournalNotice.DISK_FULL, JournalNotice.BUDGET_SPENT);
        if (retains) {
            assertThat(journal.table.find(journal.tailPosition() - 7L * TestJournals.SEGMENT))
                    .isNotNull();
        }
    }

    @Test
    void shouldMakeAnotherFileInThePlaceOfAFreeOneThatIsGone() throws Exception {
        Cursor cursor = journal.cursor("reader");
        for (long number = 0; number < 20_000; number++) {
            appendAndRead(cursor, number);
        }
        try (Stream<Path> files = Files.list(slot.directory())) {
            for (Path file : files.filter(KeeperTroubleTest::isFree).toList()) {
                Files.delete(file);
            }
        }

        for (long number = 20_000; number < 40_000; number++) {
            appendAndRead(cursor, number);
        }

        assertThat(told.notices).doesNotContain(JournalNotice.IN_MEMORY);
        long tail = journal.tailPosition();
        assertThat(journal.table.find(tail - 1).file.path()).exists();
    }

    /** Where a file is cut at the end of a page it faults there; cut within one it reads as zeros first. */
    @ParameterizedTest
    @ValueSource(ints = {98_304, 100_000})
    void I5_shouldGoOnWhereAFileIsCutThatALaggingReaderNeeds(int leftBytes) throws Exception {
        Cursor lagging = journal.cursor("lagging");
        Cursor cursor = journal.cursor("reader");
        long number = fillFirstSegment(cursor);
        try (FileChannel file = FileChannel.open(slot.directory().resolve("0.seg"), StandardOpenOption.WRITE)) {
            file.truncate(SegmentFormat.HEADER_BYTES + leftBytes);
        }

        // So far that the file is used once more.
        while (lagging.position() < 24L << 20) {
            appendAndRead(cursor, number++);
        }

        assertThat(told.notices)
                .as("%s", told.messages)
                .containsOnlyOnce(JournalNotice.DAMAGED)
                .doesNotContain(JournalNotice.DISK_FULL);
        assertThat(told.messages).anyMatch(message -> message.contains("cursor=lagging, bytes="));
        assertThat(lagging.skippedTo())
                .as("skipped and in no books, whatever is skipped later")
                .isEqualTo(Cursor.UNCOUNTED);
        assertThat(new ArrayList<>(told.overrun)).isSorted().doesNotHaveDuplicates();
    }

    /** Its length is what it was; with the header the seals are gone, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, SegmentFormat.HEADER_BYTES + 98_304})
    void I5_shouldGoOnWhereAFileReadsAsZerosThatALaggingReaderNeeds(int leftBytes) throws Exception {
        Cursor lagging = journal.cursor("lagging");
        Cursor cursor = journal.cursor("reader");
        long number = fillFirstSegment(cursor);
        Path path = slot.directory().resolve("0.seg");
        // The keeper looks for holes and would meet it while it is short.
        journal.keeper.house.lock();
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            long length = file.size();
            file.truncate(leftBytes);
            file.write(ByteBuffer.allocate(1), length - 1);
        } finally {
            journal.keeper.house.unlock();
        }

        // So far that the file is used once more.
        while (lagging.position() < 24L << 20) {
            appendAndRead(cursor, number++);
        }

        assertThat(told.notices)
                .as("%s", told.messages)
                .containsOnlyOnce(JournalNotice.DAMAGED)
                .doesNotContain(JournalNotice.DISK_FULL);
        assertThat(told.messages).anyMatch(message -> message.contains("cursor=lagging, bytes="));
        try (FileChannel file = FileChannel.open(path)) {
            ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(file.read(magic, SegmentFormat.MAGIC_OFFSET)).isEqualTo(Long.BYTES);
            assertThat(magic.getLong(0)).as("found by the next start").isEqualTo(SegmentFormat.MAGIC);
        }
    }

    private static boolean isFree(Path file) {
        if (FileSegmentStore.numberOf(file.getFileName().toString()) < 0) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer base = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(channel.read(base, SegmentFormat.BASE_OFFSET)).isEqualTo(Long.BYTES);
            return base.getLong(0) == SegmentFormat.FREE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Until it is sealed. No further: behind the budget the keeper may seal it and take it away at once. */
    private long fillFirstSegment(Cursor cursor) {
        long number = 0;
        while (journal.tailPosition() < TestJournals.SEGMENT) {
            appendAndRead(cursor, number++);
        }
        Segment first = journal.table.find(0);
        while (!first.isSealed()) {
            Thread.onSpinWait();
        }
        return number;
    }

    private void appendAndRead(Cursor cursor, long number) {
        while (append(number) < 0) {
            assertThat(Thread.interrupted()).isFalse();
        }
        assertThat(TestJournals.readAll(cursor)).containsExactly(number);
        cursor.release(cursor.readPosition());
    }
}
