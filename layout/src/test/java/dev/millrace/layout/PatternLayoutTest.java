package dev.millrace.layout;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.BasicConfigurator;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.layout.TTLLLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.pattern.PatternLayout;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PatternLayoutTest {
    private static final String BOOT_COLORS = "org.springframework.boot.logging.logback.ColorConverter";

    private final List<String> problems = new ArrayList<>();
    private final Sample.Capture capture = new Sample.Capture();

    @Test
    void shouldPrintAsLogbackDoesWhenNothingIsConfigured() {
        Layout<ILoggingEvent> theirs = layoutOfBasicConfigurator();
        PatternLayout ours = compile(PatternLayout.DEFAULT_PATTERN);
        Samples samples = new Samples(new Random(8));

        for (int i = 0; i < 1_000; i++) {
            Sample sample = samples.next();
            byte[] expected =
                    theirs.doLayout(sample.ofLogback(capture.count() + 1)).getBytes(StandardCharsets.UTF_8);
            assertThat(rendered(ours, sample)).isEqualTo(new String(expected, StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldNameTheColumnOfAnUnknownWordAndPrintItAsLogbackDoes() {
        PatternLayout layout = compile("%msg %foo{x} %bar(%level)%nopex");

        assertThat(rendered(layout, sample("hello"))).isEqualTo("hello %PARSER_ERROR[foo] %PARSER_ERROR[bar]%nopex");
        assertThat(problems)
                .containsExactly(
                        "unknown-word: there is no conversion word [foo]; %PARSER_ERROR[foo] is printed"
                                + " (column 6 of pattern \"%msg %foo{x} %bar(%level)%nopex\")",
                        "unknown-word: there is no conversion word [bar]; %PARSER_ERROR[bar] is printed"
                                + " (column 14 of pattern \"%msg %foo{x} %bar(%level)%nopex\")");
    }

    @Test
    void shouldPrintTheTextOfColourWordsAloneWhereThereAreNoColours() {
        LayoutContext colorless = new LayoutContext(
                0,
                "\n",
                "x",
                Map.of(),
                Map.of("clr", BOOT_COLORS),
                Map.of(),
                false,
                true,
                false,
                0,
                java.util.TimeZone.getDefault(),
                java.util.Locale.ROOT,
                (key, text) -> {});
        String[] words = {"red", "boldCyan", "highlight", "clr"};

        for (String word : words) {
            String pattern = "<%" + word + "(%level)> [%-9" + word + "(%msg)] <%.2" + word + "(%msg)>";
            assertThat(rendered(PatternLayout.compile(pattern, colorless), sample("hello")))
                    .isEqualTo(rendered(
                            compile(pattern.replace("%" + word, "%")
                                    .replace("9" + word, "9")
                                    .replace("2" + word, "2")),
                            sample("hello")))
                    .doesNotContain("\u001b");
        }
    }

    @Test
    void shouldPrintNothingForAPatternThatCannotBeRead() {
        for (String pattern : new String[] {"", null, "%", "%m{", "%(m", "%5.m", "\\x", ")", "%% %m", "%d{'yyyy\\'"}) {
            problems.clear();
            assertThat(rendered(compile(pattern), sample("hello"))).isEmpty();
            assertThat(problems).as(pattern).hasSize(1);
            assertThat(problems.get(0)).endsWith(pattern == null || pattern.isEmpty() ? "nothing is printed" : "\")");
        }
    }

    @Test
    void shouldEndThePatternAtAStrayParenthesisAndSaySo() {
        assertThat(rendered(compile("%msg) %level"), sample("hello"))).isEqualTo("hello");
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith("stray-parenthesis: ").contains("(column 5 of");
    }

    @Test
    void shouldReportOptionsItCannotUse() {
        compile("%d{yyyy b}%d{HH, Nowhere/Land}%logger{x}%ex{many}%kvp{loud}%epoch{days}%70000m");

        assertThat(problems.stream().map(problem -> problem.substring(0, problem.indexOf(':'))))
                .containsExactlyInAnyOrder(
                        LayoutProblem.BAD_DATE_PATTERN,
                        LayoutProblem.BAD_ZONE,
                        LayoutProblem.BAD_OPTION,
                        LayoutProblem.BAD_OPTION,
                        LayoutProblem.BAD_OPTION,
                        LayoutProblem.BAD_OPTION,
                        LayoutProblem.TOO_WIDE);
    }

    @Test
    void shouldNeedTheCallerWhereAnyWordPrintsIt() {
        for (String word : new String[] {"C", "class", "M", "method", "L", "line", "F", "file", "C{1}"}) {
            assertThat(compile("%d %20(a %(%" + word + ")) %m").callerFrames())
                    .as(word)
                    .isEqualTo(1);
        }
        assertThat(compile(PatternLayout.DEFAULT_PATTERN).callerFrames()).isZero();
        assertThat(compile("%nope(%C) %m").callerFrames()).isZero();
        assertThat(compile("%caller %C").callerFrames()).isEqualTo(5);
        assertThat(compile("%caller{0} %caller{4..6}").callerFrames()).isEqualTo(6);
        assertThat(compile("%caller{1000}").callerFrames()).isEqualTo(8);
    }

    @Test
    void shouldPrintMicrosecondsInDates() {
        assertThat(rendered(compile("%d{ss.SSSSSS, UTC}|%micros|%d{SSSSSSSSS, UTC}"), sample("hello")))
                .isEqualTo("20.123456|456|123456000");
    }

    @Test
    void shouldPrintTheLineSeparatorOfItsContext() {
        PatternLayout layout = PatternLayout.compile("%m%n", new LayoutContext(0, "\r\n", (key, text) -> {}));

        assertThat(rendered(layout, sample("hello"))).isEqualTo("hello\r\n");
    }

    @Test
    void shouldTellNamesApartWhenMoreOfThemAreInUseThanAreKept() {
        PatternLayout layout = compile("%logger{8}|%thread|%logger");
        Sample sample = sample("hello");

        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                String logger = "com.example.Logger" + i;
                assertThat(rendered(layout, named(sample, logger, "thread-" + i)))
                        .isEqualTo("c.e.Logger" + i + "|thread-" + i + "|" + logger);
            }
        }
    }

    @Test
    void shouldRenderEachLineAsIfItWereTheFirst() {
        String pattern = "%d{HH:mm:ss.SSS} %-5level [%thread] %logger{10} %d{mm:ss.SSSSSS} %msg";
        PatternLayout layout = compile(pattern);
        Random random = new Random(41);
        long micros = 1_700_000_000_000_000L;

        for (int i = 0; i < 4_000; i++) {
            micros += random.nextInt(3) == 0 ? random.nextInt(700) - 100 : 0;
            Sample sample = at(
                    micros,
                    random.nextInt(4) == 0 ? Levels.WARN : Levels.INFO,
                    named(sample("m"), "com.example.L" + random.nextInt(2), "t" + random.nextInt(40)));

            assertThat(rendered(layout, sample)).isEqualTo(rendered(compile(pattern), sample));
        }
    }

    private static Sample at(long micros, int level, Sample of) {
        return new Sample(
                level,
                of.logger(),
                of.thread(),
                micros,
                of.template(),
                of.args(),
                of.thrown(),
                of.mdc(),
                of.markers(),
                of.keys(),
                of.values(),
                of.callers());
    }

    @Test
    void shouldAllocateNothingForCommonWords() {
        PatternLayout layout = compile(
                "%d{yyyy-MM-dd HH:mm:ss.SSS} [%20.20thread] %-5level %-40(%logger{36}) %X{user:-none} %X %r %micros"
                        + " %epoch %marker %kvp - %msg%n");
        LogEvent event = capture.of(sample("hello {} and {}"));
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

        // Asking how much was allocated allocates a little itself: less than a byte an event is nothing.
        assertThat(least / events).isZero();
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static Layout<ILoggingEvent> layoutOfBasicConfigurator() {
        LoggerContext context = new LoggerContext();
        BasicConfigurator configurator = new BasicConfigurator();
        configurator.setContext(context);
        configurator.configure(context);
        ConsoleAppender<ILoggingEvent> console =
                (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("console");
        Layout<ILoggingEvent> layout = ((LayoutWrappingEncoder<ILoggingEvent>) console.getEncoder()).getLayout();
        assertThat(layout).isInstanceOf(TTLLLayout.class);
        return layout;
    }

    private static Sample named(Sample sample, String logger, String thread) {
        return new Sample(
                sample.level(),
                logger,
                thread,
                sample.micros(),
                sample.template(),
                null,
                null,
                Map.of(),
                null,
                null,
                null,
                List.of());
    }

    private static Sample sample(String message) {
        return new Sample(
                Levels.INFO,
                "com.example.Orders",
                "main",
                Sample.BIRTH_MILLIS * 1000 + 123_456,
                message,
                null,
                null,
                new LinkedHashMap<>(),
                null,
                null,
                null,
                List.of());
    }

    private PatternLayout compile(String pattern) {
        return PatternLayout.compile(
                pattern,
                new LayoutContext(
                        Sample.BIRTH_MILLIS * 1000,
                        System.lineSeparator(),
                        (key, text) -> problems.add(key + ": " + text)));
    }

    private String rendered(PatternLayout layout, Sample sample) {
        Utf8Buffer out = new Utf8Buffer(16);
        layout.render(capture.of(sample), out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }
}
