package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.journal.TestJournals.Told;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader makes of a dead journal that was damaged: whole records only, and nothing is written. */
@Timeout(120)
class JournalReaderDamageTest {
    private static final int RECORDS = 3_000;
    private static final int BOOT_OFFSET = 40;

    @TempDir
    Path directory;

    private final Told told = new Told();

    /** As a kill leaves it. */
    private Path write(boolean recordChecksums) throws Exception {
        Path killed = Files.createTempDirectory(directory, "killed");
        JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
        try (slot;
                Journal journal = Journal.open(
                        slot, new JournalOptions(16L << 20, TestJournals.SEGMENT, false, recordChecksums, told))) {
            Random random = new Random(7);
            for (long number = 0; number < RECORDS; number++) {
                byte[] bytes = TestJournals.record(number, 20 + random.nextInt(400));
                while (journal.append(bytes, 0, bytes.length, 0) < 0) {
                    Thread.onSpinWait();
                }
            }
            Sealer sealer = new Sealer(journal);
            sealer.seal(journal.tailPosition(), 0, Long.MAX_VALUE / 2);
            sealer.seal(journal.tailPosition(), 0, Long.MAX_VALUE);
            TestJournals.copy(slot.directory(), killed);
        }
        TestJournals.copy(killed, slot.directory());
        return slot.directory();
    }

