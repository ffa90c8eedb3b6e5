package dev.millrace.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Dictionary;
import dev.millrace.event.EventSummary;
import dev.millrace.event.Levels;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is passed over while loggers come, and where the dictionary is not whole. */
class BlockTestOverDictionaryTest {
    private static final int ID_BYTES = 8;
    private static final Predicate<String> WANTED = "wanted"::equals;

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("dictionary");
    }

    private static BlockTest blockTest(Dictionary dictionary, Predicate<String> loggers) {
        return new BlockTest(dictionary, Levels.TRACE, Levels.ERROR, new NameTest(dictionary, List.of(loggers)));
    }

    private static long blockOf(int logger) {
        return EventSummary.level(Levels.INFO) | EventSummary.logger(logger);
    }

    @Test
    void shouldReadTheBlocksOfALoggerThatComesWhileSeveralThreadsSearch() throws IOException {
        try (Dictionary owner = Dictionary.open(file());
                Dictionary reader = Dictionary.openReadOnly(file())) {
            BlockTest one = blockTest(reader, WANTED);
            BlockTest another = blockTest(reader, WANTED);
            long other = blockOf(owner.idOfRepeating("other"));
            assertThat(one.mayHold(other)).isFalse();
            assertThat(another.mayHold(other)).isFalse();

            long wanted = blockOf(owner.idOfRepeating("wanted"));

            assertThat(wanted).isNotEqualTo(other);
            assertThat(one.mayHold(wanted)).isTrue();
            assertThat(another.mayHold(wanted)).isTrue();
            assertThat(one.mayHold(other)).isFalse();
        }
    }

    @Test
    void shouldLookOnceAndReadEveryBlockWhereTheDictionaryHasAHole() throws IOException {
        List<String> asked = new ArrayList<>();
        try (Dictionary owner = Dictionary.open(file());
                Dictionary reader = Dictionary.openReadOnly(file())) {
            int hole = owner.idOfRepeating("hole");
            long other = blockOf(owner.idOfRepeating("other"));
            try (RandomAccessFile file = new RandomAccessFile(file().toFile(), "rw")) {
                // As a kill leaves it: the length is negative until the entry is whole.
                file.seek((long) hole * ID_BYTES);
                file.writeInt(Integer.reverseBytes(-"hole".length()));
            }
            BlockTest test = blockTest(reader, name -> asked.add(name) && WANTED.test(name));

            for (int block = 0; block < 10; block++) {
                assertThat(test.mayHold(other)).isTrue();
            }
        }
        assertThat(asked).containsExactly("other");
    }

    @Test
    void shouldReadEveryBlockWhereAnEntryIsClaimedAndNotBegun() throws IOException {
        try (Dictionary owner = Dictionary.open(file());
                Dictionary reader = Dictionary.openReadOnly(file())) {
            int late = owner.idOfRepeating("wanted");
            long other = blockOf(owner.idOfRepeating("other"));
            try (RandomAccessFile file = new RandomAccessFile(file().toFile(), "rw")) {
                file.seek((long) late * ID_BYTES);
                file.write(new byte[3 * ID_BYTES]);
            }
            BlockTest test = blockTest(reader, WANTED);

            assertThat(test.mayHold(other)).isTrue();
            assertThat(test.mayHold(blockOf(late))).isTrue();
        }
    }
}
