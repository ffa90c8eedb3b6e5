package dev.millrace.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadOnlyDictionaryTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("dictionary");
    }

    private static String text(Dictionary dictionary, int id) {
        return new String(dictionary.text(id), UTF_8);
    }

    @Test
    void shouldSeeWhatItsOwnerEntersAlsoWhenTheFileHasGrown() throws IOException {
        Dictionary owner = Dictionary.open(file());
        Dictionary reader = Dictionary.openReadOnly(file());
        Map<Integer, String> entered = new HashMap<>();

        for (int i = 0; i < 3_000; i++) {
            String text = "a template that is long enough to fill the file in time " + i;
            int id = owner.idOfRepeating(text);
            if (id != 0) {
                entered.put(id, text);
                assertThat(text(reader, id)).isEqualTo(text);
            }
            owner.prepareAhead();
        }

        assertThat(entered).hasSizeGreaterThan(2_000);
        assertThat(Files.size(file())).isGreaterThan(DictionaryStore.FIRST_BYTES);
        owner.close();
        entered.forEach((id, text) -> assertThat(text(reader, id)).isEqualTo(text));
        reader.close();
    }

    @Test
    void shouldKnowThatItLacksWhatWasCutOff() throws IOException {
        int id;
        try (Dictionary owner = Dictionary.open(file())) {
            id = owner.idOfRepeating("known");
        }
        try (Dictionary reader = Dictionary.openReadOnly(file())) {
            assertThat(text(reader, id)).isEqualTo("known");
            assertThat(reader.lacksEntries()).isFalse();
        }
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.truncate(20);
        }

        try (Dictionary reader = Dictionary.openReadOnly(file())) {
            assertThat(text(reader, id)).isEqualTo("[no text #" + id + "]");
            assertThat(reader.lacksEntries()).isTrue();
        }
    }

    @Test
    void shouldEnterNothingAndWriteNothing() throws IOException {
        try (Dictionary owner = Dictionary.open(file())) {
            assertThat(owner.idOfRepeating("known")).isPositive();
        }
        byte[] before = Files.readAllBytes(file());

        try (Dictionary reader = Dictionary.openReadOnly(file())) {
            assertThat(reader.idOfRepeating("known")).isZero();
            assertThat(reader.idOfRepeating("new")).isZero();
            assertThat(reader.idOfFrame(new Throwable().getStackTrace()[0])).isZero();
            reader.prepareAhead();
        }

        assertThat(Files.readAllBytes(file())).isEqualTo(before);
    }

    @Test
    void I6_shouldShowAPlaceholderForWhateverIsNotThere() throws IOException {
        Random random = new Random(31);
        byte[] noise = new byte[5_000];
        random.nextBytes(noise);
        try (Dictionary owner = Dictionary.open(file())) {
            assertThat(owner.idOfRepeating("known")).isPositive();
        }
        byte[] damaged = Files.readAllBytes(file());
        System.arraycopy(noise, 0, damaged, DictionaryFormat.HEADER_BYTES, noise.length);
        Files.write(file(), damaged);

        try (Dictionary reader = Dictionary.openReadOnly(file())) {
            for (int id : new int[] {-1, 0, 7, 8, 9, 600, 8_191, 8_192, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertThat(text(reader, id)).isEqualTo("[no text #" + id + "]");
                assertThat(reader.frame(id)).isNotNull();
            }
        }
    }

    @Test
    void shouldTakeAFileThatItsOwnerHasOnlyBegun() throws IOException {
        for (int length : new int[] {0, 8, 64, 70, 4096}) {
            Files.write(file(), new byte[length]);

            try (Dictionary reader = Dictionary.openReadOnly(file())) {
                assertThat(text(reader, 8)).isEqualTo("[no text #8]");
            }
        }
    }

    @Test
    void I7_shouldNameWhatIsNoDictionary() throws IOException {
        assertThatThrownBy(() -> Dictionary.openReadOnly(file())).isInstanceOf(NoSuchFileException.class);

        Files.write(file(), "not a dictionary, but a text of more than sixty-four bytes in its file".getBytes(UTF_8));

        assertThatThrownBy(() -> Dictionary.openReadOnly(file()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a dictionary: " + file());
    }
}
