package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader in another process sees of a segment while it is taken into use again. */
@Timeout(60)
class SegmentReuseTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final int PAYLOAD = 56;
    private static final int RECORD = RecordFormat.recordBytes(PAYLOAD);

    @TempDir
    Path directory;

    private ControlPage control;
    private final ByteBuffer first = memory();
    private final ByteBuffer second = memory();
    private final ByteBuffer third = memory();
    private final Segment filling = Segment.fresh(new SegmentFile(null), first, SEGMENT, 0);
    private int looks;
    private Runnable meanwhile = () -> {};
    private int atLook = -1;

    private static ByteBuffer memory() {
        return ByteBuffer.allocateDirect(SegmentFormat.HEADER_BYTES + SEGMENT).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A reader that lets something happen just before its look number {@link #atLook} at the data or a seal. */
    private JournalReader reader() throws IOException {
        Path journal = Files.createTempDirectory(directory, "journal");
        control = ControlPage.create(journal.resolve("control"), SEGMENT);
        Files.createFile(journal.resolve("0.seg"));
        Files.createFile(journal.resolve("1.seg"));
        Files.createFile(journal.resolve("2.seg"));
        JournalReader reader = new JournalReader(journal, control, new ForeignSegments(journal, control) {
            @Override
            ForeignSegment open(Path file) {
                ByteBuffer memory = file.endsWith("0.seg") ? first : file.endsWith("1.seg") ? second : third;
                return ForeignSegment.of(memory, SEGMENT, block -> look());
            }
        });
        first.putLong(SegmentFormat.JOURNAL_OFFSET, control.journalId());
        second.putLong(SegmentFormat.BASE_OFFSET, SegmentFormat.FREE);
        third.putLong(SegmentFormat.BASE_OFFSET, SegmentFormat.FREE);
        return reader;
    }

    private void look() {
        if (looks++ == atLook) {
            meanwhile.run();
        }
    }

    private static void fillWithAnEarlierUse(ByteBuffer memory) {
        for (int at = SegmentFormat.HEADER_BYTES; at < memory.capacity(); at += Long.BYTES) {
            memory.putLong(at, 0x1234_5601_0000_0040L + at);
        }
    }

    private long header(int kind, int at) {
        return RecordFormat.header(kind, RECORD, at, control.secret());
    }

    private List<Long> read(JournalReader reader) throws IOException {
        List<Long> positions = new ArrayList<>();
        ReadBatch batch = new ReadBatch(4096);
        while (reader.fill(batch)) {
            while (batch.next()) {
                positions.add(batch.position());
            }
        }
        return positions;
    }

    static IntStream looks() {
        return IntStream.range(0, 12);
    }

    @ParameterizedTest
    @MethodSource("looks")
    void I6_shouldWaitForARecordWhoseSpaceWasPreparedWhileItWasLookedFor(int look) throws Exception {
        JournalReader reader = reader();
        fillWithAnEarlierUse(first);
        filling.startAt(0);
        atLook = look;
        meanwhile = () -> {
            prepare();
            filling.data.putLong(0, RecordFormat.uncommitted(header(RecordFormat.KIND_DATA, 0)));
            filling.data.putLong(RECORD, header(RecordFormat.KIND_DATA, RECORD));
        };

        List<Long> positions = new ArrayList<>(read(reader));
        atLook = looks;
        positions.addAll(read(reader));
        assertThat(positions).isEmpty();
        filling.data.putLong(0, header(RecordFormat.KIND_DATA, 0));

        assertThat(read(reader)).containsExactly(0L, (long) RECORD);
        assertThat(reader.damagedBytes()).isZero();
        assertThat(reader.overtakenBytes()).isZero();
    }

    private void prepare() {
        try {
            filling.distrust();
            filling.prepare(SEGMENT);
            for (int at = 0; at < SEGMENT; at += Long.BYTES) {
                filling.data.putLong(at, 0);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I6_shouldPassOverASegmentWhoseHeaderLostWhatIsPrepared(boolean deadOwner) throws Exception {
        JournalReader reader = reader();
        filling.startAt(0);
        Segment behind = Segment.fresh(new SegmentFile(null), second, SEGMENT, control.journalId());
        behind.startAt(SEGMENT);
        behind.prepare(SEGMENT);
        behind.data.putLong(0, header(RecordFormat.KIND_DATA, SEGMENT));

        assertThat(read(reader.passOverHoles(deadOwner))).containsExactly((long) SEGMENT);
        assertThat(reader.damagedBytes()).isEqualTo(SEGMENT);
    }

    @Test
    void I6_shouldNotTakeAnEarlierUseForDamageWhereItsOwnerDiedBeforeItPreparedAnything() throws Exception {
        JournalReader reader = reader();
        fillWithAnEarlierUse(first);
        filling.startAt(0);

        assertThat(read(reader.passOverHoles(true))).isEmpty();
        assertThat(reader.damagedBytes()).isZero();
        assertThat(reader.holeBytes()).isZero();
    }

    /** Another file has the first segment's records, whole; its own is taken into use for positions far behind. */
    private void becomeAnArchive() {
        Segment archive = Segment.fresh(new SegmentFile(null), third, SEGMENT, control.journalId());
        archive.startAt(0);
        archive.recovered(SEGMENT);
        fillWithRecords(archive);
        filling.free(0);
        filling.startAt(9L * SEGMENT);
    }

    private void fillWithRecords(Segment segment) {
        for (int at = 0; at < SEGMENT; at += RECORD) {
            segment.data.putLong(at, header(RecordFormat.KIND_DATA, at));
        }
    }

    private static List<Long> positions() {
        return LongStream.range(0, SEGMENT / RECORD)
                .map(n -> n * RECORD)
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("looks")
    void I6_shouldReadBackwardsOnInWhatASegmentBecameMeanwhile(int look) throws Exception {
        JournalReader reader = reader();
        filling.startAt(0);
        prepare();
        fillWithRecords(filling);
        reader.seekBoundary(SEGMENT);
        atLook = look;
        meanwhile = this::becomeAnArchive;

        List<Long> positions = new ArrayList<>();
        ReadBatch batch = new ReadBatch(4096);
        while (reader.fillBefore(batch)) {
            while (batch.previous()) {
                positions.add(0, batch.position());
            }
        }

        assertThat(positions).isEqualTo(positions());
    }

    /** It is not prepared, or damaged, when it is looked at first; a later segment has been written to. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I6_shouldNotTakeForDamageWhatASegmentBecameMeanwhile(boolean damaged) throws Exception {
        int look = 0;
        while (readWhatBecomesAnArchive(damaged, look)) {
            look++;
        }
        assertThat(look).isGreaterThan(2);
    }

    /** False when the reader has gone on before so many looks. */
    private boolean readWhatBecomesAnArchive(boolean damaged, int look) throws IOException {
        JournalReader reader = reader();
        filling.startAt(0);
        if (damaged) {
            filling.prepare(RECORD);
            filling.data.putLong(0, 0x1234_5601_0000_0040L);
        }
        Segment behind = Segment.fresh(new SegmentFile(null), second, SEGMENT, control.journalId());
        behind.startAt(SEGMENT);
        behind.prepare(SEGMENT);
        behind.data.putLong(0, header(RecordFormat.KIND_DATA, SEGMENT));
        looks = 0;
        atLook = look;
        boolean[] became = {false};
        meanwhile = () -> {
            if (reader.readPosition() == 0) {
                became[0] = true;
                becomeAnArchive();
            }
        };

        List<Long> positions = new ArrayList<>(read(reader));

        assertThat(positions.remove(positions.size() - 1)).isEqualTo(SEGMENT);
        assertThat(positions).as("look %d", look).isEqualTo(became[0] ? positions() : List.of());
        assertThat(reader.damagedBytes()).isEqualTo(became[0] ? 0 : SEGMENT);
        return became[0];
    }

    @ParameterizedTest
    @MethodSource("looks")
    void I1_shouldNotStandBehindTheEndWhereAnOwnerTookBackWhatWasPrepared(int look) throws Exception {
        JournalReader reader = reader();
        filling.startAt(0);
        prepare();
        filling.data.putLong(0, header(RecordFormat.KIND_DATA, 0));
        List<Segment> ahead = new ArrayList<>();
        for (ByteBuffer memory : List.of(second, third)) {
            Segment segment = Segment.fresh(new SegmentFile(null), memory, SEGMENT, control.journalId());
            segment.startAt((1L + ahead.size()) * SEGMENT);
            segment.prepare(SEGMENT);
            ahead.add(segment);
        }
        atLook = look;
        meanwhile = () -> {
            ahead.get(1).free(0);
            ahead.get(0).free(0);
        };

        reader.toEnd();

        assertThat(reader.readPosition()).isEqualTo(RECORD);
    }

    @Test
    void I6_shouldShowNoSealOfTheEarlierUseUnderTheNextBase() throws Exception {
        int segmentBytes = SegmentFormat.MAX_SEGMENT_BYTES;
        ByteBuffer memory = ByteBuffer.allocateDirect(SegmentFormat.HEADER_BYTES + segmentBytes);
        Segment segment = Segment.fresh(new SegmentFile(null), memory, segmentBytes, 0);
        ForeignSegment seen = ForeignSegment.of(memory, segmentBytes);
        AtomicReference<String> wrong = new AtomicReference<>();
        Thread reader = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                long base = seen.base();
                int sealed = 0;
                for (int block = 0; block < seen.blocks(); block++) {
                    sealed += seen.isSealed(block) ? 1 : 0;
                }
                if (base >= 0 && sealed > 0 && seen.isStillAt(base)) {
                    wrong.compareAndSet(null, sealed + " seals at " + base);
                }
            }
        });
        reader.start();
        for (long use = 0; use < 20_000; use++) {
            segment.startAt(use * segmentBytes);
            segment.free(0);
            for (int block = 0; block < seen.blocks(); block++) {
                memory.putLong(SegmentFormat.SEALS_OFFSET + block * Long.BYTES, -1);
            }
        }
        reader.interrupt();
        reader.join();

        assertThat(wrong.get()).isNull();
    }
}
