package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsciiTest {
    private static final int LONGEST = 40;

    @ParameterizedTest
    @ValueSource(chars = {0x80, 0xFF, 0x100, 0x141, 0x2020, 0xD800})
    void shouldSeeACharBeyondWhereverItStands(char beyond) {
        for (int length = 1; length <= LONGEST; length++) {
            for (int place = 0; place < length; place++) {
                StringBuilder text = new StringBuilder("a".repeat(length));
                text.setCharAt(place, beyond);
                assertThat(Ascii.isAscii(text.toString()))
                        .as("length %d, place %d", length, place)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 'a', 0x7F})
    void shouldTakeAndCopyTextsOfAllLengths(char ascii) {
        for (int length = 0; length <= LONGEST; length++) {
            String text = String.valueOf(ascii).repeat(length);
            byte[] copy = new byte[length + 2];
            assertThat(Ascii.isAscii(text)).as("length %d", length).isTrue();
            Ascii.copy(text, length, copy, 1);
            assertThat(copy).isEqualTo(("\0" + text + "\0").getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
