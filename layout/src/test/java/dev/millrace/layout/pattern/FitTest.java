package dev.millrace.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FitTest {
    @Test
    void shouldPadOnTheSideTheModifierNames() {
        assertThat(fitted("5", "abc")).isEqualTo("  abc");
        assertThat(fitted("-5", "abc")).isEqualTo("abc  ");
    }

    @Test
    void shouldCutFromTheSideTheModifierNames() {
        assertThat(fitted(".2", "abc")).isEqualTo("bc");
        assertThat(fitted(".-2", "abc")).isEqualTo("ab");
    }

    @Test
    void shouldNotPadWhatItCut() {
        assertThat(fitted("20.2", "abc")).isEqualTo("bc");
    }

    @Test
    void shouldCountUtf16Units() {
        assertThat(fitted("6", "日本\uD83D\uDE00")).isEqualTo("  日本\uD83D\uDE00");
        assertThat(fitted(".2", "日本\uD83D\uDE00")).isEqualTo("\uD83D\uDE00");
        assertThat(fitted(".1", "日本\uD83D\uDE00")).isEqualTo("?");
        assertThat(fitted(".-3", "日本\uD83D\uDE00")).isEqualTo("日本?");
    }

    @Test
    void shouldFitAsStringsWouldForAnyText() {
        Random random = new Random(3);
        String[] characters = {"a", "é", "日", "\uD83D\uDE00", " "};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(8); j > 0; j--) {
                text.append(characters[random.nextInt(characters.length)]);
            }
            Fit fit = new Fit(random.nextInt(10), random.nextInt(10), random.nextBoolean(), random.nextBoolean());
            assertThat(fitted(fit, text.toString())).as("%s «%s»", fit, text).isEqualTo(expected(fit, text.toString()));
        }
    }

    @Test
    void shouldSurviveBytesThatAreNoUtf8() {
        Random random = new Random(5);
        byte[] bytes = new byte[12];
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(bytes);
            Utf8Buffer out = new Utf8Buffer(1);
            out.put(bytes, 0, bytes.length);
            new Fit(random.nextInt(20), random.nextInt(20), random.nextBoolean(), random.nextBoolean()).apply(out, 3);
            assertThat(out.length()).isBetween(3, 40);
        }
    }

    @Test
    void shouldRefuseWhatIsNoModifier() {
        for (String modifier : new String[] {"-", ".", "5.", "a", " ", "5.5.5", "%", "5.-", "99999999999"}) {
            assertThatThrownBy(() -> Fit.parse(modifier)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String expected(Fit fit, String text) {
        int length = text.length();
        String shown = text;
        if (length > fit.max()) {
            shown = fit.keepTail() ? text.substring(length - fit.max()) : text.substring(0, fit.max());
        } else if (length < fit.min()) {
            String spaces = " ".repeat(fit.min() - length);
            shown = fit.padLeft() ? spaces + text : text + spaces;
        }
        return new String(shown.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String fitted(String modifier, String text) {
        return fitted(Fit.parse(modifier), text);
    }

    private static String fitted(Fit fit, String text) {
        Utf8Buffer out = new Utf8Buffer(2);
        byte[] before = "日before".getBytes(StandardCharsets.UTF_8);
        out.put(before, 0, before.length);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.put(bytes, 0, bytes.length);
        fit.apply(out, before.length);
        assertThat(new String(out.bytes(), 0, before.length, StandardCharsets.UTF_8))
                .isEqualTo("日before");
        return new String(out.bytes(), before.length, out.length() - before.length, StandardCharsets.UTF_8);
    }
}
