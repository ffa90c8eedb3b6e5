package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one duty of a queue's threads meets is nothing to the others. */
@Timeout(60)
class QueueHouseTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final QueueOptions SMALL =
            QueueOptions.defaults().withSegmentBytes(SEGMENT).withBudgetBytes(16L << 20);

    @TempDir
    Path parent;

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    private Path directory() {
        return parent.resolve("queue");
    }

    private JournalQueue open(QueueOptions options, JournalOpener opener) throws Exception {
        return JournalQueue.open(
                directory(), options.withListener((notice, message, cause) -> told.add(message)), opener);
    }

    private static void append(JournalQueue queue, long count) {
        for (long number = 0; number < count; number++) {
            assertThat(queue.append(TestJournals.record(number, 200))).isNotNegative();
        }
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

    private static boolean isGivenUp(JournalQueue queue) {
        return queue.journal.table.find(0) == null;
    }

    private long toldOf(String text) {
        return told.stream().filter(message -> message.contains(text)).count();
    }

    @Test
    void shouldSyncAndBeHeldByACursorThatCannotBeReadUntilItIsRemoved() throws Exception {
        QueueOptions options =
                SMALL.withRetention(QueueRetention.newest(1 << 20)).withSync(QueueSync.every(Duration.ofMillis(1)));
        Path unreadable = JournalQueue.cursors(directory()).resolve("old.cursor");
        open(options, new JournalOpener()).close();
        Files.createDirectory(unreadable);
        try (JournalQueue queue = open(options, new JournalOpener())) {
            append(queue, 20_000);

            await(() -> queue.syncer.synced() == queue.endPosition());
            await(() -> toldOf(unreadable.toString()) > 0);
            assertThat(isGivenUp(queue)).isFalse();

            queue.removeCursor("old");
            await(() -> isGivenUp(queue));
            assertThat(toldOf("old.cursor")).isOne();
        }
    }

    @Test
    void shouldKeepItsHouseAfterAnInterrupt() throws Exception {
        try (JournalQueue queue = open(SMALL.withRetention(QueueRetention.newest(1 << 20)), new JournalOpener())) {
            try (Tailer holding = queue.tailer("holding", CursorTerms.holding())) {
                append(queue, 20_000);
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("millrace-queue"))
                        .forEach(Thread::interrupt);
                assertThat(holding.toEnd().next()).isFalse();
                holding.commit();
            }

            await(() -> isGivenUp(queue));
        }
    }

    @Test
    void shouldRefuseWhatWouldGoWithTheProcessOnceItsFilesAreGone() throws Exception {
        long appended = 0;
        AppendRefusedException refused = null;
        try (JournalQueue queue = open(SMALL, new JournalOpener())) {
            append(queue, 1_000);
            TestJournals.removeUnderTheKeeper(directory());

            while (refused == null && appended < 100_000) {
                try {
                    append(queue, 1);
                    appended++;
                } catch (AppendRefusedException e) {
                    refused = e;
                }
            }
        }

        // What was mapped before takes some more, as nobody looks at the directory with each append.
        assertThat(appended).isLessThan(4L * SEGMENT / 200);
        assertThat(refused.reason()).isEqualTo(AppendRefusedException.Reason.DISK);
        assertThat(refused)
                .hasMessageContaining("removed")
                .hasMessageContaining(directory().toString());
        assertThat(toldOf("somebody has removed the queue's files")).isOne();
        assertThat(toldOf("in memory")).isZero();
    }

    @Test
    void shouldRefuseOnceItsSegmentsAreGoneThoughItNeedsNoOther() throws Exception {
        open(SMALL, new JournalOpener()).close();
        try (JournalQueue queue = open(SMALL, new JournalOpener())) {
            append(queue, 10);
            try (DirectoryStream<Path> segments =
                    Files.newDirectoryStream(JournalQueue.journal(directory()), "*.seg")) {
                for (Path segment : segments) {
                    Files.delete(segment);
                }
            }

            await(() -> toldOf("somebody has removed the queue's files") == 1);

            assertThatThrownBy(() -> append(queue, 1)).isInstanceOf(AppendRefusedException.class);
        }

        assertThat(toldOf("somebody has removed the queue's files")).isOne();
    }

    @Test
    void shouldRefuseHoweverOftenItIsAskedOnceItsFilesAreGone() throws Exception {
        int refused = 0;
        try (JournalQueue queue = open(SMALL, new JournalOpener())) {
            append(queue, 1_000);
            TestJournals.removeUnderTheKeeper(directory());

            // More than there is memory for.
            while (refused < 2_000) {
                try {
                    assertThat(queue.append(TestJournals.record(0, 20_000))).isNotNegative();
                } catch (AppendRefusedException e) {
                    refused++;
                }
            }
        }

        assertThat(toldOf("the budget is spent")).isZero();
    }

    /** A disk that takes no archive until it is told to. */
    private static final class Stuck extends JournalOpener {
        private final CountDownLatch met = new CountDownLatch(1);
        private final CountDownLatch freed = new CountDownLatch(1);

        @Override
        OutputStream archiveOutput(FileChannel channel) {
            return new FilterOutputStream(super.archiveOutput(channel)) {
                @Override
                public void write(byte[] bytes, int offset, int count) throws IOException {
                    met.countDown();
                    try {
                        freed.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    out.write(bytes, offset, count);
                }
            };
        }
    }

    @Test
    void shouldSyncInTimeWhateverACompressionWaitsFor() throws Exception {
        Stuck stuck = new Stuck();
        QueueOptions options =
                SMALL.withCompression(QueueCompression.GZIP).withSync(QueueSync.every(Duration.ofMillis(1)));
        try (JournalQueue queue = open(options, stuck)) {
            append(queue, 20_000);
            stuck.met.await();
            append(queue, 1);

            await(() -> queue.syncer.synced() == queue.endPosition());

            stuck.freed.countDown();
        } finally {
            stuck.freed.countDown();
        }
    }

    @Test
    void shouldRestLongerWhereThereIsMuchToLookAt() {
        assertThat(QueueKeeper.restNs(1_000)).isEqualTo(20_000_000);
        assertThat(QueueKeeper.restNs(50_000_000)).isEqualTo(200_000_000);
        assertThat(QueueKeeper.restNs(10_000_000_000L)).isEqualTo(1_000_000_000);
    }

    @Test
    void shouldGoOnWhereAFaultIsThrownLate() throws Exception {
        CountDownLatch rounds = new CountDownLatch(3);
        QueueThread thread = new QueueThread("test", () -> {
            rounds.countDown();
            throw new InternalError("a fault occurred in a recent unsafe memory access operation");
        });

        thread.start();

        rounds.await();
        thread.stop();
    }

    @Test
    void shouldWaitForItsThreadsAlsoWhereTheCallerIsInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        QueueThread thread = new QueueThread("test", () -> {
            begun.countDown();
            while (mayEnd.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
            ended.set(true);
            return 0;
        });
        thread.start();
        begun.await();
        List<Boolean> seen = new ArrayList<>();
        Thread closer = new Thread(() -> {
            Thread.currentThread().interrupt();
            thread.stop();
            seen.add(ended.get());
            seen.add(Thread.currentThread().isInterrupted());
        });

        closer.start();
        while (closer.getState() != Thread.State.TIMED_WAITING && closer.isAlive()) {
            Thread.onSpinWait();
        }
        mayEnd.countDown();
        closer.join();

        assertThat(seen).containsExactly(true, true);
    }

    @Test
    void shouldTellOnceOfWhatFailsAgainAndAgain() {
        Duty failing = new Duty("test", directory(), (notice, message, cause) -> told.add(message), () -> {
            throw new InternalError("a page that cannot be read");
        });
        for (int time = 0; time < 100; time++) {
            assertThat(failing.attempt()).isFalse();
        }

        assertThat(told).singleElement().asString().contains("duty=test", "a page that cannot be read");
    }
}
