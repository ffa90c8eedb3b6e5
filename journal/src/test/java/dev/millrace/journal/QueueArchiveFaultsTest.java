package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Want of memory, codecs that fail, and archives that are not what they were. */
@Timeout(120)
class QueueArchiveFaultsTest {
    private static final int SEGMENT = SegmentFormat.MIN_SEGMENT_BYTES;
    private static final QueueOptions PLAIN =
            QueueOptions.defaults().withSegmentBytes(SEGMENT).withBudgetBytes(16L << 20);
    private static final long COUNT = 20_000;

    @TempDir
    Path parent;

    private Path directory() {
        return parent.resolve("queue");
    }

    private Path archive(long base) {
        return SegmentArchive.file(JournalQueue.journal(directory()), base);
    }

    private static void append(JournalQueue queue, long from, long to) {
        for (long number = from; number < to; number++) {
            assertThat(queue.append(TestJournals.record(number, 100))).isNotNegative();
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        while (!condition.holds()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static List<Long> rest(Tailer tailer) throws Exception {
        List<Long> numbers = new ArrayList<>();
        while (tailer.next()) {
            assertThat(TestJournals.intact(tailer.bytes(), tailer.offset(), tailer.length()))
                    .isTrue();
            numbers.add(TestJournals.number(tailer.bytes(), tailer.offset()));
        }
        return numbers;
    }

    private static List<Long> numbers(long to) {
        return LongStream.range(0, to).boxed().toList();
    }

    /** A closed queue, all of whose segments are sealed. */
    private void fill() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            append(queue, 0, COUNT);
        }
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void shouldTakeNoMoreMemoryForManyArchivesThanForOne() throws Exception {
        fill();
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            QueueArchives archives = QueueArchives.open(queue.journal, new JournalOpener()::archiveOutput, () -> false);
            assertThat(archives.archive(queue.journal.table.find(0), Packing.ZSTD))
                    .isTrue();
            long before = directBytes();

            for (long base = SEGMENT; base < 8L * SEGMENT; base += SEGMENT) {
                assertThat(archives.archive(queue.journal.table.find(base), Packing.ZSTD))
                        .isTrue();
            }

            assertThat(directBytes() - before).isLessThan(SegmentArchive.MEMBER_BYTES);
        }
    }

    private static long heapBytesOf(Callable<?> work) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(work.call()).isNotNull();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void shouldUnpackZstdWithoutAMemberOnTheHeap() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Packing.ZSTD.codec().pack(new byte[SegmentArchive.MEMBER_BYTES], SegmentArchive.MEMBER_BYTES, out);
        byte[] packed = out.toByteArray();
        byte[] block = new byte[SegmentFormat.BLOCK_BYTES];

        long bytes = heapBytesOf(() -> {
            try (InputStream member = Packing.ZSTD.codec().unpack(packed, packed.length)) {
                int blocks = 0;
                while (member.readNBytes(block, 0, block.length) == block.length) {
                    blocks++;
                }
                return assertThat(blocks).isEqualTo(SegmentArchive.MEMBER_BYTES / block.length);
            }
        });

        assertThat(bytes).isLessThan(SegmentArchive.MEMBER_BYTES / 2);
    }

    @Test
    void shouldTakeLittleHeapForMembersEachLargerThanTheOneBefore() throws Exception {
        ArchiveMembers.Room room = new ArchiveMembers.Room();
        int least = 150_000;

        long bytes = heapBytesOf(() -> {
            boolean large = true;
            for (int member = least; member < least + 1_000; member++) {
                large &= room.packed(member).length >= member;
            }
            return assertThat(large).isTrue();
        });

        assertThat(bytes).isLessThan(10L * least);
    }

    /** Fails the first archive, as a codec without memory or library does. */
    private static final class FailingOnce extends JournalOpener {
        private final AtomicReference<Error> error;

        FailingOnce(Error error) {
            this.error = new AtomicReference<>(error);
        }