    private static Map<Path, byte[]> contents(Path journal) throws Exception {
        Map<Path, byte[]> contents = new TreeMap<>();
        try (var files = Files.list(journal)) {
            for (Path file : files.toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private static void restore(Map<Path, byte[]> contents) throws Exception {
        for (Map.Entry<Path, byte[]> file : contents.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }

    private static void damage(Path file, long offset, byte[] bytes) throws Exception {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(offset);
            access.write(bytes);
        }
    }

    private static List<Long> all() {
        return LongStream.range(0, RECORDS).boxed().toList();
    }

    private static List<Long> backward(JournalReader reader) throws Exception {
        reader.toEnd();
        List<Long> numbers = ForeignReads.backward(reader, 4096);
        Collections.reverse(numbers);
        return numbers;
    }

    /** As several readers read it that take pieces of it in turn. */
    private static List<Long> inPieces(JournalReader reader, int readers) throws Exception {
        List<JournalReader> others = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            others.add(reader.another());
        }
        List<Long> numbers = new ArrayList<>();
        long from = reader.readPosition();
        int turn = 0;
        for (long end : reader.pieceEnds()) {
            JournalReader other = others.get(turn++ % readers);
            other.toPiece(from, end);
            numbers.addAll(ForeignReads.forward(other, 100_000));
            reader.goOnBehind(other.passage());
            if (reader.readPosition() < end) {
                break;
            }
            from = end;
        }
        numbers.addAll(ForeignReads.forward(reader, 100_000));
        return numbers;
    }

    /** Once each, whether that is while a sealed block is copied or while the batch is walked. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAskAboutEachRecordOnceAndGiveOutWhatIsWanted(boolean recordChecksums) throws Exception {
        JournalReader reader = JournalReader.open(write(recordChecksums));
        List<Long> asked = new ArrayList<>();
        ChoosingBatch batch = new ChoosingBatch(100_000, (bytes, offset, length) -> {
            asked.add(TestJournals.number(bytes, offset));
            return TestJournals.intact(bytes, offset, length) && TestJournals.number(bytes, offset) % 7 == 3;
        });
        List<Long> wanted = new ArrayList<>();
        int early = 0;
        int records = 0;
        while (reader.fillChoosing(batch)) {
            early = asked.size() > records ? asked.size() : early;
            while (batch.nextWanted()) {
                wanted.add(TestJournals.number(batch.bytes(), batch.payloadOffset()));
            }
            records += batch.records();
        }

        assertThat(asked).isEqualTo(all());
        assertThat(early).isPositive().isLessThan(RECORDS);
        assertThat(records).isEqualTo(RECORDS);
        assertThat(wanted)
                .isEqualTo(all().stream().filter(number -> number % 7 == 3).toList());
    }

    @Test
    void I6_shouldReadInPiecesWhatIsReadInOneGoWhateverIsDamaged() throws Exception {
        Path journal = write(true);
        Map<Path, byte[]> whole = contents(journal);
        List<Path> segments = whole.keySet().stream()
                .filter(file -> file.toString().endsWith(".seg"))
                .toList();
        Random random = new Random(99);
        long damagedBytes = 0;
        for (int round = 0; round < 200; round++) {
            for (int hit = random.nextInt(5); hit > 0; hit--) {
                Path file = segments.get(random.nextInt(segments.size()));
                byte[] noise = new byte[1 + random.nextInt(64)];
                random.nextBytes(noise);
                double place = random.nextInt(4) > 0 ? random.nextDouble() : random.nextDouble() * 0.01;
                damage(file, (long) (place * whole.get(file).length), noise);
            }
            if (random.nextInt(4) == 0) {
                Files.deleteIfExists(segments.get(random.nextInt(segments.size())));
            }

            try (JournalReader one = JournalReader.open(journal).passOverHoles(round % 2 == 0);
                    JournalReader several = JournalReader.open(journal).passOverHoles(round % 2 == 0)) {
                List<Long> numbers = ForeignReads.forward(one, 4096);

                assertThat(inPieces(several, 1 + random.nextInt(3)))
                        .as("round %d", round)
                        .isEqualTo(numbers);
                assertThat(several.passage()).as("round %d", round).isEqualTo(one.passage());
                damagedBytes += one.damagedBytes();
            }
            restore(whole);
        }
        assertThat(damagedBytes).isPositive();
    }

    @Test
    void shouldWriteNothingIntoTheDirectory() throws Exception {
        Path journal = write(false);
        Map<Path, byte[]> before = contents(journal);

        try (JournalReader reader = JournalReader.open(journal)) {
            assertThat(ForeignReads.forward(reader, 4096)).isEqualTo(all());
            assertThat(backward(reader)).isEqualTo(all());
        }

        Map<Path, byte[]> after = contents(journal);
        assertThat(after.keySet()).isEqualTo(before.keySet());
        before.forEach((file, bytes) -> assertThat(after.get(file)).isEqualTo(bytes));
    }

    @Test
    void I6_shouldGiveOutWholeRecordsOnlyWhateverIsDamaged() throws Exception {
        Path journal = write(true);
        Map<Path, byte[]> whole = contents(journal);
        List<Path> files = new ArrayList<>(whole.keySet());
        Random random = new Random(21);
        int readable = 0;
        for (int round = 0; round < 200; round++) {
            for (int hit = 0; hit <= random.nextInt(6); hit++) {
                Path file = files.get(random.nextInt(files.size()));
                byte[] noise = new byte[1 + random.nextInt(64)];
                random.nextBytes(noise);
                double place = random.nextBoolean() ? random.nextDouble() : random.nextDouble() * 0.01;
                damage(file, (long) (place * whole.get(file).length), noise);
            }

            try (JournalReader reader = JournalReader.open(journal)) {
                reader.passOverHoles(round % 2 == 0);
                assertThat(ForeignReads.forward(reader, 4096))
                        .as("round %d", round)
                        .isSorted()
                        .doesNotHaveDuplicates();
                assertThat(backward(reader)).as("round %d", round).isSorted().doesNotHaveDuplicates();
                reader.seek(random.nextInt(1 << 20));
                readable++;
            } catch (JournalException e) {
                assertThat(e.notice()).isNotNull();
            }
            restore(whole);
        }
        assertThat(readable).isGreaterThan(100);
    }

    @Test
    void I6_shouldPassOverADamagedBlockAndCountIt() throws Exception {
        Path journal = write(false);
        int at = SegmentFormat.BLOCK_BYTES + 4_000;
        damage(journal.resolve("0.seg"), SegmentFormat.HEADER_BYTES + at, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        JournalReader reader = JournalReader.open(journal);

        List<Long> read = ForeignReads.forward(reader, 4096);

        assertThat(read).isSubsetOf(all()).hasSizeLessThan(RECORDS).contains(0L, (long) RECORDS - 1);
        assertThat(reader.damagedBytes()).isBetween(60L << 10, 130L << 10);
        assertThat(backward(reader)).isEqualTo(read);
    }

    @Test
    void I6_shouldSurviveAFileThatIsCutOff() throws Exception {
        Path journal = write(false);
        Map<Path, byte[]> whole = contents(journal);
        Random random = new Random(22);
        for (int round = 0; round < 60; round++) {
            Path file = journal.resolve(random.nextInt(3) + ".seg");
            try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                access.setLength(random.nextInt((int) access.length()));
            }

            JournalReader reader = JournalReader.open(journal).passOverHoles(true);
            List<Long> read = ForeignReads.forward(reader, 4096);

            assertThat(read).isSorted().doesNotHaveDuplicates().isSubsetOf(all());
            assertThat(read.size() == RECORDS
                            || reader.damagedBytes() > 0
                            || !reader.brokenSegments().isEmpty())
                    .as("round %d: %d records, and something is said to be damaged", round, read.size())
                    .isTrue();
            assertThat(backward(reader)).isSorted().doesNotHaveDuplicates();
            restore(whole);
        }
    }

    /** The pages behind the new end have nothing behind them, and whoever looks at them gets a fault. */
    @ParameterizedTest
    @ValueSource(ints = {0, SegmentFormat.HEADER_BYTES, 100_000, 200_000})
    void I6_shouldLiveOnWhereAFileIsCutOffUnderAReader(int lengthBytes) throws Exception {
        Path journal = write(false);
        Map<Path, byte[]> whole = contents(journal);
        for (int batches = 0; batches < 30; batches += 3) {
            JournalReader reader = JournalReader.open(journal).passOverHoles(true);
            List<Long> read = ForeignReads.forwardAtMost(reader, 30_000, batches * 50);
            try (RandomAccessFile file =
                    new RandomAccessFile(fileAt(journal, reader.readPosition()).toFile(), "rw")) {
                file.setLength(lengthBytes);
            }

            boolean told = isToldLate(() -> read.addAll(ForeignReads.forward(reader, 30_000)));

            if (!told) {
                assertThat(read)
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .isSubsetOf(all())
                        .contains(RECORDS - 1L);
            }
            restore(whole);
        }
    }

    /** Compiled code of JDK 17 throws a fault late, perhaps in the reader's caller. Asking for memory brings it out. */
    private static boolean isToldLate(Callable<Boolean> reading) throws Exception {
        try {
            boolean any = reading.call();
            return new byte[8 << 20].length == 0 && any;
        } catch (InternalError e) {
            return true;
        }
    }

    private static Path fileAt(Path journal, long position) throws Exception {
        for (Path file : contents(journal).keySet()) {
            if (file.toString().endsWith(".seg")) {
                try (RandomAccessFile segment = new RandomAccessFile(file.toFile(), "r")) {
                    segment.seek(SegmentFormat.BASE_OFFSET);
                    if (Long.reverseBytes(segment.readLong()) == (position & -TestJournals.SEGMENT)) {
                        return file;
                    }
                }
            }
        }
        throw new AssertionError("no segment at " + position);
    }

    /** A file of pages may be cut at the end of any, also where the header ends. */
    @Test
    void I6_shouldReadBackwardAndJumpInAFileThatIsCutAtTheEndOfAPage() throws Exception {
        Path journal = write(false);
        Map<Path, byte[]> whole = contents(journal);
        for (int number = 0; number < 3; number++) {
            for (int dataBytes = 0; dataBytes < TestJournals.SEGMENT; dataBytes += 20 << 10) {
                try (RandomAccessFile file =
                        new RandomAccessFile(journal.resolve(number + ".seg").toFile(), "rw")) {
                    file.setLength(SegmentFormat.HEADER_BYTES + dataBytes);
                }

                JournalReader reader = JournalReader.open(journal);

                assertThat(backward(reader)).isSorted().doesNotHaveDuplicates().isSubsetOf(all());
                for (long position = 0; position < 3L * TestJournals.SEGMENT; position += 50_000) {
                    reader.seek(position);
                    assertThat(ForeignReads.forwardAtMost(reader, 4096, 10)).isSubsetOf(all());
                }
                restore(whole);
            }
        }
    }

    /** The checksum does not say where the first record starts, and the padding at the end of a closed queue is long. */
    @Test
    void I6_shouldReadBackwardWhereASealNamesAWrongFirstRecord() throws Exception {
        Path queue = directory.resolve("queue");
        QueueOptions options =
                QueueOptions.defaults().withSegmentBytes(TestJournals.SEGMENT).withBudgetBytes(4L << 20);
        try (JournalQueue open = JournalQueue.open(queue, options)) {
            for (long number = 0; number < 250; number++) {
                assertThat(open.append(TestJournals.record(number, 300))).isNotNegative();
            }
        }
        Path file = JournalQueue.journal(queue).resolve("0.seg");
        for (int high = 0; high < 32; high++) {
            damage(file, SegmentFormat.SEALS_OFFSET + Long.BYTES + Integer.BYTES, new byte[] {0, (byte) high});

            JournalReader reader = JournalReader.open(JournalQueue.journal(queue));

            assertThat(backward(reader)).isSorted().doesNotHaveDuplicates().isSubsetOf(all());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 1L << 62, -1})
    void I6_shouldComeToAnEndWhereABaseIsAtTheEndOfAllNumbers(long last) throws Exception {
        Path journal = write(false);
        long base = last & -TestJournals.SEGMENT;
        damage(
                journal.resolve("1.seg"),
                SegmentFormat.BASE_OFFSET,
                ByteBuffer.allocate(Long.BYTES).putLong(Long.reverseBytes(base)).array());

        JournalReader reader = JournalReader.open(journal).passOverHoles(true);

        assertThat(ForeignReads.forwardAtMost(reader, 4096, 2 * RECORDS))
                .isSorted()
                .doesNotHaveDuplicates()
                .isSubsetOf(all());
        assertThat(backward(reader)).isSorted().doesNotHaveDuplicates().isSubsetOf(all());
    }

    @Test
    void I6_shouldNameASegmentWhoseHeaderIsGone() throws Exception {
        Path journal = write(false);
        Map<Path, byte[]> whole = contents(journal);
        Path file = journal.resolve("0.seg");
        for (int length : new int[] {1, 100, 4096, 5000, 8191}) {
            try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                access.setLength(length);
            }

            assertThat(JournalReader.open(journal).brokenSegments())
                    .as("cut to %d", length)
                    .containsExactly(file);
            restore(whole);
        }
        damage(file, SegmentFormat.MAGIC_OFFSET, new byte[8]);
        assertThat(JournalReader.open(journal).brokenSegments()).containsExactly(file);
        restore(whole);
        damage(file, SegmentFormat.JOURNAL_OFFSET, new byte[8]);
        assertThat(JournalReader.open(journal).brokenSegments()).containsExactly(file);
    }

    @Test
    void shouldNotMistakeASegmentThatIsBeingMadeForABrokenOne() throws Exception {
        Path journal = write(false);
        Path fresh = journal.resolve("99.seg");
        for (int length : new int[] {0, 4096, 8192, 8192 + TestJournals.SEGMENT}) {
            Files.write(fresh, new byte[length]);

            assertThat(JournalReader.open(journal).brokenSegments())
                    .as("%d zeros", length)
                    .isEmpty();
        }
        damage(fresh, SegmentFormat.VERSION_OFFSET, new byte[] {1});
        assertThat(JournalReader.open(journal).brokenSegments()).isEmpty();
    }

    @Test
    @Timeout(20)
    void I6_shouldNotReadAFileThatIsLongerThanASegmentCanBe() throws Exception {
        Path journal = write(false);
        Path other = journal.resolve("99.seg");
        try (RandomAccessFile file = new RandomAccessFile(other.toFile(), "rw")) {
            file.setLength(1L << 40);
        }

        JournalReader reader = JournalReader.open(journal);
        assertThat(reader.brokenSegments()).containsExactly(other);
        assertThat(ForeignReads.forward(reader, 100_000)).isEqualTo(all());

        JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
        try (slot;
                Journal again = Journal.open(slot, TestJournals.options(told))) {
            assertThat(again.tailPosition()).isPositive();
        }
        assertThat(told.messages).anyMatch(message -> message.contains("file=" + other + ", set aside as"));
    }

    /** Whoever has the control file has the secret. */
    @Test
    @Timeout(20)
    void I6_shouldSumUpBytesOnceThoughEachWordIsAHeaderOfThem() throws Exception {
        sumsUpOnce(0, 8, Integer.MAX_VALUE);
    }

    @Test
    @Timeout(20)
    void I6_shouldSumUpBytesOnceThoughRecordsStandBetweenHeadersOfThem() throws Exception {
        // Behind the block that was sealed when the journal was closed.
        sumsUpOnce(SegmentFormat.BLOCK_BYTES, 16, 8);
    }

    /** In a segment with a header of all that follows, every {@code step} bytes, and perhaps a record behind each. */
    private void sumsUpOnce(int from, int step, int recordAfter) throws Exception {
        JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
        int segmentBytes = 4 << 20;
        JournalOptions options = new JournalOptions(64L << 20, segmentBytes, false, true, told);
        long secret;
        try (slot;
                Journal journal = Journal.open(slot, options)) {
            assertThat(journal.append(new byte[100], 0, 100, 0)).isZero();
            secret = journal.secret;
        }
        ByteBuffer forged = ByteBuffer.allocate(segmentBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = from; at < segmentBytes - step; at += step) {
            forged.putLong(at, RecordFormat.header(RecordFormat.KIND_CHECKED_DATA, segmentBytes - at, at, secret));
            if (recordAfter < step) {
                int record = at + recordAfter;
                forged.putLong(record, RecordFormat.header(RecordFormat.KIND_DATA, 8, record, secret));
            }
        }
        Path file = slot.directory().resolve("0.seg");
        damage(file, SegmentFormat.HEADER_BYTES + from, Arrays.copyOfRange(forged.array(), from, segmentBytes));
        damage(file, SegmentFormat.PREPARED_OFFSET, new byte[] {0, 0, 0x40});

        JournalReader reader = JournalReader.open(slot.directory()).passOverHoles(true);
        ReadBatch batch = new ReadBatch(100_000);
        int found = 0;
        while (reader.fill(batch)) {
            while (batch.next()) {
                found++;
            }
        }
        assertThat(found).isEqualTo(from == 0 ? 0 : 1);

        JournalSlot next = JournalSlot.claim(TestJournals.home(directory), told);
        try (next;
                Journal journal = Journal.open(next, options)) {
            assertThat(journal.tailPosition()).isEqualTo(segmentBytes);
        }
    }

    @Test
    @Timeout(20)
    void I6_shouldPassOverThousandsOfArchivesThatAreNone() throws Exception {
        Path journal = write(false);
        long end = 5_000L * TestJournals.SEGMENT;
        for (long base = 8L * TestJournals.SEGMENT; base < end; base += TestJournals.SEGMENT) {
            Files.createFile(SegmentArchive.file(journal, base));
        }
        JournalReader reader = JournalReader.open(journal).passOverHoles(true);

        assertThat(ForeignReads.forward(reader, 100_000)).isEqualTo(all());
        JournalReader behind = JournalReader.open(journal);
        behind.seek(8L * TestJournals.SEGMENT);
        assertThat(behind.fill(new ReadBatch(1_000))).isFalse();
        JournalReader backward = JournalReader.open(journal);
        backward.seek(end);
        assertThat(ForeignReads.backward(backward, 100_000)).hasSize(RECORDS);
        JournalReader atEnd = JournalReader.open(journal);
        atEnd.toEnd();
        assertThat(ForeignReads.backward(atEnd, 100_000)).hasSize(RECORDS);
        // As a seek to a time does.
        ForeignSegments segments = new ForeignSegments(journal, ControlPage.openReadOnly(journal.resolve("control")));
        for (long base : segments.bases()) {
            assertThat(segments.headerAt(base) != null).isEqualTo(base < 8L * TestJournals.SEGMENT);
        }
        assertThat(segments.lastListedBefore(end)).isLessThan(8L * TestJournals.SEGMENT);
    }

    /** Whoever opens a pipe to read it waits for a writer. */
    @ParameterizedTest
    @ValueSource(strings = {"mkdir", "mkfifo"})
    void I6_shouldReadOnBesideWhatOnlyHasASegmentsName(String command) throws Exception {
        Path journal = write(false);
        Path other = journal.resolve("99.seg");
        Process made = start(command, other.toString());
        assumeTrue(made != null && made.waitFor() == 0, command + " is not there");

        JournalReader reader = JournalReader.open(journal);

        assertThat(reader.brokenSegments()).containsExactly(other);
    }

    private static Process start(String... command) {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            return null;
        }
    }

