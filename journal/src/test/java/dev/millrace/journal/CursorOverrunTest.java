package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.TestJournals.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an overrun takes is told, and what a reader brings out is not: each record is one of both. */
@Timeout(30)
class CursorOverrunTest {
    private static final long RECORDS = 1_000;
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);

    private final Told told = new Told();
    private final Journal journal = Journal.inMemory(TestJournals.options(told));
    private final Cursor cursor = journal.cursor("reader");
    private final ReadBatch batch = new ReadBatch(16 << 10);
    private final List<Long> brought = new ArrayList<>();

    @BeforeEach
    void append() {
        for (long number = 0; number < RECORDS; number++) {
            byte[] bytes = TestJournals.record(number, 200);
            assertThat(journal.append(bytes, 0, bytes.length, 0)).isNotNegative();
        }
        // It would ask for nothing to be skipped.
        journal.keeper.stop(false);
    }

    @AfterEach
    void close() {
        journal.close(true);
    }

    private long half() {
        return journal.tailPosition() / 2;
    }

    private long overrun(long behindReadNs) {
        return cursor.overrunTo(half(), cursor.lastFilledNs + behindReadNs, PATIENCE_NS);
    }

    private List<Long> held() {
        List<Long> numbers = new ArrayList<>();
        while (batch.next()) {
            numbers.add(TestJournals.number(batch.bytes(), batch.payloadOffset()));
        }
        return numbers;
    }

    /** Brings out what is held, unless it was skipped. */
    private void bringOut() {
        List<Long> numbers = held();
        if (cursor.keeps(batch.endPosition())) {
            brought.addAll(numbers);
            cursor.kept(true);
            cursor.release(batch.endPosition());
        } else {
            cursor.readAgain(0);
        }
    }

    private void bringOutTheRest() {
        while (cursor.fill(batch)) {
            bringOut();
        }
    }

    private void assertEachIsOneOfBoth() {
        List<Long> all = new ArrayList<>(told.overrun);
        all.addAll(brought);
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, RECORDS).boxed().toList());
    }

    @Test
    void I1_shouldLeaveTheCursorAloneThatHasThePlaceOfOneThatIsRemoved() {
        journal.removeCursor("reader");
        Cursor next = journal.cursor("next");
        long position = next.position();

        cursor.release(journal.tailPosition());
        cursor.settle(journal.tailPosition());
        cursor.addToCounter(1, 1);
        cursor.overrunTo(journal.tailPosition(), cursor.lastFilledNs, PATIENCE_NS);

        assertThat(journal.control.position(journal.control.find("next"))).isEqualTo(position);
        assertThat(next.counter(1)).isZero();
    }

    @Test
    void shouldSkipAtOnceWhatNobodyHolds() {
        assertThat(overrun(0)).isEqualTo(told.overrun.size());

        assertThat(told.overrun).startsWith(0L, 1L);
        assertThat(cursor.position()).isGreaterThanOrEqualTo(half());
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    @Test
    void I1_shouldNotReleaseWhatIsHeldForAMoment() {
        assertThat(cursor.fill(batch)).isTrue();
        long end = batch.endPosition();

        assertThat(overrun(0)).isZero();

        assertThat(cursor.position()).isZero();
        assertThat(cursor.fill(new ReadBatch(16 << 10))).as("reads on").isFalse();
        bringOut();
        assertThat(cursor.position()).isEqualTo(end);
        bringOutTheRest();
        assertThat(cursor.overrunTo(0, cursor.lastFilledNs, PATIENCE_NS)).isEqualTo(told.overrun.size());
        assertThat(brought).startsWith(0L);
        assertThat(told.overrun).isNotEmpty();
        assertEachIsOneOfBoth();
    }

    @Test
    void I3_shouldTellOfWhatIsHeldForLong() {
        assertThat(cursor.fill(batch)).isTrue();

        assertThat(overrun(LONG_NS)).isPositive();

        assertThat(told.overrun).startsWith(0L);
        bringOut();
        assertThat(brought).isEmpty();
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    /** A cursor that is opened at the tail has passed nothing of what lies before. */
    @Test
    void I1_shouldNotSkipWhatIsClaimedAndNotCommitted() {
        bringOutTheRest();
        long claimed = journal.tail.claim(64);
        long number = RECORDS;
        for (; journal.tailPosition() < TestJournals.SEGMENT + 10_000; number++) {
            byte[] bytes = TestJournals.record(number, 200);
            assertThat(journal.append(bytes, 0, bytes.length, 0)).isNotNegative();
        }
        Cursor joining = journal.cursor("joining");
        assertThat(joining.position()).isGreaterThan(TestJournals.SEGMENT);

        assertThat(cursor.overrunTo(journal.tailPosition(), cursor.lastFilledNs + LONG_NS, PATIENCE_NS))
                .isZero();

        assertThat(cursor.position()).isEqualTo(claimed);
        assertThat(told.notices).doesNotContain(JournalNotice.DAMAGED);
        journal.pad(claimed, 64);
        bringOutTheRest();
        assertThat(brought).isEqualTo(LongStream.range(0, number).boxed().toList());
    }

    /** Zeros where a claim may be become a record some day, in a block that was sealed they do not. */
    @Test
    void I6_shouldPassWhatReadsAsZerosThoughItIsSealed() {
        Cursor other = journal.cursor("other");
        long number = RECORDS;
        for (; journal.tailPosition() < TestJournals.SEGMENT + 10_000; number++) {
            byte[] bytes = TestJournals.record(number, 200);
            assertThat(journal.append(bytes, 0, bytes.length, 0)).isNotNegative();
        }
        TestJournals.readAll(other);
        other.release(other.readPosition());
        Sealer sealer = new Sealer(journal);
        sealer.seal(journal.tailPosition(), 0, Long.MAX_VALUE / 2);
        sealer.seal(journal.tailPosition(), 0, Long.MAX_VALUE);
        Segment segment = journal.table.find(0);
        assertThat(segment.isSealed()).isTrue();
        segment.data.put(SegmentFormat.BLOCK_BYTES, new byte[SegmentFormat.BLOCK_BYTES]);

        assertThat(cursor.overrunTo(half(), cursor.lastFilledNs, PATIENCE_NS)).isEqualTo(told.overrun.size());

        assertThat(cursor.position()).isEqualTo(TestJournals.SEGMENT);
        assertThat(cursor.skippedTo()).isEqualTo(Cursor.UNCOUNTED);
        assertThat(told.overrun).startsWith(0L, 1L);
        assertThat(told.messages).singleElement().asString().contains("cursor=reader, bytes=");
        bringOutTheRest();
        assertThat(brought).isNotEmpty().endsWith(number - 1);
    }

    @Test
    void I3_shouldTakeBackNothingThatIsKept() {
        assertThat(cursor.fill(batch)).isTrue();
        List<Long> kept = held();
        assertThat(cursor.keeps(batch.endPosition())).isTrue();
        cursor.kept(true);

        assertThat(overrun(LONG_NS)).isPositive();

        brought.addAll(kept);
        assertThat(told.overrun).startsWith((long) kept.size());
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    @Test
    void I3_shouldWaitForWhatIsBeingKept() {
        assertThat(cursor.fill(batch)).isTrue();
        assertThat(cursor.keeps(batch.endPosition())).isTrue();

        assertThat(overrun(0)).isZero();

        cursor.kept(false);
        assertThat(overrun(LONG_NS)).isPositive();
        assertThat(told.overrun).startsWith(0L);
        bringOut();
        assertThat(brought).isEmpty();
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    @Test
    void I3_shouldLeaveToTheReaderWhatItKeepsForLong() {
        assertThat(cursor.fill(batch)).isTrue();
        List<Long> kept = held();
        assertThat(cursor.keeps(batch.endPosition())).isTrue();

        assertThat(overrun(LONG_NS)).isPositive();

        cursor.kept(true);
        brought.addAll(kept);
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    @Test
    void I3_shouldTellOfWhatIsKeptForLongInVain() {
        ReadBatch several = new ReadBatch(80 << 10);
        assertThat(cursor.fill(several)).isTrue();
        assertThat(cursor.keeps(several.endPosition())).isTrue();

        assertThat(overrun(LONG_NS)).isPositive();
        assertThat(overrun(LONG_NS)).isZero();

        cursor.kept(false);
        assertThat(told.overrun).contains(0L);
        assertThat(cursor.keeps(several.endPosition())).as("once more").isFalse();
        cursor.readAgain(0);
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    @Test
    void I3_shouldTellOfWhatIsHeldBehindWhatIsKept() {
        assertThat(cursor.fill(batch)).isTrue();
        List<Long> kept = held();
        assertThat(cursor.keeps(batch.endPosition())).isTrue();
        cursor.kept(true);
        assertThat(cursor.fill(batch)).isTrue();

        assertThat(overrun(LONG_NS)).isPositive();

        brought.addAll(kept);
        assertThat(told.overrun).startsWith((long) kept.size());
        bringOut();
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    @Test
    void I3_shouldTellOfWhatIsTakenBackAndForgotten() {
        assertThat(cursor.fill(batch)).isTrue();
        assertThat(cursor.keeps(batch.endPosition())).isTrue();
        cursor.kept(true);
        cursor.readAgain(0);

        assertThat(overrun(LONG_NS)).isPositive();

        bringOutTheRest();
        assertEachIsOneOfBoth();
    }

    @Test
    void I1_shouldNotReleaseWhatIsTakenBack() {
        assertThat(cursor.fill(batch)).isTrue();
        assertThat(cursor.keeps(batch.endPosition())).isTrue();
        cursor.kept(true);
        cursor.readAgain(batch.endPosition());

        assertThat(overrun(0)).isZero();

        assertThat(cursor.position()).isZero();
        bringOut();
        assertThat(brought).startsWith(0L);
        bringOutTheRest();
        assertEachIsOneOfBoth();
    }
}
