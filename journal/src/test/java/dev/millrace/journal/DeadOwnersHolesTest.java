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
}
