package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    private static final int LONGEST = 40;

    @ParameterizedTest
    @ValueSource(chars = {0x80, 0xFF, 0x100, 0x141, 0x2020, 0xD800})
    void shouldSeeACharBeyondAsciiWhereverItStands(char beyond) {
        for (int length = 1; length <= LONGEST; length++) {
            for (int place = 0; place < length; place++) {
                StringBuilder text = new StringBuilder("a".repeat(length));
                text.setCharAt(place, beyond);
                assertThat(Utf8.isAscii(text.toString(), length))
                        .as("length %d, place %d", length, place)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 'a', 0x7F})
    void shouldTakeAsciiTextsOfAllLengths(char ascii) {
        for (int length = 0; length <= LONGEST; length++) {
            assertThat(Utf8.isAscii(String.valueOf(ascii).repeat(length), length))
                    .as("length %d", length)
                    .isTrue();
        }
    }
}
