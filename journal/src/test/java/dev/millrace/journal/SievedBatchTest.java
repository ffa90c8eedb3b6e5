package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.TestJournals.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passing over records gives the same as reading all of them and leaving those out. */
@Timeout(120)
class SievedBatchTest {
    private static final RecordSieve WANTED = (data, offset, length) -> data.get(offset) == 'w';

    private record Seen(long position, long next, int length, long passedOverBefore) {}

    @Test
    void shouldGiveTheRecordsThatTheSieveHoldsAndCountTheOthers() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            try (Journal journal = Journal.inMemory(TestJournals.options(new Told()))) {
                Cursor all = journal.cursor("all");
                Cursor some = journal.cursor("some");
                int one = 1 + random.nextInt(random.nextBoolean() ? 4 : 300);
                for (int i = 0; i < 400; i++) {
                    byte[] record = new byte[1 + random.nextInt(random.nextInt(40) == 0 ? 60_000 : 300)];
                    record[0] = (byte) (random.nextInt(one) == 0 ? 'w' : 'o');
                    journal.append(record, 0, record.length, 0);
                }

                int capacity = 64 << random.nextInt(12);
                assertThat(sieved(some, new ReadBatch(capacity)))
                        .as("seed %d", seed)
                        .isEqualTo(filtered(all));
                assertThat(some.readPosition()).isEqualTo(all.readPosition());
                assertThat(some.caughtUp()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x4000_0011, 0x7FFF_FFF9, Integer.MAX_VALUE})
    void I6_shouldEndAtALengthThatNoSegmentHas(int length) {
        try (Journal journal = Journal.inMemory(TestJournals.options(new Told()))) {
            Cursor all = journal.cursor("all");
            Cursor some = journal.cursor("some");
            byte[] record = {'w', 0, 0, 0, 0, 0, 0, 0};
            for (int number = 0; number < 3; number++) {
                assertThat(journal.append(record, 0, record.length, 0)).isNotNegative();
            }
            int damaged = RecordFormat.recordBytes(record.length);
            journal.table.find(0).data.putInt(damaged, length);

            assertThat(all.fill(new ReadBatch(4 << 10))).isTrue();
            assertThat(some.fill(new ReadBatch(4 << 10), WANTED)).isTrue();

            assertThat(all.readPosition()).isEqualTo(damaged);
            assertThat(some.readPosition()).isEqualTo(damaged);
        }
    }

    /** The last entry stands for the end. */
    private static List<Seen> filtered(Cursor cursor) {
        ReadBatch batch = new ReadBatch(64 << 10);
        List<Seen> seen = new ArrayList<>();
        long others = 0;
        while (cursor.fill(batch)) {
            while (batch.next()) {
                if (batch.bytes()[batch.payloadOffset()] == 'w') {
                    seen.add(new Seen(batch.position(), batch.nextPosition(), batch.payloadLength(), others));
                    others = 0;
                } else {
                    others++;
                }
            }
            assertThat(batch.takePassedOver()).isZero();
        }
        seen.add(new Seen(cursor.readPosition(), cursor.readPosition(), 0, others));
        return seen;
    }

    private static List<Seen> sieved(Cursor cursor, ReadBatch batch) {
        List<Seen> seen = new ArrayList<>();
        long others = 0;
        while (cursor.fill(batch, WANTED)) {
            List<Seen> first = new ArrayList<>();
            long rest = walk(batch, first, others);
            assertThat(batch.endPosition()).isEqualTo(cursor.readPosition());
            batch.rewind();
            List<Seen> again = new ArrayList<>();
            assertThat(walk(batch, again, others)).isEqualTo(rest);
            assertThat(again).isEqualTo(first);
            assertThat(tailFromAMark(batch, first.size() / 2, others))
                    .isEqualTo(first.subList(first.size() / 2, first.size()));
            others = rest;
            seen.addAll(first);
        }
        seen.add(new Seen(cursor.readPosition(), cursor.readPosition(), 0, others));
        return seen;
    }

    private static long walk(ReadBatch batch, List<Seen> to, long before) {
        long others = before;
        while (batch.next()) {
            assertThat(batch.bytes()[batch.payloadOffset()]).isEqualTo((byte) 'w');
            others += batch.takePassedOver();
            to.add(new Seen(batch.position(), batch.nextPosition(), batch.payloadLength(), others));
            others = 0;
        }
        return others + batch.takePassedOver();
    }

    private static List<Seen> tailFromAMark(ReadBatch batch, int skipped, long before) {
        batch.rewind();
        for (int i = 0; i < skipped; i++) {
            batch.next();
            batch.takePassedOver();
        }
        batch.mark();
        boolean more = batch.restBytes() > 0;
        while (batch.next()) {
            assertThat(more).isTrue();
            more = batch.restBytes() > 0;
        }
        assertThat(batch.restBytes()).isZero();
        batch.reset();
        List<Seen> tail = new ArrayList<>();
        walk(batch, tail, skipped == 0 ? before : 0);
        return tail;
    }

    @Test
    void shouldNotPassOverARecordThatIsNotCommitted() {
        try (Journal journal = Journal.inMemory(TestJournals.options(new Told()))) {
            Cursor cursor = journal.cursor("some");
            journal.append(new byte[] {'o'}, 0, 1, 0);
            long claimed = journal.append(new byte[] {'o'}, 0, 1, 0);
            int at = (int) (claimed & journal.segmentMask);
            Segment segment = journal.table.find(claimed);
            long header = RecordFormat.headerAcquire(segment.data, at);
            RecordFormat.headerRelease(segment.data, at, RecordFormat.uncommitted(header));
            ReadBatch batch = new ReadBatch(1024);

            assertThat(cursor.fill(batch, WANTED)).isTrue();
            assertThat(batch.endPosition()).isEqualTo(claimed);
            assertThat(cursor.fill(batch, WANTED)).isFalse();
            RecordFormat.headerRelease(segment.data, at, header);
            assertThat(cursor.fill(batch, WANTED)).isTrue();
        }
    }

    @Test
    void shouldReadAllAgainThatWasReadBeforeTheSieveHasFailed() {
        try (Journal journal = Journal.inMemory(TestJournals.options(new Told()))) {
            Cursor cursor = journal.cursor("some");
            journal.append(new byte[] {'o'}, 0, 1, 0);
            ReadBatch batch = new ReadBatch(1024);

            assertThatThrownBy(() -> cursor.fill(batch, (data, offset, length) -> {
                        throw new IllegalStateException("wanted");
                    }))
                    .hasMessage("wanted");
            assertThat(cursor.fill(batch)).isTrue();
            assertThat(batch.next()).isTrue();
        }
    }

    @Test
    void shouldBeWalkedForwardOnly() {
        try (Journal journal = Journal.inMemory(TestJournals.options(new Told()))) {
            Cursor cursor = journal.cursor("some");
            journal.append(new byte[] {'o'}, 0, 1, 0);
            ReadBatch batch = new ReadBatch(1024);
            cursor.fill(batch, WANTED);

            assertThatThrownBy(batch::previous).isInstanceOf(IllegalStateException.class);
        }
    }
}
