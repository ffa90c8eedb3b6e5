package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A queue may be closed while threads append: the next owner must not meet them. */
@Timeout(60)
class QueueCloseTest {
    private static final QueueOptions SMALL = QueueOptions.defaults()
            .withSegmentBytes(SegmentFormat.MIN_SEGMENT_BYTES)
            .withBudgetBytes(16L << 20);

    @TempDir
    Path parent;

    private Path directory() {
        return parent.resolve("queue");
    }

    private static void append(JournalQueue queue, long from, long to) {
        for (long number = from; number < to; number++) {
            assertThat(queue.append(TestJournals.record(number, 200))).isNotNegative();
        }
    }

    private static List<Long> readAll(Tailer tailer) throws Exception {
        List<Long> numbers = new ArrayList<>();
        while (tailer.next()) {
            assertThat(TestJournals.intact(tailer.bytes(), tailer.offset(), tailer.length()))
                    .isTrue();
            numbers.add(TestJournals.number(tailer.bytes(), tailer.offset()));
        }
        assertThat(tailer.damagedBytes()).isZero();
        return numbers;
    }

    private Set<String> files() throws Exception {
        try (Stream<Path> files = Files.list(JournalQueue.journal(directory()))) {
            return new HashSet<>(files.map(Path::toString).toList());
        }
    }

    @Test
    void shouldRefuseAppendsThatLookedBeforeItWasClosed() throws Exception {
        JournalQueue queue = JournalQueue.open(directory(), SMALL);
        append(queue, 0, 1_000);
        queue.close();
        Set<String> files = files();
        long end = queue.endPosition();

        // As an append that was held up between its look at the queue and its claim.
        byte[] late = TestJournals.record(-1, 20_000);
        for (int time = 0; time < 1_000; time++) {
            assertThat(queue.journal.append(late, 0, late.length, 0)).isNegative();
        }

        assertThat(queue.endPosition()).isEqualTo(end);
        assertThat(files()).isEqualTo(files);
        try (JournalQueue next = JournalQueue.open(directory(), SMALL);
                Tailer tailer = next.tailer()) {
            append(next, 1_000, 2_000);
            assertThat(readAll(tailer)).hasSize(2_000);
        }
    }

    @Test
    void shouldWaitForAnAppendThatIsUnderWay() throws Exception {
        JournalQueue queue = JournalQueue.open(directory(), SMALL);
        append(queue, 0, 1_000);
        long claimed = queue.journal.tail.claim(64);
        Thread closer = new Thread(queue::close);

        closer.start();
        while (queue.journal.tailPosition() < queue.journal.prepared || closer.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> JournalQueue.open(directory(), SMALL)).isInstanceOf(JournalException.class);
        queue.journal.pad(claimed, 64);
        closer.join();

        assertThat(queue.syncer.synced()).isLessThanOrEqualTo(queue.endPosition());
        try (JournalQueue next = JournalQueue.open(directory(), SMALL);
                Tailer tailer = next.tailer()) {
            append(next, 1_000, 2_000);
            assertThat(readAll(tailer)).hasSize(2_000);
        }
    }

