package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that reads its own queue's files, as a backup does, loses their locks. */
@Timeout(60)
class QueueLockTest {
    private final List<JournalNotice> told = new CopyOnWriteArrayList<>();
    private final AtomicLong clockNs = new AtomicLong();

    @TempDir
    Path directory;

    private Path queueLock;
    private Path cursorLock;

    @BeforeEach
    void files() {
        queueLock = directory.resolve("0.lock");
        cursorLock = JournalQueue.cursors(directory).resolve("reader.lock");
    }

    private JournalQueue queue() throws IOException {
        return JournalQueue.open(
                directory,
                QueueOptions.defaults()
                        .withBudgetBytes(16L << 20)
                        .withListener((notice, message, cause) -> told.add(notice)));
    }

    private Tailer tailer() throws IOException {
        return Tailer.open(
                directory, "reader", CursorTerms.holding(), clockNs::get, (notice, message, cause) -> told.add(notice));
    }

    @Test
    void I1_shouldLockAgainWhatItsProcessHasUnlockedThoughItNeitherRetainsNorCompresses() throws Exception {
        try (JournalQueue queue = queue()) {
            assertThat(queue.append(new byte[10])).isNotNegative();
            for (int round = 0; round < 2; round++) {
                do {
                    TestJournals.dropLock(queueLock);
                } while (TestJournals.isLocked(queueLock));

                while (!TestJournals.isLocked(queueLock)) {
                    Thread.onSpinWait();
                }
            }
        }
        assertThat(TestJournals.isLocked(queueLock)).isFalse();
        assertThat(told).isEmpty();
    }

    @Test
    void shouldTellOnceThatAnotherProcessHasTheQueuesLock() throws Exception {
        try (JournalQueue queue = queue()) {
            Process rival = LockRival.takes(queueLock);
            try {
                while (told.isEmpty()) {
                    Thread.onSpinWait();
                }
                assertThat(queue.append(new byte[10])).isNotNegative();
            } finally {
                rival.destroyForcibly().waitFor();
            }
            while (!TestJournals.isLocked(queueLock)) {
                Thread.onSpinWait();
            }
        }
        assertThat(told).containsExactly(JournalNotice.SLOT_SHARED);
    }

    @Test
    void I1_shouldLockANameAgainWithTheSignOfLifeOfItsTailer() throws Exception {
        try (JournalQueue queue = queue();
                Tailer tailer = tailer()) {
            assertThat(queue.append(new byte[10])).isNotNegative();
            assertThat(tailer.next()).isTrue();
            // It does not end its polls, and closes no files.
            Thread.currentThread().interrupt();
            for (int round = 0; round < 3; round++) {
                TestJournals.dropLock(cursorLock);
                assertThat(TestJournals.isLocked(cursorLock)).isFalse();
                clockNs.addAndGet(TimeUnit.SECONDS.toNanos(1));

                assertThat(tailer.next()).isFalse();
                tailer.commit();

                assertThat(TestJournals.isLocked(cursorLock)).isTrue();
            }
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(told).isEmpty();
    }

    @Test
    void shouldTellOnceThatAnotherProcessHasTheNameOfATailer() throws Exception {
        try (JournalQueue queue = queue();
                Tailer tailer = tailer()) {
            Process rival = LockRival.takes(cursorLock);
            try {
                for (int round = 0; round < 3; round++) {
                    clockNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
                    assertThat(tailer.next()).isFalse();
                }
            } finally {
                rival.destroyForcibly().waitFor();
            }
            clockNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
            tailer.commit();

            assertThat(TestJournals.isLocked(cursorLock)).isTrue();
            assertThat(queue.cursors()).hasSize(1);
        }
        assertThat(told).containsExactly(JournalNotice.SLOT_SHARED);
    }
}
