package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DictionaryTextsTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("dictionary");
    }

    private static Map<Integer, String> looked(DictionaryTexts texts, boolean all) {
        Map<Integer, String> seen = new TreeMap<>();
        assertThat(texts.lookAt(seen::put)).isEqualTo(all);
        return seen;
    }

    /** Reads or writes the bytes of an entry. */
    private void entry(int id, byte[] bytes, boolean write) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(file().toFile(), "rw")) {
            file.seek((long) id << DictionaryFormat.ID_SHIFT);
            if (write) {
                file.write(bytes);
            } else {
                file.readFully(bytes);
            }
        }
    }

    /** As it is for a pipe, which would hold the reader up. */
    @Test
    void i6ShouldReadNothingButAPlainFile() throws IOException {
        Files.createDirectory(file());

        assertThatThrownBy(() -> Dictionary.openReadOnly(file()))
                .isInstanceOf(IOException.class)
                .hasMessage("no plain file: " + file());
    }

    @Test
    void shouldSeeWhatIsEnteredAfterALook() throws IOException {
        try (Dictionary owner = Dictionary.open(file());
                Dictionary reader = Dictionary.openReadOnly(file())) {
            int first = owner.idOfRepeating("first");
            DictionaryTexts texts = new DictionaryTexts(reader);
            assertThat(texts.mayHaveOthers()).isTrue();
            assertThat(looked(texts, true)).containsOnly(Map.entry(first, "first"));
            assertThat(texts.mayHaveOthers()).isFalse();

            int second = owner.idOfRepeating("second");

            assertThat(texts.mayHaveOthers()).isTrue();
            assertThat(looked(texts, true)).containsOnlyKeys(first, second);
        }
    }

    /** Of two threads that enter texts, the one that claimed its place first may be the last one to begin. */
    @Test
    void shouldNotHaveSeenAllWhereAnEntryIsClaimedAndNotBegun() throws IOException {
        try (Dictionary owner = Dictionary.open(file());
                Dictionary reader = Dictionary.openReadOnly(file())) {
            int late = owner.idOfRepeating("late");
            int early = owner.idOfRepeating("early");
            byte[] bytes = new byte[DictionaryFormat.entryBytes("late".length())];
            entry(late, bytes, false);
            entry(late, new byte[bytes.length], true);
            DictionaryTexts texts = new DictionaryTexts(reader);
            assertThat(looked(texts, false)).containsOnlyKeys(early);

            entry(late, bytes, true);

            assertThat(texts.mayHaveOthers()).isTrue();
            assertThat(looked(texts, true)).containsOnlyKeys(late, early);
        }
    }
}
