package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.print.Patterns;
import dev.millrace.cli.read.EventSource;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.Layout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Searches of generated journals find what {@code java.util.regex} finds in the rendered text of every event. */
@Timeout(300)
class SearchOracleTest {
    private static final int EVENTS = 16_000;
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};
    private static final List<String> LOGGERS = List.of("com.acme", "com.acme.pay", "com.acmeother", "org.web");
    private static final List<String> TEMPLATES = List.of(
            "paid {} to {}",
            "{}{}",
            "{}{}{}",
            "\\{} and {}",
            "\\\\{} and {}",
            "größe={} größe",
            "𝄞 {} 𝄞",
            "timeout after {} ms",
            "[{}] {",
            "two\nlines {}",
            "no argument",
            "{}");

    @TempDir
    private Path logs;

    /** An event as the oracle sees it. */
    private record Seen(String thread, int level, String logger, String text) {}

    private static Object argument(Random random) {
        return switch (random.nextInt(16)) {
            case 0 -> random.nextInt(200);
            case 1 -> random.nextBoolean();
            case 2 -> new UUID(random.nextLong(), random.nextLong());
            case 3 -> new int[] {random.nextInt(20), random.nextInt(20)};
            case 4 -> null;
            case 5 -> random.nextInt(50) / 4.0;
            case 6 -> (char) ('a' + random.nextInt(4));
            case 7 -> new char[] {'t', 'o', 'ß'};
            case 8 -> new BigDecimal(random.nextInt()).movePointLeft(3);
            case 9 -> Instant.ofEpochSecond(random.nextInt());
            case 10 -> Float.NaN;
            case 11 -> random.nextInt(500) == 0 ? new long[60_000] : "größe";
            case 12 -> "\uD834" + random.nextInt(3) + "𝄞";
            default -> {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(8); i > 0; i--) {
                    text.append("abto =1{}ß".charAt(random.nextInt(10)));
                }
                yield text.toString();
            }
        };
    }

    private static void log(TestJournal journal, Random random, int number) {
        int kind = random.nextInt(100);
        String template = TEMPLATES.get(random.nextInt(TEMPLATES.size()));
        if (kind == 0) {
            template = null;
        } else if (kind < 5) {
            template = "once " + number + " {} only";
        }
        Object[] arguments = template != null && template.contains("{}")
                ? new Object[] {argument(random), argument(random)}
                : new Object[0];
        Throwable thrown = random.nextInt(200) == 0 ? new IllegalStateException("deep " + argument(random)) : null;
        journal.log(
                LEVELS[Math.min(4, random.nextInt(12))],
                LOGGERS.get(random.nextInt(LOGGERS.size())),
                template,
                arguments,
                thrown,
                random.nextInt(10) == 0 ? Map.of("to", "paid 4711") : null,
                TestJournal.details(1_000_000L + number, "t" + number, List.of(), List.of()));
    }

    private static String text(Utf8Buffer buffer) {
        return new String(buffer.bytes(), 0, buffer.length(), StandardCharsets.UTF_8);
    }

    private static List<Seen> all(Path journal) throws Exception {
        List<Seen> seen = new ArrayList<>();
        Layout withTrace = Patterns.compile("%msg%n%ex", false);
        EventSource source = EventSource.open(journal);
        Utf8Buffer part = new Utf8Buffer(256);
        while (source.fill()) {
            while (source.nextRecord()) {
                LogEvent event = source.event();
                part.length(0);
                event.threadName(part);
                String thread = text(part);
                part.length(0);
                event.loggerName(part);
                String logger = text(part);
                part.length(0);
                if (event.hasThrown()) {
                    withTrace.render(event, part);
                } else {
                    event.message(part);
                }
                seen.add(new Seen(thread, event.level(), logger, text(part)));
            }
        }
        return seen;
    }

    /** Cut out of texts, so that most of them lie across the borders of template and arguments. */
    private static String needle(Random random, List<Seen> seen) {
        String text = seen.get(random.nextInt(seen.size())).text();
        if (text.length() < 2) {
            return "null";
        }
        int from = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) - 1));
        int length = Math.min(text.codePointCount(from, text.length()), 1 + random.nextInt(7));
        return text.substring(from, text.offsetByCodePoints(from, length));
    }

    private static String expression(Random random, String needle) {
        String quoted = needle.codePoints()
                .mapToObj(c -> (Character.isLetterOrDigit(c) ? "" : "\\") + Character.toString(c))
                .reduce("", String::concat);
        return switch (random.nextInt(8)) {
            case 0 -> quoted;
            case 1 -> quoted + ".*[0-9]";
            case 2 -> "(" + quoted + "|ill)";
            case 3 -> "^" + quoted;
            case 4 -> quoted + "$";
            case 5 -> quoted + "?";
            case 6 -> "(?:" + quoted + ")+";
            default -> "[a-z]" + quoted;
        };
    }

    private void check(List<Seen> seen, Predicate<Seen> wanted, String... arguments) {
        List<String> words = new ArrayList<>(List.of("grep", "--pattern", "%thread%n%nopex"));
        words.addAll(List.of(arguments));
        words.add(logs.toString());

        Run run = Run.of(words.toArray(String[]::new));

        assertThat(run.out().lines().toList())
                .as("%s", words)
                .isEqualTo(seen.stream().filter(wanted).map(Seen::thread).toList());
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldFindWhatRegularExpressionsFindInTheRenderedTextOfEveryEvent() throws Exception {
        for (long seed : new long[] {1, 20_261_121}) {
            Random random = new Random(seed);
            try (TestJournal journal = TestJournal.inSmallSegments(logs)) {
                for (int i = 0; i < EVENTS; i++) {
                    log(journal, random, i);
                }
                List<Seen> seen = all(journal.directory());
                assertThat(seen).hasSize(EVENTS);

                for (int i = 0; i < 100; i++) {
                    String needle = needle(random, seen);
                    check(seen, event -> event.text().contains(needle), "-F", "--", needle);
                }
                for (int i = 0; i < 100; i++) {
                    String expression = expression(random, needle(random, seen));
                    Pattern pattern = Pattern.compile(expression, Pattern.MULTILINE);
                    check(seen, event -> pattern.matcher(event.text()).find(), "--", expression);
                }
                for (int i = 0; i < 20; i++) {
                    String needle = needle(random, seen);
                    Pattern pattern =
                            Pattern.compile(needle, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
                    check(
                            seen,
                            event -> event.level() >= Levels.WARN
                                    && pattern.matcher(event.text()).find(),
                            "-i",
                            "-F",
                            "-p",
                            "warn",
                            "--",
                            needle);
                    check(
                            seen,
                            event -> (event.logger().equals("com.acme")
                                            || event.logger().startsWith("com.acme."))
                                    && event.text().contains(needle),
                            "-F",
                            "--logger",
                            "com.acme",
                            "--",
                            needle);
                }
            }
            Run.of("vacuum", "--force", logs.toString());
        }
    }

    @Test
    void shouldEndAfterAsManyEventsAsAskedThoughSeveralThreadsRead() throws Exception {
        Random random = new Random(5);
        try (TestJournal journal = TestJournal.inSmallSegments(logs)) {
            for (int i = 0; i < EVENTS; i++) {
                log(journal, random, i);
            }
            List<String> paid = all(journal.directory()).stream()
                    .filter(event -> event.text().contains("paid"))
                    .map(Seen::thread)
                    .toList();

            for (int most : new int[] {1, 700, paid.size() - 1}) {
                Run run = Run.of(
                        "grep", "-m", Integer.toString(most), "--pattern", "%thread%n%nopex", "paid", logs.toString());

                assertThat(run.out().lines().toList()).isEqualTo(paid.subList(0, most));
            }
        }
    }

    @Test
    void shouldVerifyEveryEventThoughSeveralThreadsRead() {
        Random random = new Random(6);
        try (TestJournal journal = TestJournal.inSmallSegments(logs)) {
            for (int i = 0; i < EVENTS; i++) {
                log(journal, random, i);
            }
            journal.journal().append(new byte[] {9, 9, 9}, 0, 3, 0);

            Run run = Run.of("verify", "--json", logs.toString());

            assertThat(run.out()).contains("\"events\":" + EVENTS + ",", "\"otherRecords\":1,", "\"damagedBytes\":0,");
        }
    }
}
