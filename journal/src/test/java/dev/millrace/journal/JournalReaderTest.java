package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.TestJournals.Told;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class JournalReaderTest {
    @TempDir
    Path directory;

    private final Told told = new Told();
    private JournalSlot slot;
    private Journal journal;

    @BeforeEach
    void open() throws Exception {
        slot = JournalSlot.claim(TestJournals.home(directory), told);
        journal = Journal.open(slot, TestJournals.options(told));
    }

    @AfterEach
    void close() {
        journal.close();
        slot.close();
    }

    private long append(long number, int length) {
        byte[] bytes = TestJournals.record(number, length);
        long position = journal.append(bytes, 0, bytes.length, 0);
        while (position < 0) {
            Thread.onSpinWait();
            position = journal.append(bytes, 0, bytes.length, 0);
        }
        return position;
    }

    private TreeMap<Long, Long> appendRandom(long count, int seed) {
        Random random = new Random(seed);
        TreeMap<Long, Long> positions = new TreeMap<>();
        for (long number = 0; number < count; number++) {
            positions.put(append(number, 20 + random.nextInt(400)), number);
        }
        return positions;
    }

    private JournalReader reader() throws Exception {
        return JournalReader.open(slot.directory());
    }

    /** Such a thread closes any file that it maps. */
    @Test
    void shouldOpenAndLookAgainOnAThreadThatIsInterrupted() throws Exception {
        append(0, 100);
        Thread.currentThread().interrupt();

        JournalReader reader = reader();
        boolean replaced = reader.isReplaced();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(replaced).isFalse();
        assertThat(ForeignReads.forward(reader, 1_000)).containsExactly(0L);
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<Long> reversed(List<Long> numbers) {
        List<Long> reversed = new ArrayList<>(numbers);
        Collections.reverse(reversed);
        return reversed;
    }

    private void releaseAll(Cursor cursor) {
        assertThat(TestJournals.readAll(cursor)).isNotNull();
        cursor.release(cursor.readPosition());
    }

    @Test
    void shouldReadWhatItsOwnerAppendsWhileItAppends() throws Exception {
        JournalReader reader = reader();
        List<Long> read = new ArrayList<>();

        for (long number = 0; number < 20_000; number++) {
            append(number, 20 + (int) (number % 300));
            if (number % 777 == 0) {
                read.addAll(ForeignReads.forward(reader, 4096));
            }
        }
        read.addAll(ForeignReads.forward(reader, 4096));

        assertThat(read).isEqualTo(numbers(0, 20_000));
        assertThat(reader.overtakenBytes()).isZero();
        assertThat(reader.damagedBytes()).isZero();
    }

    @Test
    void shouldReadRecordsLargerThanABatch() throws Exception {
        for (long number = 0; number < 20; number++) {
            append(number, journal.maxRecordBytes());
        }

        assertThat(ForeignReads.forward(reader(), 1024)).isEqualTo(numbers(0, 20));
    }

    @Test
    void shouldSayHowMuchItMissedWhenItsOwnerRecyclesWhatItHasNotRead() throws Exception {
        Cursor cursor = journal.cursor("owner");
        JournalReader reader = reader();
        append(0, 100);
        assertThat(ForeignReads.forward(reader, 4096)).containsExactly(0L);
        long stoppedAt = reader.readPosition();
        for (long number = 1; number < 50_000; number++) {
            append(number, 200);
            if (number % 200 == 0) {
                releaseAll(cursor);
            }
        }

        List<Long> read = ForeignReads.forward(reader, 4096);

        // The owner may go on recycling while the reader reads: what is missing is where it was, and is counted.
        assertThat(read).isSorted().doesNotHaveDuplicates().endsWith(49_999L).hasSizeLessThan(40_000);
        long missing = 49_999 - read.size();
        assertThat(missing).isPositive();
        assertThat(reader.overtakenBytes()).isBetween(missing * 200, journal.tailPosition() - stoppedAt);
    }

    @Test
    void I6_shouldNeverGiveOutWhatIsRecycledWhileItIsCopied() throws Exception {
        Cursor cursor = journal.cursor("owner");
        AtomicBoolean stop = new AtomicBoolean();
        Thread owner = new Thread(() -> {
            for (long number = 0; !stop.get(); number++) {
                append(number, 20 + (int) (number % 200));
                if (number % 100 == 0) {
                    releaseAll(cursor);
                }
            }
        });
        owner.start();
        try {
            JournalReader reader = reader();
            long last = -1;
            while (reader.overtakenBytes() < 64L << 20) {
                // The oldest segment is the one that is recycled next: there copying and recycling meet.
                reader.toStart();
                for (long number : ForeignReads.forwardAtMost(reader, 256 << 10, 5_000)) {
                    assertThat(number).isGreaterThanOrEqualTo(0);
                }
                long from = reader.readPosition();
                awaitTail(from + 8L * TestJournals.SEGMENT);
                List<Long> read = ForeignReads.forwardAtMost(reader, 64 << 10, 5_000);
                assertThat(read).isSorted().doesNotHaveDuplicates();
            }
            assertThat(reader.damagedBytes()).isZero();
        } finally {
            stop.set(true);
            owner.join();
        }
    }

    private void awaitTail(long position) {
        while (journal.tailPosition() < position) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldReadBackwardsWhatItReadsForwards() throws Exception {
        appendRandom(5_000, 3);
        for (int capacity : new int[] {100, 4096, 65_536}) {
            JournalReader reader = reader();
            reader.toEnd();

            assertThat(ForeignReads.backward(reader, capacity)).isEqualTo(reversed(numbers(0, 5_000)));
            assertThat(ForeignReads.forward(reader, capacity)).isEqualTo(numbers(0, 5_000));
        }
    }

    @Test
    void shouldFindTheFirstRecordFromAnyPosition() throws Exception {
        TreeMap<Long, Long> positions = appendRandom(5_000, 4);
        Random random = new Random(5);
        JournalReader reader = reader();

        for (int round = 0; round < 300; round++) {
            long position = (long) (random.nextDouble() * positions.lastKey());
            reader.seek(position);

            assertThat(ForeignReads.forwardAtMost(reader, 512, 1))
                    .containsExactly(positions.ceilingEntry(position).getValue());
        }
    }

    @Test
    void shouldGoToTheEndAndSeeOnlyWhatFollows() throws Exception {
        appendRandom(3_000, 6);
        JournalReader reader = reader();
        reader.toEnd();
        assertThat(ForeignReads.forward(reader, 4096)).isEmpty();

        append(3_000, 50);

        assertThat(ForeignReads.forward(reader, 4096)).containsExactly(3_000L);
    }

    @Test
    void shouldWaitAtAHoleWhileItsOwnerLivesAndPassOverItAfterwards() throws Exception {
        append(0, 100);
        long gap = journal.tail.claim(64);
        append(1, 100);
        long hole = journal.tail.claim(72);
        long header = RecordFormat.header(RecordFormat.KIND_DATA, 72, hole, journal.secret);
        RecordFormat.headerRelease(
                journal.table.find(hole).data, (int) (hole & journal.segmentMask), RecordFormat.uncommitted(header));
        append(2, 100);
        JournalReader reader = reader();
        assertThat(JournalOwner.of(slot.directory())).isEqualTo(JournalOwner.ALIVE);
        assertThat(ForeignReads.forward(reader, 4096)).containsExactly(0L);
        assertThat(reader.readPosition()).isEqualTo(gap);

        journal.close();
        slot.close();

        assertThat(JournalOwner.of(slot.directory())).isNotEqualTo(JournalOwner.ALIVE);
        assertThat(ForeignReads.forward(reader.passOverHoles(true), 4096)).containsExactly(1L, 2L);
        assertThat(reader.holeBytes()).isEqualTo(64 + 72);
    }

    @Test
    void shouldFindATimeBeforeTheClockWasSetBack() throws Exception {
        // What nobody is to read is not sealed.
        assertThat(journal.cursor("owner").position()).isZero();
        appendRandom(8_000, 10);
        boolean ignored = journal.close(false);
        long[] bases = new ForeignSegments(
                        slot.directory(),
                        ControlPage.openReadOnly(slot.directory().resolve("control")))
                .bases();
        assertThat(bases).hasSizeGreaterThan(5);
        long hourMs = TimeUnit.HOURS.toMillis(1);
        long now = System.currentTimeMillis();
        setClock(bases[0], -hourMs);
        setClock(bases[1], hourMs);
        JournalReader reader = reader();

        reader.seekTime(now + hourMs / 2);

        assertThat(reader.readPosition()).isEqualTo(bases[1]);
        reader.seekTime(now - hourMs / 2);
        assertThat(reader.readPosition()).isEqualTo(bases[1]);
        reader.seekTime(now + 2 * hourMs);
        assertThat(ForeignReads.forward(reader, 4096)).isEmpty();
    }

    /** Lets a segment have been begun at another time. */
    private void setClock(long base, long aheadMs) throws IOException {
        try (Stream<Path> files = Files.list(slot.directory())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".seg")).toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    ByteBuffer page = channel.map(FileChannel.MapMode.READ_WRITE, 0, SegmentFormat.HEADER_BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN);
                    if (page.getLong(SegmentFormat.BASE_OFFSET) == base) {
                        page.putLong(
                                SegmentFormat.STARTED_OFFSET, page.getLong(SegmentFormat.STARTED_OFFSET) + aheadMs);
                    }
                }
            }
        }
    }

    @Test
    void shouldReadToItsEndAJournalThatIsRemovedMeanwhile() throws Exception {
        appendRandom(3_000, 8);
        JournalReader reader = reader();
        assertThat(ForeignReads.forwardAtMost(reader, 512, 1)).containsExactly(0L);
        assertThat(reader.isReplaced()).isFalse();

        reader.toEnd();
        reader.toStart();
        journal.close(true);

        assertThat(ForeignReads.forward(reader, 4096)).isEqualTo(numbers(0, 3_000));
        assertThat(reader.isReplaced()).isTrue();
    }

    @Test
    void shouldFollowTheJournalThroughARestartOfItsOwner() throws Exception {
        appendRandom(1_000, 9);
        JournalReader reader = reader();
        assertThat(ForeignReads.forward(reader, 4096)).hasSize(1_000);
        Cursor cursor = journal.cursor("owner");
        assertThat(cursor.position()).isPositive();
        journal.close();
        slot.close();

        open();
        append(1_000, 100);

        assertThat(ForeignReads.forward(reader, 4096)).containsExactly(1_000L);
        assertThat(reader.isReplaced()).isFalse();
    }

    @Test
    void shouldReadInAnotherProcessWhatIsAppendedHere() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ForeignReaderProcess.class.getName(),
                        slot.directory().toString(),
                        "19999")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();

        for (long number = 0; number < 20_000; number++) {
            append(number, 20 + (int) (number % 300));
        }

        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).contains("owner ALIVE").contains("read 20000 overtaken 0");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void shouldShowTheCursorsOfTheOwner() throws Exception {
        Cursor cursor = journal.cursor("sql.log");
        appendRandom(100, 10);
        releaseAll(cursor);
        cursor.addToCounter(3, 7);

        List<CursorState> cursors = reader().cursors();

        assertThat(cursors).hasSize(1);
        assertThat(cursors.get(0).name()).isEqualTo("sql.log");
        assertThat(cursors.get(0).position()).isEqualTo(cursor.position());
        assertThat(cursors.get(0).counters().get(3)).isEqualTo(7L);
    }

    /** As a reader finds it that comes while the owner creates it, or where that was killed. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, ControlPage.BYTES})
    void shouldTakeAJournalThatIsBeingCreatedForNoneYet(int bytes) throws Exception {
        Path begun = Files.createDirectory(directory.resolve("begun"));
        Files.write(begun.resolve("control"), new byte[bytes]);
        assertThatThrownBy(() -> JournalReader.open(begun))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.notice()).isEqualTo(JournalNotice.DIRECTORY_REFUSED))
                .hasMessageContaining("no journal here yet");

        // Segments come later, so somebody has destroyed this one.
        Files.createFile(begun.resolve("0000.seg"));
        assertThatThrownBy(() -> JournalReader.open(begun))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.notice()).isEqualTo(JournalNotice.DAMAGED));
    }

    @Test
    void shouldNameWhatIsNoJournal() throws Exception {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThatThrownBy(() -> JournalReader.open(empty))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("no journal here")
                .hasMessageContaining(empty.toString());

        byte[] overwritten = new byte[ControlPage.BYTES];
        overwritten[0] = 1;
        Files.write(empty.resolve("control"), overwritten);
        assertThatThrownBy(() -> JournalReader.open(empty))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("not whole");

        byte[] newer = Files.readAllBytes(slot.directory().resolve("control"));
        newer[8] = 99;
        Files.write(empty.resolve("control"), newer);
        assertThatThrownBy(() -> JournalReader.open(empty))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("version=99");
        assertThat(Files.readAllBytes(empty.resolve("control"))).isEqualTo(newer);
    }
}
