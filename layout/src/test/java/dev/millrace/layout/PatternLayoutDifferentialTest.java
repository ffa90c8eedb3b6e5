package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import ch.qos.logback.classic.spi.LoggingEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.PatternLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Generated patterns and events through Logback's PatternLayout and ours: the bytes must be the same.
 *
 * <p>More cases: {@code -Dmillrace.layout.cases=1000000}, another seed: {@code -Dmillrace.layout.seed=1}.
 *
 * <p>Where we differ on purpose, and what the comparison therefore leaves out:
 * <ul>
 *   <li>a time zone that does not exist: Logback's start() throws and the layout never prints; we use the system's;
 *   <li>a date pattern that the JDK refuses with a ClassCastException: Logback's start() throws; we print ISO 8601;
 *   <li>a date pattern that cannot print some values: Logback's doLayout() throws and the event is lost; we print
 *       ISO 8601;
 *   <li>dates below the millisecond: Logback prints zeros, we print microseconds (samples are whole milliseconds);
 *   <li>words of Logback's that we do not have yet;
 *   <li>two halves of a surrogate pair, cut from different words and printed side by side, are one character again in
 *       Logback's char buffer and two question marks in our bytes.
 * </ul>
 */
class PatternLayoutDifferentialTest {
    private static final int CASES = Integer.getInteger("millrace.layout.cases", 5_000);
    private static final long SEED = Long.getLong("millrace.layout.seed", 20261121L);

    private final Sample.Capture capture = new Sample.Capture();
    private final Utf8Buffer out = new Utf8Buffer(16);

    @Test
    @Timeout(280)
    void shouldPrintWhatLogbackPrintsForAnyPatternAndEvent() {
        Random random = new Random(SEED);
        Patterns patterns = new Patterns(random);
        Samples samples = new Samples(random);
        int compared = 0;
        int readable = 0;

        for (int i = 0; i < CASES; i++) {
            String pattern = patterns.next();
            List<String> problems = new ArrayList<>();
            PatternLayout ours = compile(pattern, problems);
            if (differsOnPurpose(problems)) {
                continue;
            }
            LogbackLayout theirs = new LogbackLayout(pattern);
            if (!theirs.started() && problems.stream().anyMatch(problem -> problem.contains("adjoining numbers"))) {
                continue;
            }
            assertThat(problems.stream().anyMatch(PatternLayoutDifferentialTest::printsNothing))
                    .as("unreadable: %s", pattern)
                    .isEqualTo(!theirs.started());
            readable += theirs.started() ? 1 : 0;
            for (int j = 0; j < 3; j++) {
                Sample sample = samples.next();
                byte[] expected = printed(theirs, sample.ofLogback());
                if (expected == null) {
                    continue;
                }
                assertSame(expected, ours, sample, pattern);
                compared++;
            }
        }

        assertThat(compared).isGreaterThan(CASES * 2);
        assertThat(readable).isGreaterThan(CASES / 2);
    }

    @Test
    void shouldPrintWhatLogbackPrintsForPatternsFoundInTheWild() {
        Random random = new Random(SEED);
        Samples samples = new Samples(random);
        for (String pattern : List.of(
                "%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n",
                "%d{HH:mm:ss.SSS} [%thread] %-5level %logger{36} -%kvp- %msg%n",
                "%date [%t] %-5p %-40.40c{39} : %m%n%ex",
                "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p ${PID} --- [%15.15t] %-40.40logger{39} : %m%n",
                "%relative %-5level [%X{request:-none}] %logger{0} %marker %msg%n%rootless",
                "%-30(%d{HH:mm:ss.SSS} [%thread]) %-5level %logger{32} - %msg%n",
                "%d [%thread] %level %C{1}.%M\\(%F:%L\\) - %msg %X%n%ex{5, java.lang}",
                "%m%nopex%n",
                "%d{\"yyyy-MM-dd HH:mm:ss,SSS\", UTC}|%p|%c|%m|%ex{short}%n")) {
            PatternLayout ours = compile(pattern, new ArrayList<>());
            LogbackLayout theirs = new LogbackLayout(pattern);
            for (int j = 0; j < 200; j++) {
                Sample sample = samples.next();
                assertSame(theirs.render(sample.ofLogback()), ours, sample, pattern);
            }
        }
    }

    @Test
    @Timeout(120)
    void shouldCompileAnyTextWithoutThrowing() {
        Random random = new Random(SEED);
        String alphabet = "%%%()(){}{}\\\\'\",.-+0123456789 \n\tmdnXexlogrkvpBARE$_é\uD83D\uDE00";
        for (int i = 0; i < CASES; i++) {
            StringBuilder pattern = new StringBuilder();
            for (int j = random.nextInt(40); j >= 0; j--) {
                pattern.append(
                        random.nextInt(30) == 0
                                ? (char) random.nextInt(0x10000)
                                : alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String text = pattern.toString();
            assertThatCode(() -> compile(text, new ArrayList<>())).as(text).doesNotThrowAnyException();
        }
    }

    private static PatternLayout compile(String pattern, List<String> problems) {
        return PatternLayout.compile(
                pattern,
                new LayoutContext(
                        Sample.BIRTH_MILLIS * 1000,
                        System.lineSeparator(),
                        (key, text) -> problems.add(key + ": " + text)));
    }

    private static boolean differsOnPurpose(List<String> problems) {
        return problems.stream()
                .anyMatch(problem -> problem.startsWith(LayoutProblem.BAD_ZONE)
                        || (problem.startsWith(LayoutProblem.UNKNOWN_WORD) && logbackKnowsTheWord(problem)));
    }

    private static boolean logbackKnowsTheWord(String problem) {
        if (!problem.contains("there is no conversion word [")) {
            return false;
        }
        String word = problem.substring(problem.indexOf('[') + 1, problem.indexOf(']'));
        return ch.qos.logback.classic.PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.containsKey(word);
    }

    private static boolean printsNothing(String problem) {
        return problem.startsWith(LayoutProblem.BROKEN_PATTERN) || problem.startsWith(LayoutProblem.EMPTY_PATTERN);
    }

    private static byte[] printed(LogbackLayout layout, LoggingEvent event) {
        try {
            return layout.render(event);
        } catch (RuntimeException e) {
            return null;
        }
    }

    private void assertSame(byte[] expected, PatternLayout ours, Sample sample, String pattern) {
        out.length(0);
        ours.render(capture.of(sample), out);
        byte[] actual = Arrays.copyOf(out.bytes(), out.length());
        if (!Arrays.equals(actual, expected)) {
            assertThat(withHalvesApart(actual))
                    .as(visible("pattern «" + pattern + "», " + sample))
                    .isEqualTo(withHalvesApart(expected));
        }
    }

    /** Makes a character that has two halves, and two lone halves side by side, the same. */
    private static String withHalvesApart(byte[] text) {
        return visible(new String(text, StandardCharsets.UTF_8).replaceAll("[\\x{10000}-\\x{10FFFF}]", "??"));
    }

    /** Reports must be readable, and XML. */
    private static String visible(String text) {
        StringBuilder visible = new StringBuilder();
        text.chars()
                .forEach(c -> visible.append(
                        (c >= ' ' && !Character.isSurrogate((char) c)) || c == '\n'
                                ? (char) c + ""
                                : "\\u%04x".formatted(c)));
        return visible.toString();
    }
}
