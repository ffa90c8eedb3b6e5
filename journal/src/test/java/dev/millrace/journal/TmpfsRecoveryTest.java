package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
