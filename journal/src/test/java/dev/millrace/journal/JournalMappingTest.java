package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.TestJournals.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JournalMappingTest {
    private static final int BYTES = TestJournals.SEGMENT;
    private static final long JOURNAL = 0x1234_5678_9abcL;
    private static final long RECORDS = 20_000;
    private static final int RECORD_BYTES = 300;
    private static final long WORD = 0x1122_3344_5566_7788L;

    @TempDir
    private Path directory;

    private FileSegmentStore store;

    @BeforeEach
    void mapForGood() {
        store = new FileSegmentStore(directory, BYTES, JOURNAL);
        JournalMapping.forGood();
    }

    /** A segment as a start maps it, whose first use is over. */
    private Segment usedForAWhile() throws IOException {
        Segment segment = store.create();
        segment.startAt(0);
        segment.prepare(BYTES);
        segment.data.putLong(0, WORD);
        segment.free(1);
        segment.forAWhile = true;
        return segment;
    }

    @Test
    void shouldMapAgainWhatAStartHadMapped() throws IOException {
        Segment before = usedForAWhile();

        Segment again = store.forGood(before);

        assertThat(again).isNotSameAs(before);
        assertThat(again.forAWhile).isFalse();
        assertThat(again.file.path()).isEqualTo(before.file.path());
        assertThat(again.base()).isEqualTo(SegmentFormat.FREE);
        assertThat(again.data.getLong(0)).isEqualTo(WORD);
        assertThat(store.forGood(again)).isSameAs(again);
    }

    @Test
    void I3_shouldHandOutNothingButZerosInANewMapping() throws IOException {
        Segment again = store.forGood(usedForAWhile());

        again.startAt(BYTES);
        again.prepare(BYTES);

        assertThat(again.preparedBytes()).isEqualTo(BYTES);
        assertThat(again.isWritten()).isFalse();
    }

    @Test
    void shouldSeeThroughOneMappingWhatIsStoredThroughTheOther() throws IOException {
        Segment before = usedForAWhile();
        Segment again = store.forGood(before);

        RecordFormat.headerRelease(again.data, 64, WORD);

        assertThat(RecordFormat.headerAcquire(before.data, 64)).isEqualTo(WORD);
    }

    @Test
    void shouldSayThatTheFileIsGone() throws IOException {
        Segment before = usedForAWhile();
        Files.delete(before.file.path());

        assertThatThrownBy(() -> store.forGood(before))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(before.file.path().toString());
    }

    @Test
    void shouldSaySoWhereTheFileIsAnotherJournalsByNow() throws IOException {
        Segment before = usedForAWhile();
        Files.delete(before.file.path());
        new FileSegmentStore(directory, BYTES, JOURNAL + 1).create();

        assertThat(before.file.path()).exists();
        assertThatThrownBy(() -> store.forGood(before)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void I1_shouldReadEveryRecordAcrossSegmentsThatAreMappedAgain() throws Exception {
        AtomicInteger mappedAgain = new AtomicInteger();
        JournalOpener opener = new JournalOpener() {
            @Override
            FileSegmentStore store(Path place, ControlPage control) {
                return new StartsStore(place, control, mappedAgain);
            }
        };
        List<Long> read = new ArrayList<>();

        try (JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), new Told());
                Journal journal =
                        opener.open(slot.directory(), TestJournals.options(new Told()), Recovery.NOT_A_QUEUE)) {
            Cursor cursor = journal.cursor("reader");
            for (long number = 0; number < RECORDS; number++) {
                byte[] record = TestJournals.record(number, RECORD_BYTES);
                assertThat(journal.append(record, 0, record.length, 0)).isNotNegative();
                if (number % 500 == 0) {
                    read.addAll(TestJournals.readAll(cursor));
                    cursor.release(cursor.readPosition());
                }
            }
            read.addAll(TestJournals.readAll(cursor));
        }

        assertThat(read).isEqualTo(LongStream.range(0, RECORDS).boxed().toList());
        assertThat(mappedAgain).hasPositiveValue();
    }

    /** Whose segments are all mapped for a while only. */
    private static final class StartsStore extends FileSegmentStore {
        private final AtomicInteger mappedAgain;

        StartsStore(Path directory, ControlPage control, AtomicInteger mappedAgain) {
            super(directory, control.segmentBytes(), control.journalId());
            this.mappedAgain = mappedAgain;
        }

        @Override
        public Segment create() throws IOException {
            Segment segment = super.create();
            segment.forAWhile = true;
            return segment;
        }

        @Override
        public Segment forGood(Segment free) throws NoSuchFileException {
            Segment again = super.forGood(free);
            if (again != free) {
                mappedAgain.incrementAndGet();
            }
            return again;
        }
    }
}
