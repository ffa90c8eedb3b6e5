package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DeadOwnersHolesTest {
    private static final QueueOptions OPTIONS =
            QueueOptions.defaults().withSegmentBytes(TestJournals.SEGMENT).withBudgetBytes(16L << 20);

    @TempDir
    Path parent;

    @Test
    void shouldNotLookForTheOwnerWhileRecordsCome() throws Exception {
        AtomicLong clockNs = new AtomicLong();
        AtomicInteger looks = new AtomicInteger();
        ReadBatch batch = new ReadBatch(1 << 10);
        try (JournalQueue queue = JournalQueue.open(parent.resolve("queue"), OPTIONS);
                JournalReader reader = JournalReader.open(JournalQueue.journal(parent.resolve("queue")))) {
            DeadOwnersHoles holes = new DeadOwnersHoles(
                    reader,
                    directory -> {
                        looks.incrementAndGet();
                        return JournalOwner.of(directory);
                    },
                    clockNs::get);
            assertThat(holes.fillBehind(batch)).isFalse();
            assertThat(looks).hasValue(1);

            for (long number = 0; number < 100; number++) {
                assertThat(queue.append(TestJournals.record(number, 100))).isNotNegative();
                assertThat(reader.fill(batch)).isTrue();
                clockNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
                assertThat(holes.fillBehind(batch)).isFalse();
            }
            assertThat(looks).hasValue(1);

            clockNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
            assertThat(holes.fillBehind(batch)).isFalse();
            assertThat(looks).hasValue(2);
        }
    }

    @Test
    void shouldCountAHoleOnceHoweverOftenNothingIsFoundBehindIt() throws Exception {
        AtomicLong clockNs = new AtomicLong();
        ReadBatch batch = new ReadBatch(1 << 10);
        TestJournals.Told told = new TestJournals.Told();
        try (JournalSlot slot = JournalSlot.claim(TestJournals.home(parent), told);
                Journal journal =
                        Journal.open(slot, new JournalOptions(16L << 20, TestJournals.SEGMENT, false, false, told));
                JournalReader reader = JournalReader.open(slot.directory())) {
            long hole = journal.tail.claim(64);
            long header = RecordFormat.header(RecordFormat.KIND_DATA, 64, hole, journal.secret);
            RecordFormat.headerRelease(journal.table.find(hole).data, 0, RecordFormat.uncommitted(header));
            DeadOwnersHoles holes = new DeadOwnersHoles(reader, directory -> JournalOwner.NONE, clockNs::get);
            for (int look = 0; look < 3; look++) {
                clockNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
                assertThat(holes.fillBehind(batch)).isFalse();
                assertThat(reader.readPosition()).isEqualTo(hole);
            }
            byte[] record = TestJournals.record(1, 100);
            assertThat(journal.append(record, 0, record.length, 0)).isNotNegative();
            clockNs.addAndGet(TimeUnit.SECONDS.toNanos(2));

            assertThat(holes.fillBehind(batch)).isTrue();
            assertThat(reader.holeBytes()).isEqualTo(64);
        }
    }
}