    @Test
    void I6_shouldFindASegmentThatIsFinishedWhileItLooks() throws Exception {
        Path journal = write(false);
        ControlPage control = ControlPage.openReadOnly(journal.resolve("control"));
        Path fresh = journal.resolve("99.seg");
        byte[] finished = Files.readAllBytes(journal.resolve("0.seg"));
        Files.write(fresh, new byte[4096]);
        ForeignSegments segments = new ForeignSegments(journal, control) {
            private boolean once;

            @Override
            ForeignSegment open(Path file) throws IOException {
                ForeignSegment found = super.open(file);
                if (file.equals(fresh) && !once) {
                    once = true;
                    Files.write(fresh, finished);
                }
                return found;
            }
        };

        assertThat(segments.firstBaseFrom(0)).isNotNegative();
        assertThat(segments.broken()).isEmpty();
        Files.delete(journal.resolve("0.seg"));
        assertThat(segments.bases()).contains(0);
    }

    @Test
    void I6_shouldReadASegmentThatWasShortWhenItWasFirstLookedAt() throws Exception {
        Path journal = write(false);
        Path file = journal.resolve("0.seg");
        byte[] whole = Files.readAllBytes(file);
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(SegmentFormat.HEADER_BYTES);
        }
        JournalReader reader = JournalReader.open(journal);
        Files.write(file, whole, StandardOpenOption.WRITE);

