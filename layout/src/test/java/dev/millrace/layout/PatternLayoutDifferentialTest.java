package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.PatternLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Generated patterns and events through Logback's PatternLayout and ours: the bytes must be the same, but for what
 * {@link KnownDifference} names.
 *
 * <p>More cases: {@code -Dmillrace.layout.cases=1000000}, another seed: {@code -Dmillrace.layout.seed=1}.
 */
class PatternLayoutDifferentialTest {
    private static final int USUAL_CASES = 21_000;
    private static final int CASES = Integer.getInteger("millrace.layout.cases", USUAL_CASES);
    private static final long SEED = Long.getLong("millrace.layout.seed", 20261121L);

    /** Differences in what is printed where Logback prints at all. */
    private static final Set<KnownDifference> PRINTED_DIFFERENTLY =
            EnumSet.of(KnownDifference.WIDTH_BOUNDED, KnownDifference.REGEX_BOUNDED, KnownDifference.CALLER_BELOW_ZERO);

    private final Sample.Capture capture = new Sample.Capture();
    private final Utf8Buffer out = new Utf8Buffer(16);

    @Test
    @Timeout(280)
    void shouldPrintWhatLogbackPrintsForAnyPatternAndEvent() {
        System.setProperty("millrace.layout.sample", "a system property");
        Random random = new Random(SEED);
        Patterns patterns = new Patterns(random);
        Samples samples = new Samples(random);
        Map<WordUse, Integer> uses = new HashMap<>();
        int compared = 0;
        int valid = 0;

        for (int i = 0; i < CASES; i++) {
            String pattern = patterns.next();
            Sample sample = samples.next();
            List<String> problems = new ArrayList<>();
            PatternLayout ours = compile(pattern, problems);
            LogbackLayout theirs = new LogbackLayout(pattern);
            byte[] actual = rendered(ours, sample);
            if (!theirs.started()) {
                assertThat(problems.stream().anyMatch(PatternLayoutDifferentialTest::printsNothing)
                                || KnownDifference.of(problems, null) != null)
                        .as("Logback cannot read «%s»; we say %s", visible(pattern), problems)
                        .isTrue();
                continue;
            }
            valid++;
            byte[] expected;
            try {
                expected = theirs.render(sample.ofLogback(capture.count()));
            } catch (RuntimeException e) {
                assertThat(KnownDifference.of(problems, e))
                        .as("Logback throws %s for «%s»; we say %s", e, visible(pattern), problems)
                        .isNotNull();
                continue;
            }
            if (problems.stream().map(KnownDifference::of).noneMatch(PRINTED_DIFFERENTLY::contains)) {
                assertSame(expected, actual, sample, pattern);
                patterns.used().forEach(use -> uses.merge(use, 1, Integer::sum));
                compared++;
            }
        }

        assertThat(compared).isGreaterThan(CASES * 19 / 20);
        assertThat(valid).isGreaterThan(CASES * 9 / 10);
        if (CASES >= USUAL_CASES) {
            assertThat(patterns.uses().all())
                    .allSatisfy(use ->
                            assertThat(uses.getOrDefault(use, 0)).as("%s", use).isGreaterThanOrEqualTo(50));
        }
    }

    @Test
    void shouldDealEveryWordThatLogbackHas() {
        assertThat(new TreeSet<>(WordUses.words()))
                .isEqualTo(new TreeSet<>(ch.qos.logback.classic.PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.keySet()));
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
                "%red(%d{HH:mm:ss}) %green([%thread]) %highlight(%-5level) %boldMagenta(%logger{20}) - %cyan(%msg%n)",
                "%contextName %d %-5level %msg %replace(%ex{full}){'\\n', ' | '}%nopex%n",
                "%d %p %replace(%m){'password=\\S+', 'password=***'} %caller{2}%rEx{10, sun.reflect, java.lang}",
                "%prefix(%level %logger{10} %X{user} %msg %X %property{app})%n%xEx{short}",
                "%d{\"yyyy-MM-dd HH:mm:ss,SSS\", UTC}|%p|%c|%m|%ex{short}%n")) {
            PatternLayout ours = compile(pattern, new ArrayList<>());
            LogbackLayout theirs = new LogbackLayout(pattern);
            for (int j = 0; j < 200; j++) {
                Sample sample = samples.next();
                byte[] actual = rendered(ours, sample);
                assertSame(theirs.render(sample.ofLogback(capture.count())), actual, sample, pattern);
            }
        }
    }

    @Test
    @Timeout(120)
    void shouldCompileAndRenderAnyTextWithoutThrowing() {
        Random random = new Random(SEED);
        Samples samples = new Samples(random);
        String alphabet = "%%%()(){}{}\\\\'\",.-+0123456789 \n\tmdnXexlogrkvpBARE$_é\uD83D\uDE00*[]|?^";
        String[] words = WordUses.words().toArray(new String[0]);
        for (int i = 0; i < CASES / 3; i++) {
            StringBuilder pattern = new StringBuilder();
            for (int j = random.nextInt(40); j >= 0; j--) {
                pattern.append(
                        switch (random.nextInt(30)) {
                            case 0 -> String.valueOf((char) random.nextInt(0x10000));
                            case 1 -> "%" + words[random.nextInt(words.length)];
                            case 2 -> "%" + words[random.nextInt(words.length)] + "(";
                            case 3 -> "%replace(%m%ex){'";
                            case 4 -> "%-" + random.nextInt() + ".";
                            default -> String.valueOf(alphabet.charAt(random.nextInt(alphabet.length())));
                        });
            }
            String text = pattern.toString();
            Sample sample = samples.next();
            assertThatCode(() -> rendered(compile(text, new ArrayList<>()), sample))
                    .as(visible(text))
                    .doesNotThrowAnyException();
        }
    }

    private static PatternLayout compile(String pattern, List<String> problems) {
        return PatternLayout.compile(pattern, Sample.context(problems));
    }

    private static boolean printsNothing(String problem) {
        return problem.startsWith(LayoutProblem.BROKEN_PATTERN) || problem.startsWith(LayoutProblem.EMPTY_PATTERN);
    }

    private byte[] rendered(PatternLayout layout, Sample sample) {
        out.length(0);
        layout.render(capture.of(sample), out);
        return Arrays.copyOf(out.bytes(), out.length());
    }

    private static void assertSame(byte[] expected, byte[] actual, Sample sample, String pattern) {
        if (!Arrays.equals(actual, expected)) {
            assertThat(withHalvesApart(actual))
                    .as(visible("pattern «" + pattern + "», " + sample))
                    .isEqualTo(withHalvesApart(expected));
        }
    }

    /** {@link KnownDifference#SURROGATE_HALVES}: a character of two halves, and two lone halves, become the same. */
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