        @Override
        OutputStream archiveOutput(FileChannel channel) {
            return new FilterOutputStream(super.archiveOutput(channel)) {
                @Override
                public void write(byte[] bytes, int offset, int count) throws IOException {
                    Error thrown = error.getAndSet(null);
                    if (thrown != null) {
                        throw thrown;
                    }
                    out.write(bytes, offset, count);
                }
            };
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, NoClassDefFoundError.class, InternalError.class})
    void I5_shouldKeepItsHouseAfterAnError(Class<? extends Error> type) throws Exception {
        Error error = type.getConstructor(String.class).newInstance("no room, says the test");
        AtomicReference<Throwable> told = new AtomicReference<>();
        QueueOptions options = PLAIN.withCompression(QueueCompression.ZSTD)
                .withRetention(QueueRetention.newest(8L * SEGMENT))
                .withListener((notice, message, cause) -> {
                    if (cause == error && message.contains("no room, says the test")) {
                        told.set(cause);
                    }
                });
        try (JournalQueue queue = JournalQueue.open(directory(), options, new FailingOnce(error))) {
            append(queue, 0, 15_000);
            await(() -> told.get() != null);
            assertThat(archive(0)).doesNotExist();

            append(queue, 15_000, 2 * COUNT);

            // Only the thread that met the error gives up segments.
            await(() -> queue.journal.table.find(0) == null && !Files.exists(archive(0)));
            try (Tailer tailer = queue.tailer()) {
                assertThat(rest(tailer)).isSorted().endsWith(2 * COUNT - 1);
            }
        }
    }