        assertThat(ForeignReads.forward(reader, 4096)).isEqualTo(all());
        assertThat(reader.damagedBytes()).isZero();
    }

    @Test
    void shouldReadBackwardOverALongPaddingWithoutCopyingIt() throws Exception {
        Path journal = write(false);
        JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
        try (slot;
                Journal again = Journal.open(slot, TestJournals.options(told))) {
            byte[] bytes = TestJournals.record(RECORDS, 20);
            assertThat(again.append(bytes, 0, bytes.length, 0)).isNotNegative();
        }
        JournalReader reader = JournalReader.open(journal);
        reader.toEnd();
        ReadBatch batch = new ReadBatch(512);
        int records = 0;
        while (reader.fillBefore(batch)) {
            while (batch.previous()) {
                records++;
            }
            assertThat(batch.bytes().length).isLessThan(1024);
        }

        assertThat(records).isEqualTo(RECORDS + 1);
    }

    @Test
    void I6_shouldSetASegmentAsideWhoseHeaderIsGone() throws Exception {
        Path journal = write(false);
        Path file = journal.resolve("0.seg");
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(100);
        }

        JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
        try (slot;
                Journal again = Journal.open(slot, TestJournals.options(told))) {
            assertThat(again.tailPosition()).isPositive();
        }

        assertThat(told.notices).contains(JournalNotice.DAMAGED);
        try (var files = Files.find(journal.getParent(), 2, (path, attributes) -> path.endsWith("0.seg"))) {
            assertThat(files.filter(path -> !path.startsWith(journal)))
                    .singleElement()
                    .satisfies(path -> {
                        assertThat(path.getParent().getFileName().toString()).startsWith("0.damaged-");
                        assertThat(path).hasSize(100);
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 500 * 128, 500 * 128 + 40})
    void I6_shouldFollowBehindASegmentThatIsCutBeforeItsOwnerComesBack(int leftBytes) throws Exception {
        JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
        try (slot;
                Journal journal = Journal.open(slot, TestJournals.options(told))) {
            for (long number = 0; number < 1_000; number++) {
                byte[] bytes = TestJournals.record(number, 120);
                assertThat(journal.append(bytes, 0, bytes.length, 0)).isNotNegative();
            }
        }
        JournalReader follower = JournalReader.open(slot.directory());
        assertThat(ForeignReads.forward(follower, 100_000)).hasSize(1_000);
        try (RandomAccessFile file =
                new RandomAccessFile(slot.directory().resolve("0.seg").toFile(), "rw")) {
            file.setLength(SegmentFormat.HEADER_BYTES + leftBytes);
        }

        JournalSlot next = JournalSlot.claim(TestJournals.home(directory), told);
        try (next;
                Journal journal = Journal.open(next, TestJournals.options(told))) {
            for (long number = 0; number < RECORDS; number++) {
                byte[] bytes = TestJournals.record(number, 120);
                while (journal.append(bytes, 0, bytes.length, 0) < 0) {
                    Thread.onSpinWait();
                }
            }

            assertThat(ForeignReads.forward(follower, 100_000)).isEqualTo(all());
        }
    }

    @Test
    void shouldRemoveASegmentThatWasNeverFinishedAndSayNothing() throws Exception {
        Path journal = write(false);
        Path unborn = journal.resolve("99.seg");
        Files.write(unborn, new byte[4096]);
        told.notices.clear();

        JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
        try (slot;
                Journal again = Journal.open(slot, TestJournals.options(told))) {
            assertThat(again.tailPosition()).isPositive();
            assertThat(unborn).doesNotExist();
            assertThat(told.notices).isEmpty();
        }
    }

    @Test
    void I6_shouldCountASegmentThatIsMissingInTheMiddle() throws Exception {
        Path journal = write(false);
        Files.delete(journal.resolve("1.seg"));
        JournalReader reader = JournalReader.open(journal);

        List<Long> read = ForeignReads.forward(reader, 4096);

        assertThat(read).isSubsetOf(all()).contains(0L, (long) RECORDS - 1);
        assertThat(reader.damagedBytes()).isEqualTo(TestJournals.SEGMENT);
        assertThat(reader.overtakenBytes()).isZero();
    }

    @Test
    void I6_shouldTrustOnlyWhatIsVouchedForAfterANewBoot() throws Exception {
        Path sealed = write(false);
        damage(sealed.resolve("control"), BOOT_OFFSET, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        JournalReader reader = JournalReader.open(sealed);

        List<Long> read = ForeignReads.forward(reader, 4096);

        assertThat(reader.rebooted()).isTrue();
        assertThat(read).isEqualTo(LongStream.range(0, read.size()).boxed().toList());
        assertThat(read.size()).isBetween(RECORDS / 2, RECORDS - 1);
    }

    @Test
    void I6_shouldTrustCheckedRecordsAfterANewBoot() throws Exception {
        Path checked = write(true);
        damage(checked.resolve("control"), BOOT_OFFSET, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

        assertThat(ForeignReads.forward(JournalReader.open(checked), 4096)).isEqualTo(all());
    }

    @Test
    void I6_shouldPassOverNoMoreThanWhatIsNoRecordWhereTheSealHolds() throws Exception {
        Path journal = write(false);
        long secret = ControlPage.openReadOnly(journal.resolve("control")).secret();
        Path file = segmentWithBase(journal, 0);
        byte[] whole = Files.readAllBytes(file);
        for (int block = 0; block < 3; block++) {
            int from = SegmentFormat.HEADER_BYTES + block * SegmentFormat.BLOCK_BYTES;
            for (int length : new int[] {0, 4, -40, Integer.MAX_VALUE, SegmentFormat.BLOCK_BYTES}) {
                ByteBuffer bytes = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
                int sealAt = SegmentFormat.SEALS_OFFSET + block * Long.BYTES;
                long seal = bytes.getLong(sealAt);
                int at = from + ForeignSegment.sealFirstRecord(seal);
                for (int count = 0; count < 5; count++) {
                    at += RecordFormat.align(RecordFormat.length(bytes.getLong(at)));
                }
                bytes.putInt(at, length);
                int crc = SegmentFormat.blockCrc(
                        bytes.slice(from, SegmentFormat.BLOCK_BYTES), (long) block * SegmentFormat.BLOCK_BYTES, secret);
                bytes.putLong(sealAt, SegmentFormat.seal(crc, SegmentFormat.sealFirstWord(seal), 0));
                Files.write(file, bytes.array());

                for (int capacity : new int[] {4096, 100_000, 1 << 20}) {
                    JournalReader reader = JournalReader.open(journal);
                    reader.passOverHoles(true);
                    List<Long> numbers = ForeignReads.forward(reader, capacity);
                    assertThat(numbers)
                            .as("block %s, length %s, capacity %s", block, length, capacity)
                            .hasSize(RECORDS - 1)
                            .isSorted()
                            .isSubsetOf(all());
                    assertThat(reader.damagedBytes()).isPositive().isLessThan(500);
                }
            }
        }
    }

    private static Path segmentWithBase(Path journal, long base) throws Exception {
        for (Map.Entry<Path, byte[]> file : contents(journal).entrySet()) {
            ByteBuffer bytes = ByteBuffer.wrap(file.getValue()).order(ByteOrder.LITTLE_ENDIAN);
            if (file.getKey().toString().endsWith(".seg") && bytes.getLong(SegmentFormat.BASE_OFFSET) == base) {
                return file.getKey();
            }
        }
        throw new AssertionError("no segment starts at " + base);
    }
}
