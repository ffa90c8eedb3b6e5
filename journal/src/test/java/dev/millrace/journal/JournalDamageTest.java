package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.journal.TestJournals.Told;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class JournalDamageTest {
    private static final int RECORDS = 3_000;

    @TempDir
    Path directory;

    private final Told told = new Told();

    private Path home() {
        return TestJournals.home(directory);
    }

    /** As a kill leaves it. */
    private Path write(boolean recordChecksums) throws Exception {
        Path killed = Files.createTempDirectory(directory, "killed");
        JournalSlot slot = JournalSlot.claim(home(), told);
        try (Journal journal =
                Journal.open(slot, new JournalOptions(16L << 20, TestJournals.SEGMENT, false, recordChecksums, told))) {
            journal.cursor("reader");
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
        slot.close();
        TestJournals.copy(killed, slot.directory());
        return slot.directory();
    }

    private static void append(Journal journal, long from, long to) {
        for (long number = from; number < to; number++) {
            byte[] bytes = TestJournals.record(number, 100);
            assertThat(journal.append(bytes, 0, bytes.length, 0)).isNotNegative();
        }
    }

    private void loseBoot(Path slot) throws Exception {
        damage(slot.resolve("control"), 40, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    }

    private List<Long> readAgain() throws Exception {
        JournalSlot slot = JournalSlot.claim(home(), told);
        try (Journal journal = Journal.open(slot, TestJournals.options(told))) {
            return TestJournals.readAll(journal.cursor("reader"));
        } finally {
            slot.close();
        }
    }

    /** Which files there are depends on how far the keeper is, and so does what is hit: also the version at times. */
    private List<Long> readUnlessOfANewerVersion() throws Exception {
        try {
            return readAgain();
        } catch (JournalException e) {
            assertThat(e.notice()).isEqualTo(JournalNotice.NEWER_VERSION);
            return List.of();
        }
    }

    private static void damage(Path file, long offset, byte[] bytes) throws Exception {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(offset);
            access.write(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void I6_shouldNeverGiveBackABlockThatIsDamaged(boolean recordChecksums) throws Exception {
        Random random = new Random(recordChecksums ? 11 : 12);
        for (int round = 0; round < 20; round++) {
            Path slot = write(recordChecksums);
            Path segment = slot.resolve("0.seg");
            byte[] noise = new byte[1 + random.nextInt(40)];
            random.nextBytes(noise);
            int sealedBytes = TestJournals.SEGMENT - SegmentFormat.BLOCK_BYTES;
            damage(segment, SegmentFormat.HEADER_BYTES + random.nextInt(sealedBytes - 64), noise);

            List<Long> read = readAgain();

            assertThat(read).isSorted().doesNotHaveDuplicates();
            assertThat(read).hasSizeBetween(RECORDS - 2 * SegmentFormat.BLOCK_BYTES / 28, RECORDS);
            assertThat(read).contains((long) RECORDS - 1);
            removeAll(slot);
        }
    }

    @Test
    void I6_shouldSurviveRandomDamageAnywhere() throws Exception {
        Random random = new Random(13);
        for (int round = 0; round < 60; round++) {
            Path slot = write(true);
            List<Path> files;
            try (var list = Files.list(slot)) {
                files = list.filter(Files::isRegularFile).sorted().toList();
            }
            for (int hit = 0; hit <= random.nextInt(4); hit++) {
                Path file = files.get(random.nextInt(files.size()));
                byte[] noise = new byte[1 + random.nextInt(64)];
                random.nextBytes(noise);
                long length = Files.size(file);
                damage(file, (long) (random.nextDouble() * random.nextDouble() * length), noise);
            }

            assertThat(readUnlessOfANewerVersion())
                    .isSubsetOf(java.util.stream.LongStream.range(0, RECORDS)
                            .boxed()
                            .toList());
            removeAll(slot);
        }
    }

    /** One that is far away was damaged; the way there would be longer than anybody can wait. */
    @ParameterizedTest
    @ValueSource(strings = {"0.seg", "1.seg", "2.seg"})
    void I6_shouldSetASegmentAsideWhoseBaseIsFarFromTheOthers(String name) throws Exception {
        Path slot = write(false);
        damage(slot.resolve(name), SegmentFormat.BASE_OFFSET + 7, new byte[] {0x20});

        List<Long> read = readAgain();

        assertThat(read).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(RECORDS / 3);
        assertThat(slot.resolve(name)).doesNotExist();
        assertThat(told.notices).contains(JournalNotice.DAMAGED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.seg", "1.seg"})
    void I6_shouldSayThatASegmentIsMissing(String name) throws Exception {
        Path slot = write(false);
        assertThat(readAgain()).hasSize(RECORDS);
        assertThat(told.notices).isEmpty();
        Files.delete(slot.resolve(name));

        assertThat(readAgain()).isSorted().hasSizeLessThan(RECORDS);

        assertThat(told.messages).singleElement().asString().startsWith("segments are missing, and readers pass over");
    }

    /** Whoever has read what is lost would miss what is appended there. */
    @ParameterizedTest
    @ValueSource(ints = {0, 500 * 128, 500 * 128 + 40})
    void I6_shouldSayThatASegmentIsCutAndAppendBehindIt(int leftBytes) throws Exception {
        Path killed = Files.createTempDirectory(directory, "killed");
        JournalSlot slot = JournalSlot.claim(home(), told);
        try (slot;
                Journal journal = Journal.open(slot, TestJournals.options(told))) {
            journal.cursor("reader");
            for (long number = 0; number < 1_000; number++) {
                byte[] bytes = TestJournals.record(number, 120);
                assertThat(journal.append(bytes, 0, bytes.length, 0)).isNotNegative();
            }
            TestJournals.copy(slot.directory(), killed);
        }
        TestJournals.copy(killed, slot.directory());
        try (RandomAccessFile file =
                new RandomAccessFile(slot.directory().resolve("0.seg").toFile(), "rw")) {
            file.setLength(SegmentFormat.HEADER_BYTES + leftBytes);
        }

        JournalSlot again = JournalSlot.claim(home(), told);
        try (again;
                Journal journal = Journal.open(again, TestJournals.options(told))) {
            assertThat(journal.tailPosition()).isGreaterThanOrEqualTo(TestJournals.SEGMENT);
            assertThat(TestJournals.readAll(journal.cursor("reader"))).hasSize(leftBytes / 128);
        }
        assertThat(told.messages).anyMatch(message -> message.startsWith("damaged bytes were skipped: bytes="));
    }

    @Test
    void I6_shouldNotFollowACursorThatIsFarAway() throws Exception {
        Path slot = write(false);
        JournalSlot again = JournalSlot.claim(home(), told);
        try (again;
                Journal journal = Journal.open(again, TestJournals.options(told))) {
            journal.control.position(journal.control.add("damaged", 1L << 61), 1L << 61);
        }

        assertThat(readAgain()).hasSize(RECORDS);
        assertThat(slot.resolve("0.seg")).exists();
    }

    @ParameterizedTest
    @ValueSource(longs = {64L << 20, 1L << 50, Long.MIN_VALUE, 257})
    void I6_shouldKeepEverythingForACursorWhosePositionIsDamaged(long position) throws Exception {
        Path slot = write(false);
        damage(slot.resolve("control"), 4096 + 128, littleEndian(position));

        assertThat(readAgain()).hasSize(RECORDS);
        assertThat(told.messages)
                .singleElement()
                .asString()
                .startsWith("a damaged position")
                .contains("cursor=reader, position=" + position);
    }

    @Test
    void I6_shouldKeepWhatIsSealedForSuchACursorAfterAReboot() throws Exception {
        Path slot = write(false);
        damage(slot.resolve("control"), 40, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        damage(slot.resolve("control"), 4096 + 128, littleEndian(1L << 50));

        assertThat(readAgain()).startsWith(0L).hasSizeGreaterThan(RECORDS / 2);
    }

    private static byte[] littleEndian(long word) {
        return ByteBuffer.allocate(Long.BYTES).putLong(Long.reverseBytes(word)).array();
    }

    @Test
    void I6_shouldTrustOnlySealedBlocksAfterAReboot() throws Exception {
        Path slot = write(false);
        damage(slot.resolve("control"), 40, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

        List<Long> read = readAgain();

        assertThat(told.notices).contains(JournalNotice.POWER_LOSS);
        assertThat(read).isNotEmpty().isSorted();
        assertThat(read.size()).isLessThan(RECORDS);
        assertThat(read.get(0)).isZero();
    }

    /** What it has not read of that block is the oldest of all that waits. */
    @Test
    void I6_shouldSealTheBlockInWhichAReaderStalls() throws Exception {
        JournalSlot slot = JournalSlot.claim(home(), told);
        try (Journal journal = Journal.open(slot, TestJournals.options(told))) {
            Cursor reader = journal.cursor("reader");
            append(journal, 0, 1_000);
            ReadBatch batch = new ReadBatch(64 << 10);
            assertThat(reader.fill(batch)).isTrue();
            for (int number = 0; number <= 50; number++) {
                assertThat(batch.next()).isTrue();
            }
            reader.release(batch.position());
            Sealer sealer = new Sealer(journal);
            for (int look = 0; look < 3; look++) {
                sealer.seal(journal.tailPosition(), reader.position(), Long.MAX_VALUE);
            }

            Segment segment = journal.table.find(0);
            assertThat(segment.seal(1)).isZero();
            assertThat(segment.seal(0)).isNotZero();
            assertThat(segment.sealHolds(0, journal.secret)).isTrue();
        }
        slot.close();
        loseBoot(slot.directory());

        assertThat(readAgain()).isEqualTo(LongStream.range(50, 1_000).boxed().toList());
    }

    @Test
    void I10_shouldFinishAfterAnotherBootWhatAnOrderlyEndHasLeft() throws Exception {
        JournalSlot slot = JournalSlot.claim(home(), told);
        try (Journal journal = Journal.open(slot, TestJournals.options(told))) {
            append(journal, 0, 7);
            Cursor reader = journal.cursor("reader");
            append(journal, 7, 100);
            assertThat(reader.position()).isPositive();
        }
        slot.close();
        loseBoot(slot.directory());

        assertThat(readAgain()).isEqualTo(LongStream.range(7, 100).boxed().toList());
    }

    /** Such as a page that the disk has lost. */
    @Test
    void I7_shouldRefuseAJournalThatCannotBeRead() throws Exception {
        Path slot = write(false);
        JournalOpener opener = new JournalOpener() {
            @Override
            FileSegmentStore store(Path directory, ControlPage control) {
                return new FileSegmentStore(directory, control.segmentBytes(), control.journalId()) {
                    @Override
                    Segment open(Path file) throws IOException {
                        Segment segment = super.open(file);
                        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                            access.setLength(SegmentFormat.HEADER_BYTES);
                        }
                        return segment;
                    }
                };
            }
        };

        assertThatThrownBy(() -> opener.open(slot, TestJournals.options(told), Recovery.NOT_A_QUEUE))
                .isInstanceOf(JournalException.class)
                .hasCauseInstanceOf(InternalError.class)
                .extracting(e -> ((JournalException) e).notice())
                .isEqualTo(JournalNotice.DIRECTORY_REFUSED);
    }

    @Test
    void shouldTakeNoRoomForWhatARecoveryGivesUp() throws Exception {
        JournalSlot slot = JournalSlot.claim(home(), told);
        try (Journal journal = Journal.open(slot, TestJournals.options(told))) {
            assertThat(journal.cursor("reader").position()).isZero();
            append(journal, 0, 10);
        }
        try (Journal journal = Journal.open(slot, TestJournals.options(told))) {
            append(journal, 10, 20);
            Cursor reader = journal.cursor("reader");
            ReadBatch batch = new ReadBatch(8 << 10);
            List<Long> read = new ArrayList<>();
            while (reader.fill(batch)) {
                while (batch.next()) {
                    read.add(TestJournals.number(batch.bytes(), batch.payloadOffset()));
                }
            }

            assertThat(read).isEqualTo(LongStream.range(0, 20).boxed().toList());
            assertThat(reader.readPosition()).isEqualTo(journal.tailPosition());
            assertThat(batch.bytes().length).isLessThan(16 << 10);
        }
        slot.close();
    }

    @Test
    void I6_shouldTrustCheckedRecordsAfterAReboot() throws Exception {
        Path slot = write(true);
        damage(slot.resolve("control"), 40, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

        assertThat(readAgain()).hasSize(RECORDS);
    }

    @Test
    void I7_shouldLeaveAJournalOfANewerVersionAlone() throws Exception {
        Path slot = write(false);
        damage(slot.resolve("control"), 8, new byte[] {99});

        assertThatThrownBy(this::readAgain)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("version=99")
                .extracting(e -> ((JournalException) e).notice())
                .isEqualTo(JournalNotice.NEWER_VERSION);
        assertThat(slot.resolve("0.seg")).exists();
    }

    @Test
    void I7_shouldSetFilesAsideWhenTheControlPageIsDamaged() throws Exception {
        Path slot = write(false);
        damage(slot.resolve("control"), 16, new byte[] {1, 2, 3});

        assertThat(readAgain()).isEmpty();
        assertThat(told.notices).contains(JournalNotice.DAMAGED);
        assertThat(told.messages).anyMatch(message -> message.endsWith("; what it held is not written"));
        try (var list = Files.list(slot.getParent())) {
            assertThat(list.map(path -> path.getFileName().toString()).toList())
                    .anyMatch(name -> name.startsWith("0.damaged-"));
        }
    }

    @Test
    void I1_shouldStartAfreshWhereAProcessDiedWhileItCreatedTheJournal() throws Exception {
        for (int length : new int[] {0, 100, ControlPage.BYTES}) {
            Path slot = Files.createDirectories(home().resolve("0"));
            for (Path created = slot; !created.equals(directory); created = created.getParent()) {
                Files.setPosixFilePermissions(created, PosixFilePermissions.fromString("rwx------"));
            }
            Files.write(slot.resolve("control"), new byte[length]);

            assertThat(readAgain()).isEmpty();
            assertThat(told.notices).isEmpty();
            removeAll(slot);
        }
    }

    @Test
    void shouldNotReviveWhatASegmentHeldBefore() throws Exception {
        JournalSlot slot = JournalSlot.claim(home(), told);
        try (Journal journal = Journal.open(slot, TestJournals.options(told))) {
            Cursor cursor = journal.cursor("reader");
            for (long number = 0; number < 20_000; number++) {
                byte[] bytes = TestJournals.record(number, 100);
                while (journal.append(bytes, 0, bytes.length, 0) < 0) {
                    Thread.onSpinWait();
                }
                if (number % 100 == 0) {
                    TestJournals.readAll(cursor);
                    cursor.release(cursor.readPosition());
                }
            }
            TestJournals.readAll(cursor);
            cursor.release(cursor.readPosition());
        }
        slot.close();

        assertThat(readAgain()).isEmpty();
    }

    private static void removeAll(Path slot) throws Exception {
        try (var files = Files.walk(slot.getParent())) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