    @Test
    void shouldHaveWhatReturnedAndNothingElse() throws Exception {
        for (int round = 0; round < 5; round++) {
            Path home = parent.resolve("round" + round);
            JournalQueue queue = JournalQueue.open(home, SMALL.withBlock(false));
            Queue<Long> returned = new ConcurrentLinkedQueue<>();
            int threads = 100;
            CountDownLatch begun = new CountDownLatch(threads);
            List<Thread> appenders = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long first = thread * 1_000_000L;
                Thread appender = new Thread(() -> {
                    try {
                        for (long number = first; number < first + 1_000_000; number++) {
                            queue.append(TestJournals.record(number, 20_000));
                            returned.add(number);
                            begun.countDown();
                        }
                    } catch (AppendRefusedException e) {
                        begun.countDown();
                    }
                });
                appender.start();
                appenders.add(appender);
            }

            begun.await();
            queue.close();
            try (JournalQueue next = JournalQueue.open(home, SMALL.withBudgetBytes(32L << 20))) {
                append(next, -1_000, 0);
            }
            for (Thread appender : appenders) {
                appender.join();
            }

            try (Tailer tailer = Tailer.open(home)) {
                List<Long> read = readAll(tailer);
                assertThat(read.stream().filter(number -> number < 0)).hasSize(1_000);
                assertThat(read.stream().filter(number -> number >= 0)).containsExactlyInAnyOrderElementsOf(returned);
            }
        }
    }

    @Test
    void shouldSyncWhatWasAppendedAlsoWhenItIsClosed() throws Exception {
        JournalQueue queue = JournalQueue.open(directory(), SMALL);
        append(queue, 0, 1_000);
        queue.close();

        queue.sync();

        assertThat(queue.syncer.synced()).isEqualTo(queue.endPosition());
    }

    private void assertThatItStaysLocked() {
        assertThatThrownBy(() -> JournalQueue.open(directory(), SMALL))
                .isInstanceOf(JournalException.class)
                .extracting(e -> ((JournalException) e).notice())
                .isEqualTo(JournalNotice.SLOT_SHARED);
    }

    @Test
    void I10_shouldStayLockedWhereTheJournalsThreadHangs() throws Exception {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        JournalQueue queue =
                JournalQueue.open(directory(), SMALL.withListener((notice, message, cause) -> told.add(message)));
        append(queue, 0, 1_000);
        Thread closer = new Thread(queue::close);

        // As a tick in a write that does not return.
        queue.journal.keeper.house.lock();
        closer.start();
        closer.join();
        queue.journal.keeper.house.unlock();

        assertThatItStaysLocked();
        assertThat(told).anyMatch(message -> message.contains("the queue stays locked"));
    }

    /** As where the disk stalls for some seconds, or the machine. */
    @Test
    void shouldWaitForAThreadThatIsSlow() throws Exception {
        JournalQueue queue = JournalQueue.open(directory(), SMALL);
        append(queue, 0, 1_000);
        Thread closer = new Thread(queue::close);
        queue.journal.keeper.house.lock();

        closer.start();
        while (queue.journal.space != Space.FAILING) {
            Thread.onSpinWait();
        }
        queue.journal.keeper.house.unlock();
        closer.join();

        try (JournalQueue next = JournalQueue.open(directory(), SMALL);
                Tailer tailer = next.tailer()) {
            assertThat(readAll(tailer)).hasSize(1_000);
        }
    }

    /** Whether an append is still under way there nobody can tell. */
    @Test
    void I10_shouldStayLockedWhereAFileIsCutThatIsToBeSealed() throws Exception {
        Queue<JournalNotice> told = new ConcurrentLinkedQueue<>();
        JournalQueue queue = JournalQueue.open(
                directory(),
                SMALL.withSync(QueueSync.every(Duration.ofHours(1)))
                        .withListener((notice, message, cause) -> told.add(notice)));
        append(queue, 0, 100);
        while (queue.journal.prepared < queue.endPosition() + SegmentFormat.MIN_SEGMENT_BYTES) {
            Thread.onSpinWait();
        }
        try (FileChannel tail =
                FileChannel.open(JournalQueue.journal(directory()).resolve("0.seg"), StandardOpenOption.WRITE)) {
            tail.truncate(SegmentFormat.HEADER_BYTES + 8_192);
        }

        queue.close();

        assertThat(told).contains(JournalNotice.DAMAGED, JournalNotice.SLOT_SHARED);
        assertThatItStaysLocked();
        assertThat(queue.endPosition()).isPositive().isLessThan(SegmentFormat.BLOCK_BYTES);
    }

    @Test
    void I10_shouldStayLockedWhereItsOwnThreadHangs() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Thread[] hanging = new Thread[1];
        QueueListener listener = (notice, message, cause) -> {
            if (message.startsWith("not a cursor")) {
                hanging[0] = Thread.currentThread();
                hangs.countDown();
                awaitUninterruptibly(mayGoOn);
            }
        };
        JournalQueue queue = JournalQueue.open(
                directory(), SMALL.withListener(listener).withRetention(QueueRetention.newest(1 << 20)));
        append(queue, 0, 1_000);
        Files.write(JournalQueue.cursors(directory()).resolve("broken.cursor"), new byte[64]);
        hangs.await();
        Thread closer = new Thread(queue::close);

        // An interrupt ends the wait for the thread early.
        closer.start();
        while (closer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        closer.interrupt();
        closer.join();
        assertThatItStaysLocked();

        mayGoOn.countDown();
        hanging[0].join();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldBeClosedByItsListener() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        JournalQueue[] queue = new JournalQueue[1];
        CountDownLatch open = new CountDownLatch(1);
        QueueListener listener = (notice, message, cause) -> {
            if (message.startsWith("not a cursor")) {
                awaitUninterruptibly(open);
                queue[0].close();
                closed.countDown();
            }
        };
        queue[0] = JournalQueue.open(
                directory(), SMALL.withListener(listener).withRetention(QueueRetention.newest(1 << 20)));
        append(queue[0], 0, 1_000);
        Files.write(JournalQueue.cursors(directory()).resolve("broken.cursor"), new byte[64]);

        open.countDown();
        closed.await();

        try (JournalQueue next = JournalQueue.open(directory(), SMALL);
                Tailer tailer = next.tailer()) {
            assertThat(readAll(tailer)).hasSize(1_000);
        }
    }
}
