package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Levels;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.PatternLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guide's table of differences, and {@link KnownDifference}, and what is printed say the same. */
class KnownDifferenceTest {
    private static final Path GUIDE = Path.of("../docs/guide/migrate-from-logback.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|");
    private static final String FAILED = "(fails)";

    private final Sample.Capture capture = new Sample.Capture();

    @Test
    void shouldListEachDifferenceInTheGuide() throws IOException {
        List<String> rows = new ArrayList<>();
        Matcher row = ROW.matcher(Files.readString(GUIDE));
        while (row.find()) {
            rows.add(row.group(1));
        }

        List<String> ids = new ArrayList<>();
        for (KnownDifference difference : KnownDifference.values()) {
            ids.add(difference.id());
        }
        assertThat(rows).containsExactlyElementsOf(ids).hasSizeLessThanOrEqualTo(20);
    }

    @Test
    @Timeout(60)
    void shouldDifferAsTheGuideSays() {
        Map<KnownDifference, String> shown = new EnumMap<>(KnownDifference.class);
        shown.put(KnownDifference.NO_SUCH_ZONE, shown("%m%d{'', Nowhere/Land}"));
        shown.put(KnownDifference.DATE_PADDING, shown("%m%.-4d{HppHmm}"));
        shown.put(KnownDifference.DATE_NOT_PRINTABLE, shown("%m%.-4d{pd, UTC}"));
        shown.put(KnownDifference.DATE_BELOW_MILLISECONDS, shown("%d{SSSSSS}"));
        shown.put(KnownDifference.SURROGATE_HALVES, shown("%.-1X{face}%.1X{face}"));
        shown.put(KnownDifference.REGEX_INVALID, shown("%replace(%m){'(', ''}"));
        shown.put(KnownDifference.REGEX_REPLACEMENT, shown("%replace(%m){'h', '$1'}"));
        shown.put(KnownDifference.REGEX_BOUNDED, shown("%replace(%m){'(a{0}){2000000}', '-'}"));
        shown.put(KnownDifference.CALLER_BELOW_ZERO, shown("%m%caller{-1..1}"));
        shown.put(KnownDifference.MASK_WITHOUT_KEYS, shown("%maskedKvp"));
        shown.put(KnownDifference.PROPERTY_WITHOUT_NAME, shown("%m%property{''}"));
        shown.put(KnownDifference.MARKER_OF_MARKER, "told by OnMarker: only a marker's printed text is captured");

        assertThat(shown)
                .containsEntry(KnownDifference.NO_SUCH_ZONE, "hello |  (Logback)")
                .containsEntry(KnownDifference.DATE_PADDING, "hello2023 |  (Logback)")
                .containsEntry(KnownDifference.DATE_NOT_PRINTABLE, "hello2023 | (fails) (Logback)")
                .containsEntry(KnownDifference.DATE_BELOW_MILLISECONDS, "123456 | 123000 (Logback)")
                .containsEntry(KnownDifference.SURROGATE_HALVES, "?? | \uD83D\uDE00 (Logback)")
                .containsEntry(KnownDifference.REGEX_INVALID, "hello |  (Logback)")
                .containsEntry(KnownDifference.REGEX_REPLACEMENT, "hello | (fails) (Logback)")
                .containsEntry(KnownDifference.REGEX_BOUNDED, "hello | -h-e-l-l-o- (Logback)")
                .containsEntry(
                        KnownDifference.CALLER_BELOW_ZERO, "helloCaller+0\t at A.b(A.java:1)\n | (fails) (Logback)")
                .containsEntry(KnownDifference.MASK_WITHOUT_KEYS, "k=\"v\" | (fails) (Logback)")
                .containsEntry(KnownDifference.PROPERTY_WITHOUT_NAME, "hello | (fails) (Logback)");
    }

    @Test
    void shouldBoundWidthAndNesting() {
        assertThat(ours("%70000m")).hasSize(65_536);
        assertThat(theirs("%70000m")).hasSize(70_000);
        String nested = "%(".repeat(201) + "%m" + ")".repeat(201) + " ";
        assertThat(ours(nested)).isEmpty();
        assertThat(theirs(nested)).isEqualTo("hello ");
    }

    private String shown(String pattern) {
        return ours(pattern) + " | " + theirs(pattern) + " (Logback)";
    }

    private String ours(String pattern) {
        Utf8Buffer out = new Utf8Buffer(64);
        PatternLayout.compile(pattern + "%nopex", Sample.context(new ArrayList<>()))
                .render(capture.of(sample()), out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }

    private static String theirs(String pattern) {
        try {
            return new String(
                    new LogbackLayout(pattern + "%nopex").render(sample().ofLogback(1)), StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            return FAILED;
        }
    }

    private static Sample sample() {
        return new Sample(
                Levels.INFO,
                "com.example.Orders",
                "main",
                Sample.BIRTH_MILLIS * 1000 + 123_456,
                "hello",
                null,
                null,
                Map.of("face", "\uD83D\uDE00"),
                null,
                List.of("k"),
                List.of("v"),
                List.of(new StackTraceElement("A", "b", "A.java", 1)));
    }
}
