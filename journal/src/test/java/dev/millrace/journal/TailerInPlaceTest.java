package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TailerInPlaceTest {
    private static final QueueOptions SMALL =
            QueueOptions.defaults().withSegmentBytes(TestJournals.SEGMENT).withBudgetBytes(4L << 20);

    @TempDir
    Path parent;

    private JournalQueue open(QueueOptions options) throws Exception {
        return JournalQueue.open(parent.resolve("queue"), options);
    }

    private static long number(ByteBuffer record) {
        byte[] bytes = new byte[record.remaining()];
        record.get(record.position(), bytes);
        assertThat(TestJournals.intact(bytes, 0, bytes.length)).isTrue();
        return TestJournals.number(bytes, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShowEveryRecordWhereItLies(boolean recordChecksums) throws Exception {
        Random random = new Random(61);
        try (JournalQueue queue = open(SMALL.withRecordChecksums(recordChecksums));
                Tailer tailer = queue.tailer("reader", CursorTerms.holding())) {
            long[] positions = new long[10_000];
            for (int number = 0; number < positions.length; number++) {
                positions[number] = queue.append(TestJournals.record(number, 20 + random.nextInt(300)));
            }

            for (int number = 0; number < positions.length; number++) {
                ByteBuffer record = tailer.nextInPlace();
                assertThat(number(record)).isEqualTo(number);
                assertThat(tailer.position()).isEqualTo(positions[number]);
                assertThat(tailer.length()).isEqualTo(record.remaining());
                assertThat(tailer.isIntact()).isTrue();
            }
            assertThat(tailer.nextInPlace()).isNull();
        }
    }

    @Test
    void shouldMixWithCopyingMovesInBothDirections() throws Exception {
        Random random = new Random(62);
        int records = 3_000;
        try (JournalQueue queue = open(SMALL);
                Tailer tailer = queue.tailer("reader", CursorTerms.holding())) {
            for (int number = 0; number < records; number++) {
                long ignored = queue.append(TestJournals.record(number, 20 + random.nextInt(300)));
            }
            int at = 0;
            for (int step = 0; step < 20_000; step++) {
                switch (random.nextInt(3)) {
                    case 0 -> {
                        ByteBuffer record = tailer.nextInPlace();
                        assertThat(record != null).isEqualTo(at < records);
                        if (record != null) {
                            assertThat(number(record)).isEqualTo(at++);
                        }
                    }
                    case 1 -> {
                        boolean passed = tailer.next();
                        assertThat(passed).isEqualTo(at < records);
                        if (passed) {
                            assertThat(TestJournals.number(tailer.bytes(), tailer.offset()))
                                    .isEqualTo(at++);
                        }
                    }
                    default -> {
                        boolean passed = tailer.previous();
                        assertThat(passed).isEqualTo(at > 0);
                        if (passed) {
                            assertThat(TestJournals.number(tailer.bytes(), tailer.offset()))
                                    .isEqualTo(--at);
                        }
                    }
                }
            }
        }
    }

    @Test
    void shouldKeepTheSegmentThatIsLookedAtFromRecyclingUntilTheCommit() throws Exception {
        QueueOptions options =
                SMALL.withBudgetBytes(2L << 20).withBlock(false).withRetention(QueueRetention.untilRead());
        try (JournalQueue queue = open(options);
                Tailer tailer = queue.tailer("reader", CursorTerms.holding())) {
            long first = queue.append(TestJournals.record(0, 200));
            ByteBuffer record = tailer.nextInPlace();

            assertThatThrownBy(() -> appendUntil(queue, Long.MAX_VALUE)).isInstanceOf(AppendRefusedException.class);
            assertThat(number(record)).isZero();
            assertThat(tailer.isIntact()).isTrue();
            assertThat(tailer.position()).isEqualTo(first);

            assertThat(tailer.toEnd()).isSameAs(tailer);
            tailer.commit();
            long end = queue.endPosition() + (8L << 20);
            while (queue.endPosition() < end) {
                appendWhatFits(queue);
                assertThat(tailer.toEnd()).isSameAs(tailer);
                tailer.commit();
            }
        }
    }

    @Test
    void shouldSayWhenRetentionTookWhatWasLookedAt() throws Exception {
        QueueOptions options =
                SMALL.withRetention(QueueRetention.newest(1 << 20).takingUnread());
        try (JournalQueue queue = open(options);
                Tailer tailer = queue.tailer("slow", CursorTerms.holding())) {
            appendUntil(queue, 1);
            ByteBuffer record = tailer.nextInPlace();
            assertThat(number(record)).isZero();

            while (tailer.isIntact()) {
                appendUntil(queue, 100);
            }

            assertThat(tailer.nextInPlace()).isNotNull();
            assertThat(tailer.overtakenBytes()).isPositive();
        }
    }

    @Test
    void I7_shouldSayWhoMayLookAndHow() throws Exception {
        try (JournalQueue queue = open(SMALL);
                Tailer transientTailer = queue.tailer();
                Tailer following = queue.tailer("following", CursorTerms.following());
                Tailer holding = queue.tailer("holding", CursorTerms.holding())) {
            appendUntil(queue, 2);

            assertThatThrownBy(transientTailer::nextInPlace).hasMessageContaining("CursorTerms.holding()");
            assertThatThrownBy(following::nextInPlace).hasMessageContaining("CursorTerms.holding()");
            assertThatThrownBy(holding::isIntact).hasMessageContaining("no current record");
            ByteBuffer record = holding.nextInPlace();
            assertThatThrownBy(() -> record.put(0, (byte) 1)).isInstanceOf(ReadOnlyBufferException.class);
            assertThatThrownBy(holding::bytes).hasMessageContaining("in place");
            assertThat(holding.next()).isTrue();
            assertThat(holding.isIntact()).isTrue();
            assertThat(TestJournals.number(holding.bytes(), holding.offset())).isEqualTo(1);
        }
    }

    private static void appendUntil(JournalQueue queue, long records) throws InterruptedException {
        for (long number = 0; number < records; number++) {
            if (Thread.interrupted()) {
                throw new InterruptedException("still appending after " + number + " records");
            }
            long ignored = queue.append(TestJournals.record(number, 200));
        }
    }

    private static void appendWhatFits(JournalQueue queue) throws InterruptedException {
        try {
            appendUntil(queue, 1_000);
        } catch (AppendRefusedException e) {
            assertThat(e.reason()).isEqualTo(AppendRefusedException.Reason.BUDGET);
        }
    }
}
