package dev.millrace.layout.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Dictionary;
import dev.millrace.event.EventCapture;
import dev.millrace.event.EventClock;
import dev.millrace.event.EventEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutContext;
import dev.millrace.layout.LayoutProblem;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReplaceWordTest {
    private final List<String> problems = new ArrayList<>();
    private final Dictionary dictionary = Dictionary.inMemory();
    private final EventCapture capture = new EventCapture(dictionary, new EventClock(), 1 << 20);
    private final LogEvent event = new LogEvent(dictionary);

    @Test
    @Timeout(30)
    void shouldGiveUpAnExpressionThatTakesTooLongAndSaySoOnce() {
        PatternLayout layout = compile("%replace(%m){'(x+x+)+y', '-'}");

        assertThat(printed(layout, "x".repeat(1_000))).isEqualTo("x".repeat(1_000));
        assertThat(printed(layout, "x".repeat(1_100))).isEqualTo("x".repeat(1_100));
        assertThat(printed(layout, "xxy")).isEqualTo("-");
        assertThat(problems).singleElement().asString().startsWith(LayoutProblem.REGEX_GIVEN_UP);
    }

    @Test
    @Timeout(30)
    void shouldSaySoInAnotherThreadAsWellButNotWhatIsKnownOfThePattern() {
        PatternLayout layout = compile("%replace(%m){'(x+x+)+y', '-'} %nonsense");
        assertThat(problems).singleElement().asString().startsWith(LayoutProblem.UNKNOWN_WORD);
        problems.clear();

        PatternLayout another = (PatternLayout) layout.another();
        assertThat(problems).isEmpty();
        String unchanged = printed(another, "x".repeat(1_000));

        assertThat(unchanged).startsWith("x".repeat(1_000));
        assertThat(problems).singleElement().asString().startsWith(LayoutProblem.REGEX_GIVEN_UP);
    }

    @Test
    @Timeout(30)
    void shouldGiveUpAnExpressionThatOverflowsTheStack() {
        PatternLayout layout = compile("%replace(%m){'(a|b)*c', '-'}");
        String text = "ab".repeat(200_000);

        assertThat(printed(layout, text)).isEqualTo(text);
        assertThat(problems).singleElement().asString().startsWith(LayoutProblem.REGEX_GIVEN_UP);
    }

    @Test
    @Timeout(30)
    void shouldRefuseWhatMightRepeatNothingForEver() {
        for (String regex : List.of("(?:){2147483647}", "((){999}){9999}", "(((){99999}){99999}){99999}")) {
            problems.clear();
            assertThat(printed(compile("%replace(%m){'" + regex + "', '-'}"), "hello"))
                    .isEqualTo("hello");
            assertThat(problems).as(regex).singleElement().asString().startsWith(LayoutProblem.BAD_REGEX);
        }
    }

    @Test
    @Timeout(60)
    void shouldGiveUpTextThatGrowsTooLong() {
        String inner = "%m";
        for (int i = 0; i < 12; i++) {
            inner = "%replace(" + inner + "){'', '0123456789012345678901234567890123456789'}";
        }

        assertThat(printed(compile(inner), "hello").length()).isLessThan(32_000_000);
        assertThat(problems).isNotEmpty().allMatch(problem -> problem.startsWith(LayoutProblem.REGEX_GIVEN_UP));
    }

    @Test
    @Timeout(30)
    void shouldMaskBesideALongToken() {
        PatternLayout layout = compile("%replace(%m){'[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}', '***'}");
        String token = "x9".repeat(1_000);

        assertThat(printed(layout, "a@b.org " + token + " c.d@e.net")).isEqualTo("*** " + token + " ***");
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldTakeManyRepetitionsOfWhatAlwaysReadsAChar() {
        PatternLayout layout = compile("%replace(%m){'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
                + "|\\d{4}-\\d{4}-\\d{4}-\\d{4}|\\w{9999}\\s{9999}', '***'}");

        assertThat(printed(layout, "123e4567-e89b-12d3-a456-426614174000 4111-1111-1111-1111"))
                .isEqualTo("*** ***");
        assertThat(problems).isEmpty();
    }

    @Test
    void shouldRefuseAnExpressionThatNestsTooDeep() {
        assertThat(printed(compile("%replace(%m){'" + "(".repeat(9_000) + ")".repeat(9_000) + "', '-'}"), "hello"))
                .isEqualTo("hello");
        assertThat(problems).singleElement().asString().startsWith(LayoutProblem.BAD_REGEX);
    }

    @Test
    void shouldPrintTheTextWhereTheReplacementNamesAGroupThatDoesNotExist() {
        PatternLayout layout = compile("%replace(%m){'l', '$7'}|%replace(%m){'l', '${x}'}");

        assertThat(printed(layout, "hello")).isEqualTo("hello|hello");
        assertThat(problems).hasSize(2).allSatisfy(problem -> assertThat(problem)
                .startsWith(LayoutProblem.BAD_REGEX));
    }

    @Test
    void shouldAllocateNothingWhereNothingMatches() {
        PatternLayout layout = compile("%red(%replace(%m){'password=\\w+', '***'}) %highlight(%-5p)%n");
        printed(layout, "héllo \uD83D\uDE00 ordinary text");
        Utf8Buffer out = new Utf8Buffer(4096);

        int events = 5_000;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = allocatedBytes();
            for (int i = 0; i < events; i++) {
                out.length(0);
                layout.render(event, out);
            }
            least = Math.min(least, allocatedBytes() - before);
        }

        assertThat(least / events).isZero();
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private PatternLayout compile(String pattern) {
        return PatternLayout.compile(
                pattern, new LayoutContext(0, "\n", (key, text) -> problems.add(key + ": " + text)));
    }

    private String printed(PatternLayout layout, String message) {
        EventEncoder encoder =
                capture.encode(0, "logger", Levels.INFO, 1, message, 0, null, null, null, null, null, null);
        byte[] bytes = Arrays.copyOf(encoder.bytes(), encoder.length());
        capture.release(encoder);
        assertThat(event.wrap(bytes, 0, bytes.length)).isTrue();
        Utf8Buffer out = new Utf8Buffer(64);
        layout.render(event, out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }
}