    private static void flip(Path file, int bit) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(bit / Byte.SIZE);
            int before = bytes.read();
            bytes.seek(bit / Byte.SIZE);
            bytes.write(before ^ (1 << (bit % Byte.SIZE)));
        }
    }

    /** Appends, and waits until all that may be compressed is. */
    private void fillCompressed(QueueCompression compression) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN.withCompression(compression))) {
            append(queue, 0, COUNT);
            long last = (queue.endPosition() / SEGMENT - 5) * SEGMENT;
            await(() -> Files.exists(archive(last)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void I6_shouldOpenWhicheverBitOfAMagicIsFlippedAndInventNothing(QueueCompression compression) throws Exception {
        fillCompressed(compression);
        int refused = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            flip(archive(0), bit);
            List<String> told = new ArrayList<>();
            QueueOptions options = PLAIN.withListener((notice, message, cause) -> told.add(notice + ": " + message));
            try (JournalQueue queue = JournalQueue.open(directory(), options);
                    Tailer tailer = queue.tailer()) {
                if (told.isEmpty()) {
                    List<Long> read = rest(tailer);
                    assertThat(read).as("bit " + bit).doesNotContain(0L);
                    assertThat(read)
                            .isEqualTo(
                                    LongStream.range(read.get(0), COUNT).boxed().toList());
                } else {
                    refused++;
                    assertThat(told)
                            .singleElement()
                            .asString()
                            .startsWith("NEWER_VERSION")
                            .contains(archive(0).toString(), "of a newer version, or damaged");
                    assertThatThrownBy(tailer::next)
                            .isInstanceOf(JournalException.class)
                            .hasMessageContaining("of a newer version, or damaged");
                }
            }
            flip(archive(0), bit);
        }
        assertThat(refused).isBetween(1, Long.SIZE - 1);
        try (Tailer tailer = Tailer.open(directory())) {
            assertThat(rest(tailer)).isEqualTo(numbers(COUNT));
        }
    }

    /** The same, and what was compressed is no longer there as segments. */
    private void fillCompressedOnly() throws Exception {
        fillCompressed(QueueCompression.GZIP);
        JournalQueue.open(directory(), PLAIN).close();
    }

    @Test
    void I6_shouldCountArchivesThatAreNoneAsDamageAndPassThemInBothDirections() throws Exception {
        fillCompressedOnly();
        Files.writeString(archive(SEGMENT), "no archive");
        Files.writeString(archive(2L * SEGMENT), "no archive");

        try (Tailer forward = Tailer.open(directory());
                Tailer backward = Tailer.open(directory()).toEnd()) {
            List<Long> read = rest(forward);
            assertThat(forward.damagedBytes()).isEqualTo(2L * SEGMENT);
            assertThat(forward.overtakenBytes()).isZero();

            for (int at = read.size() - 1; at >= 0; at--) {
                assertThat(backward.previous()).as("before %d", read.get(at)).isTrue();
                assertThat(TestJournals.number(backward.bytes(), backward.offset()))
                        .isEqualTo(read.get(at));
            }
            assertThat(backward.previous()).isFalse();
        }
    }

    /** No segment was entered before, of which could be told that what follows it is missing. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10, SegmentFormat.HEADER_BYTES - 1})
    void I6_shouldCountTheOldestArchiveAsDamageWhereItIsNone(int bytes) throws Exception {
        fillCompressedOnly();
        Files.write(archive(0), Arrays.copyOf(Files.readAllBytes(archive(0)), bytes));

        try (Tailer tailer = Tailer.open(directory())) {
            assertThat(rest(tailer)).isSorted().endsWith(COUNT - 1);
            assertThat(tailer.damagedBytes()).isEqualTo(SEGMENT);
            assertThat(tailer.overtakenBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -16, 7})
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void I6_shouldNotPackForEverWhatIsDamagedMeanwhile(int length) throws Exception {
        ByteBuffer header = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer data = ByteBuffer.allocate(SEGMENT).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(0, 64).putInt(64, length);
        MemberCodec codec = Packing.GZIP.codec();

        assertThatThrownBy(() -> SegmentArchive.write(
                        parent.resolve("archive"), header, data, Packing.GZIP, codec, Channels::newOutputStream))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("length=" + length);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void I6_shouldNotFollowAnArchiveWhoseBaseNoSegmentCanHave() throws Exception {
        fillCompressedOnly();
        long base = (1L << 62) + SEGMENT;
        byte[] far = Files.readAllBytes(archive(0));
        ByteBuffer.wrap(far).order(ByteOrder.LITTLE_ENDIAN).putLong(SegmentFormat.BASE_OFFSET, base);
        Files.write(archive(base), far);

        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN);
                Tailer forward = queue.tailer();
                Tailer backward = queue.tailer().toEnd()) {
            assertThat(rest(forward)).isEqualTo(numbers(COUNT));
            assertThat(backward.previous()).isTrue();
            assertThat(TestJournals.number(backward.bytes(), backward.offset())).isEqualTo(COUNT - 1);
        }
    }

    /** Whoever opens a pipe to read it waits for a writer. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void I6_shouldNotWaitAtAPipeThatHasAnArchivesName() throws Exception {
        fillCompressedOnly();
        Files.delete(archive(SEGMENT));
        Process made = new ProcessBuilder("mkfifo", archive(SEGMENT).toString()).start();
        assumeTrue(made.waitFor() == 0, "no pipes with names");

        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN);
                Tailer tailer = queue.tailer()) {
            assertThat(rest(tailer)).isSorted().startsWith(0L).endsWith(COUNT - 1);
            assertThat(tailer.damagedBytes()).isEqualTo(SEGMENT);
            assertThat(tailer.toTime(Long.MAX_VALUE).next()).isFalse();
        }
    }

    @Test
    void I6_shouldBelieveNothingOfAnArchiveWhoseSealsAreGoneAndNotWaitThere() throws Exception {
        fillCompressedOnly();
        try (RandomAccessFile file = new RandomAccessFile(archive(SEGMENT).toFile(), "rw")) {
            file.seek(SegmentFormat.SEALS_OFFSET);
            file.write(new byte[SEGMENT / SegmentFormat.BLOCK_BYTES * Long.BYTES]);
            file.seek(SegmentFormat.HEADER_BYTES);
            file.write(new byte[100]);
        }

        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN);
                Tailer tailer = queue.tailer()) {
            assertThat(rest(tailer)).isSorted().endsWith(COUNT - 1);
            assertThat(tailer.damagedBytes()).isEqualTo(SEGMENT);
        }
    }

    @Test
    void shouldBeOvertakenAndNotDamagedWhereTheNextArchivesAreGivenUpWithTheOneThatIsRead() throws Exception {
        fillCompressedOnly();

        try (Tailer tailer = Tailer.open(directory())) {
            assertThat(tailer.next()).isTrue();
            for (long base = 0; base <= 2L * SEGMENT; base += SEGMENT) {
                Files.delete(archive(base));
            }

            assertThat(rest(tailer)).isSorted().endsWith(COUNT - 1);
            assertThat(tailer.overtakenBytes()).isEqualTo(2L * SEGMENT);
            assertThat(tailer.damagedBytes()).isZero();
        }
    }

    @Test
    void shouldGiveUpAnArchiveThatMayBeNewerByTheAgeOfItsFile() throws Exception {
        fillCompressed(QueueCompression.ZSTD);
        try (RandomAccessFile file = new RandomAccessFile(archive(0).toFile(), "rw")) {
            file.write("MRSZS002".getBytes(StandardCharsets.US_ASCII));
        }
        QueueOptions day = PLAIN.withRetention(QueueRetention.youngerThan(Duration.ofDays(1)));
        try (JournalQueue queue = JournalQueue.open(directory(), day)) {
            append(queue, COUNT, COUNT + 1);
        }
        assertThat(archive(0)).exists();
        Files.setLastModifiedTime(archive(0), FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        try (JournalQueue queue = JournalQueue.open(directory(), day)) {
            await(() -> !Files.exists(archive(0)));
            assertThat(archive(SEGMENT)).exists();
            assertThat(queue.usedBytes()).isPositive();
        }
    }

    /** A time behind the 24 days that milliseconds have room for is kept in seconds. */
    @Test
    void shouldKeepAnArchiveThatTookLongToFillByTheAgeOfItsLastRecord() throws Exception {
        fillCompressed(QueueCompression.ZSTD);
        long days = 30;
        try (RandomAccessFile file = new RandomAccessFile(archive(0).toFile(), "rw")) {
            file.seek(SegmentFormat.STARTED_OFFSET);
            file.writeLong(
                    Long.reverseBytes(Instant.now().minus(Duration.ofDays(days)).toEpochMilli()));
            file.seek(SegmentFormat.TIMES_OFFSET + (SEGMENT / SegmentFormat.BLOCK_BYTES - 1L) * Integer.BYTES);
            file.writeInt(Integer.reverseBytes(
                    SegmentFormat.sealTime(Duration.ofDays(days).toMillis())));
        }

        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            QueueArchives archives = QueueArchives.open(queue.journal, new JournalOpener()::archiveOutput, () -> false);

            assertThat(Instant.ofEpochMilli(archives.sealedMs(archives.firstBase())))
                    .isAfter(Instant.now().minus(Duration.ofDays(1)));
        }
    }

    @Test
    void I6_shouldGiveUpAnArchiveWhoseTimeIsTheLastOfAll() throws Exception {
        fillCompressed(QueueCompression.ZSTD);
        try (RandomAccessFile file = new RandomAccessFile(archive(0).toFile(), "rw")) {
            file.seek(SegmentFormat.STARTED_OFFSET);
            file.writeLong(Long.reverseBytes(Long.MAX_VALUE));
            file.seek(SegmentFormat.TIMES_OFFSET + (SEGMENT / SegmentFormat.BLOCK_BYTES - 1L) * Integer.BYTES);
            file.writeInt(0);
        }

        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN.withRetention(QueueRetention.newest(SEGMENT)))) {
            await(() -> !Files.exists(archive(0)));
            assertThat(queue.usedBytes()).isPositive();
        }
    }

    /** What is written of the first member has lost its first two bytes. */
    private static OutputStream damaging(FileChannel channel) {
        return new FilterOutputStream(Channels.newOutputStream(channel)) {
            @Override
            public void write(byte[] bytes, int offset, int count) throws IOException {
                byte[] written = Arrays.copyOfRange(bytes, offset, offset + count);
                if (channel.position() == SegmentFormat.HEADER_BYTES) {
                    Arrays.fill(written, 0, 2, (byte) 0);
                }
                out.write(written);
            }
        };
    }

    @ParameterizedTest
    @EnumSource(Packing.class)
    void I5_shouldNotBlameASegmentForACodecThatFails(Packing packing) throws Exception {
        fill();
        try (JournalQueue queue = JournalQueue.open(directory(), PLAIN)) {
            Segment segment = queue.journal.table.find(0);
            QueueArchives broken = QueueArchives.open(queue.journal, QueueArchiveFaultsTest::damaging, () -> false);
            assertThatThrownBy(() -> broken.archive(segment, packing))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot be unpacked");
            assertThat(archive(0)).doesNotExist();

            QueueArchives archives = QueueArchives.open(queue.journal, new JournalOpener()::archiveOutput, () -> false);
            assertThat(archives.archive(segment, packing)).isTrue();

            Segment second = queue.journal.table.find(SEGMENT);
            int payload = 40;
            second.data.put(payload, (byte) ~second.data.get(payload));
            assertThat(archives.archive(second, packing)).isFalse();
            assertThat(archive(SEGMENT)).doesNotExist();
        }
    }

    @Test
    void I6_shouldHandOutNothingOfADamagedFrame() throws Exception {
        byte[] member = new byte[SegmentArchive.MEMBER_BYTES];
        new Random(3).nextBytes(member);
        MemberCodec codec = Packing.ZSTD.codec();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        codec.pack(member, member.length, out);
        byte[] packed = out.toByteArray();
        assertThat(codec.unpack(packed, packed.length).readAllBytes()).isEqualTo(member);
        packed[0] ^= 1;

        assertThatThrownBy(() -> codec.unpack(packed, packed.length)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> codec.unpack(packed, packed.length / 2)).isInstanceOf(IOException.class);
    }

    /** Earlier versions wrote gzip so, and none wrote zstd. */
    @ParameterizedTest
    @CsvSource({"GZIP, 0", "ZSTD, 16"})
    void shouldTakeOnlyGzipToBeOneMember(Packing packing, int firstBlock) throws Exception {
        QueueOptions large = PLAIN.withSegmentBytes(4 << 20).withBudgetBytes(64L << 20);
        try (JournalQueue queue = JournalQueue.open(directory(), large)) {
            for (int number = 0; number < 1_000; number++) {
                assertThat(queue.append(TestJournals.record(number, 6_000))).isNotNegative();
            }
        }
        try (JournalQueue queue = JournalQueue.open(directory(), large)) {
            QueueArchives archives = QueueArchives.open(queue.journal, new JournalOpener()::archiveOutput, () -> false);
            assertThat(archives.archive(queue.journal.table.find(0), packing)).isTrue();
            try (RandomAccessFile file = new RandomAccessFile(archive(0).toFile(), "rw")) {
                file.seek(SegmentArchive.MEMBERS_OFFSET);
                file.write(new byte[4 * Integer.BYTES]);
            }
            ByteBuffer page = ByteBuffer.allocate(SegmentFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

            ArchiveMembers members =
                    ArchiveMembers.open(archive(0), page, 0, queue.journal.control, new ArchiveMembers.Room());

            assertThat(members.firstBlock(20)).isEqualTo(firstBlock);
        }
    }
}
