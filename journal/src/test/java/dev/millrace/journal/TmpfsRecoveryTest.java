package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory is given to a page of tmpfs when it is first looked at: where none is left, looking ends the process. */
@Timeout(60)
class TmpfsRecoveryTest {
    private static final Path TMPFS = Path.of("/dev/shm");
    private static final QueueOptions SMALL =
            QueueOptions.defaults().withSegmentBytes(4 << 20).withBudgetBytes(64L << 20);

    private Path parent;

    @BeforeEach
    void create() throws Exception {
        assumeTrue(Files.isWritable(TMPFS) && Files.getFileStore(TMPFS).type().equals("tmpfs"), "no tmpfs");
        parent = Files.createTempDirectory(TMPFS, "millrace-test-");
    }

    @AfterEach
    void remove() throws Exception {
        if (parent != null) {
            TestJournals.removeUnderTheKeeper(parent);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4096, 8192})
    void I6_shouldReadWhatLiesBehindASegmentThatWasCutOff(int leftBytes) throws Exception {
        Path killed = parent.resolve("killed");
        try (JournalQueue queue = JournalQueue.open(parent.resolve("queue"), SMALL.withSegmentBytes(256 << 10))) {
            for (long number = 0; number < 4_000; number++) {
                assertThat(queue.append(TestJournals.record(number, 248))).isNotNegative();
            }
            PowerLossTest.copyTree(queue.directory(), killed);
        }
        Path second = JournalQueue.journal(killed).resolve("1.seg");
        try (RandomAccessFile file = new RandomAccessFile(second.toFile(), "rw")) {
            file.setLength(SegmentFormat.HEADER_BYTES + leftBytes);
        }

        try (JournalQueue queue = JournalQueue.open(killed, SMALL.withSegmentBytes(0));
                Tailer tailer = queue.tailer()) {
            assertThat(queue.append(TestJournals.record(4_000, 248))).isNotNegative();
            long last = -1;
            while (tailer.next()) {
                last = TestJournals.number(tailer.bytes(), tailer.offset());
            }
            assertThat(last).isEqualTo(4_000);
        }
    }

    @Test
    void I5_shouldRefuseAndKeepAllWhereTheRestOfASegmentFindsNoSpace() throws Exception {
        Path killed = parent.resolve("killed");
        try (JournalQueue queue = JournalQueue.open(parent.resolve("queue"), SMALL)) {
            for (long number = 0; number < 100; number++) {
                assertThat(queue.append(TestJournals.record(number, 200))).isNotNegative();
            }
            PowerLossTest.copyTree(queue.directory(), killed);
        }
        FaultyFiles files = new FaultyFiles();
        files.fillUpAfter(300 << 10);

        assertThatThrownBy(() -> JournalQueue.open(killed, SMALL, files))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("free space");
        files.mend();

        try (JournalQueue queue = JournalQueue.open(killed, SMALL, files);
                Tailer tailer = queue.tailer()) {
            List<Long> numbers = new ArrayList<>();
            while (tailer.next()) {
                numbers.add(TestJournals.number(tailer.bytes(), tailer.offset()));
            }
            assertThat(numbers).isEqualTo(LongStream.range(0, 100).boxed().toList());
        }
    }
}
