package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NamedCursorTest {
    private static final int RECORDS = 1000;
    private static final int LEASE_OFFSET = 24;
    private static final int SEEN_OFFSET = 40;
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    @TempDir
    Path directory;

    private JournalQueue queue;
    private final AtomicLong clockNs = new AtomicLong();

    @BeforeEach
    void open() throws Exception {
        queue = JournalQueue.open(directory, QueueOptions.defaults().withBudgetBytes(16L << 20));
        for (int number = 0; number < RECORDS; number++) {
            assertThat(queue.append(TestJournals.record(number, 300))).isNotNegative();
        }
    }

    @AfterEach
    void close() {
        queue.close();
    }

    private Path file() {
        return CursorFile.file(JournalQueue.cursors(directory), "reader");
    }

    private CursorFile.State state() throws Exception {
        return CursorFile.look(file(), queue.journal.control.journalId());
    }

    private Tailer tailer() throws Exception {
        return Tailer.open(directory, "reader", CursorTerms.holding().withLease(Duration.ofMinutes(1)), clockNs::get);
    }

    @Test
    void shouldOpenOnAThreadThatIsInterrupted() throws Exception {
        for (int round = 0; round < 2; round++) {
            Thread.currentThread().interrupt();
            try (Tailer tailer = tailer();
                    Tailer transientOne = Tailer.open(directory)) {
                assertThat(Thread.interrupted()).isTrue();
                assertThat(tailer.next()).isTrue();
                assertThat(transientOne.next()).isTrue();
            }
        }
    }

    @Test
    void shouldOpenAndLookAtAQueueOnAThreadThatIsInterrupted() throws Exception {
        tailer().close();
        queue.close();
        Thread.currentThread().interrupt();

        open();

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(queue.cursors()).hasSize(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldLeaveItsNameToTheNextTailerWhenAnInterruptedThreadClosesIt() throws Exception {
        for (int round = 0; round < 2; round++) {
            Tailer closed = tailer();
            Thread.currentThread().interrupt();
            closed.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(file().resolveSibling("reader.lock")).isEmptyFile();
        }
    }

    @Test
    void shouldRemoveACursorOnAThreadThatIsInterrupted() throws Exception {
        tailer().close();
        Thread.currentThread().interrupt();

        queue.removeCursor("reader");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(file()).doesNotExist();
        assertThat(file().resolveSibling("reader.lock")).isEmptyFile();
    }

    @Test
    void shouldOpenAgainWhenAnInterruptedThreadHasClosedTheQueue() throws Exception {
        Thread.currentThread().interrupt();
        queue.close();
        assertThat(Thread.interrupted()).isTrue();

        open();

        assertThat(queue.append(TestJournals.record(0, 300))).isNotNegative();
    }

    private interface Move {
        boolean of(Tailer tailer) throws Exception;
    }

    @ParameterizedTest
    @ValueSource(strings = {"next", "nextInPlace", "previous"})
    void shouldBeSeenWhileItReadsWithoutACommit(String how) throws Exception {
        Move move = how.equals("next")
                ? Tailer::next
                : how.equals("previous") ? Tailer::previous : tailer -> tailer.nextInPlace() != null;
        try (Tailer tailer = tailer()) {
            if (how.equals("previous")) {
                tailer.toEnd();
            }
            assertThat(move.of(tailer)).isTrue();
            clockNs.addAndGet(TimeUnit.SECONDS.toNanos(30));
            forgetSign();

            for (int more = 0; more < RECORDS / 2; more++) {
                assertThat(move.of(tailer)).isTrue();
            }

            assertThat(state().seenMs()).isPositive();
            assertThat(state().position()).isZero();
        }
    }

    @Test
    void shouldNeverShowALeaseWithASignOfLifeOfBefore() throws Exception {
        tailer().close();
        AtomicInteger over = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, CursorFile.BYTES)
                    .order(ByteOrder.nativeOrder());
            Thread owner = new Thread(() -> {
                while (!ended.get()) {
                    long seen = (long) WORD.getVolatile(page, SEEN_OFFSET);
                    boolean leased = (long) WORD.getVolatile(page, LEASE_OFFSET) != 0;
                    boolean same = seen == (long) WORD.getVolatile(page, SEEN_OFFSET);
                    over.addAndGet(leased && same && seen < 0 ? 1 : 0);
                }
            });
            owner.start();

            for (long round = 1; round <= 2_000; round++) {
                WORD.setVolatile(page, LEASE_OFFSET, 0L);
                // Different each time, so that a look that takes long finds no two rounds alike.
                WORD.setVolatile(page, SEEN_OFFSET, -round);
                tailer().close();
            }

            ended.set(true);
            owner.join();
        }
        assertThat(over).hasValue(0);
    }

    /** In milliseconds; between two signs a quarter of it passes, and no more than a second. */
    @ParameterizedTest
    @CsvSource({"100, 25", "2000, 500", "60000, 1000"})
    void shouldBeSeenOftenEnoughForItsLease(long leaseMs, long untilMs) throws Exception {
        CursorTerms terms = CursorTerms.holding().withLease(Duration.ofMillis(leaseMs));
        try (Tailer tailer = Tailer.open(directory, "reader", terms, clockNs::get)) {
            assertThat(tailer.next()).isTrue();
            forgetSign();
            clockNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(untilMs) - 1);
            tailer.commit();
            assertThat(state().seenMs()).isZero();

            clockNs.incrementAndGet();
            tailer.commit();
            assertThat(state().seenMs()).isPositive();
        }
    }

    private void forgetSign() throws Exception {
        try (RandomAccessFile cursor = new RandomAccessFile(file().toFile(), "rw")) {
            cursor.seek(SEEN_OFFSET);
            cursor.writeLong(0);
        }
    }

    @Test
    void I7_shouldRefuseALeaseThatNoReaderCouldKeep() {
        assertThatThrownBy(() -> CursorTerms.holding().withLease(Duration.ofMillis(99)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lease=PT0.099S")
                .hasMessageContaining("100 ms");
    }

    @Test
    void I1_shouldLeaveTheNameToItsNextTailerOnceItIsClosed() throws Exception {
        Tailer closed = tailer();
        for (int record = 0; record < 10; record++) {
            assertThat(closed.next()).isTrue();
        }
        closed.close();
        try (Tailer next = tailer()) {
            assertThat(next.next()).isTrue();
            next.commit();
            long committed = state().position();

            assertThatThrownBy(closed::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the tailer is closed");
            closed.close();

            assertThat(state().position()).isEqualTo(committed);
        }
    }
}
