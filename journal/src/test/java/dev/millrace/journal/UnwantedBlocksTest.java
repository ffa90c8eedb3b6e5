package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.TestJournals.Told;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of blocks in which nothing is wanted no record is given out, whatever surrounds them. */
@Timeout(120)
class UnwantedBlocksTest {
    private static final long SUMMARY_OF_WANTED = 2;
    private static final long SUMMARY_OF_OTHERS = 1;
    private static final int CAPACITY = 256 << 10;

    @TempDir
    private Path directory;

    private final TreeMap<Long, Boolean> wantedAt = new TreeMap<>();
    private Path journalDirectory;

    /** Runs of either kind, from a part of a block to several blocks; some records are longer than a block. */
    @BeforeEach
    void write() throws Exception {
        Random random = new Random(20_261_122);
        Told told = new Told();
        JournalOptions options = new JournalOptions(
                64 << 20,
                1 << 20,
                false,
                false,
                told,
                new Retention(48 << 20, null),
                (data, offset, length) -> data.get(offset) == 'w' ? SUMMARY_OF_WANTED : SUMMARY_OF_OTHERS);
        try (JournalSlot slot = JournalSlot.claim(TestJournals.home(directory), told);
                Journal journal = Journal.open(slot, options)) {
            journalDirectory = slot.directory();
            boolean wanted = true;
            while (wantedAt.size() < 30_000) {
                int run = 1 + random.nextInt(random.nextBoolean() ? 40 : 4000);
                for (int i = 0; i < run; i++) {
                    byte[] bytes = new byte[1 + random.nextInt(random.nextInt(300) == 0 ? 150_000 : 300)];
                    bytes[0] = (byte) (wanted ? 'w' : 'o');
                    wantedAt.put(journal.append(bytes, 0, bytes.length, 0), wanted);
                }
                wanted = !wanted;
            }
        }
        assertThat(wantedAt.firstKey()).isNotNegative();
    }

    private JournalReader reader() throws IOException {
        JournalReader reader = JournalReader.open(journalDirectory);
        reader.passOverBlocks(summary -> (summary & SUMMARY_OF_WANTED) != 0);
        return reader;
    }

    private List<Long> positions(boolean wantedOnly) {
        Set<Long> blocks = wantedAt.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(entry -> block(entry.getKey()))
                .collect(Collectors.toSet());
        // Nothing says where the records of the last block end.
        blocks.add(block(wantedAt.lastKey()));
        return wantedAt.entrySet().stream()
                .filter(entry -> wantedOnly ? entry.getValue() : blocks.contains(block(entry.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static long block(long position) {
        return position / SegmentFormat.BLOCK_BYTES;
    }

    private void check(List<Long> read) {
        assertThat(read)
                .isSubsetOf(positions(false))
                .containsAll(positions(true))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldReadForwardWhatSharesABlockWithSomethingWanted() throws IOException {
        JournalReader reader = reader();
        ReadBatch batch = new ReadBatch(CAPACITY);
        List<Long> read = new ArrayList<>();

        while (reader.fill(batch)) {
            while (batch.next()) {
                read.add(batch.position());
            }
        }

        check(read);
        assertThat(read).isSorted();
        assertThat(reader.damagedBytes()).isZero();
    }

    @Test
    void shouldReadBackwardWhatSharesABlockWithSomethingWanted() throws IOException {
        JournalReader reader = reader();
        reader.toEnd();
        ReadBatch batch = new ReadBatch(CAPACITY);
        List<Long> read = new ArrayList<>();

        while (reader.fillBefore(batch)) {
            while (batch.previous()) {
                read.add(batch.position());
            }
        }

        Collections.reverse(read);
        check(read);
        assertThat(read).isSorted();
        assertThat(reader.damagedBytes()).isZero();
    }
}
