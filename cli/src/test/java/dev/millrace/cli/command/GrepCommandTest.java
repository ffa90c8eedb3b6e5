package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.cli.TestJournal;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.event.Levels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrepCommandTest {
    private static final List<String> TEMPLATES = List.of(
            "paid {} to {}",
            "{}{}",
            "{} of {} bytes",
            "\\{} and {}",
            "id={}, name={}",
            "timeout after {} ms",
            "[{}]",
            "no argument",
            "{}");

    @TempDir
    private Path logs;

    private static Object argument(Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> random.nextInt(200);
            case 1 -> random.nextBoolean();
            case 2 -> new UUID(random.nextLong(), random.nextLong());
            case 3 -> new int[] {random.nextInt(20), random.nextInt(20)};
            case 4 -> null;
            case 5 -> random.nextInt(50) / 4.0;
            case 6 -> (char) ('a' + random.nextInt(4));
            default -> {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(6); i > 0; i--) {
                    text.append("abto =1{}".charAt(random.nextInt(9)));
                }
                yield text.toString();
            }
        };
    }

    /** Needles cut out of messages, so that most of them lie across the borders of template and arguments. */
    private static String needle(Random random, List<String> messages) {
        String message = messages.get(random.nextInt(messages.size()));
        if (message.length() < 2) {
            return "zz";
        }
        int from = random.nextInt(message.length() - 1);
        return message.substring(from, Math.min(message.length(), from + 2 + random.nextInt(5)));
    }

    @Test
    void shouldFindExactlyTheMessagesThatASearchOfTheRenderedTextFinds() {
        Random random = new Random(4711);
        try (TestJournal journal = TestJournal.in(logs)) {
            for (int i = 0; i < 3_000; i++) {
                String template = TEMPLATES.get(random.nextInt(TEMPLATES.size()));
                Object[] arguments =
                        template.contains("{}") ? new Object[] {argument(random), argument(random)} : new Object[0];
                journal.log(1_000_000L + i, Levels.INFO, "x", "main", template, arguments);
            }
            List<String> messages = Run.of("cat", "--raw", "--pattern", "%msg", logs.toString())
                    .out()
                    .lines()
                    .toList();
            assertThat(messages).hasSize(3_000);

            for (int i = 0; i < 400; i++) {
                String needle = needle(random, messages);
                List<String> expected = new ArrayList<>(messages);
                expected.removeIf(message -> !message.contains(needle));

                Run run = Run.of("grep", "--raw", "-F", "--pattern", "%msg", "--", needle, logs.toString());

                assertThat(run.out().lines().toList()).as("needle <%s>", needle).isEqualTo(expected);
                assertThat(run.exitCode()).isEqualTo(expected.isEmpty() ? ExitCode.NOTHING_FOUND : ExitCode.DONE);
            }
            for (String expression : List.of(
                    "pai?d",
                    "to (a|b)",
                    "[0-9]{3}",
                    "t.*ms$",
                    "^no",
                    "a+b",
                    "id=1?\\d",
                    "na\\w+=",
                    "\\[\\[",
                    "out af")) {
                List<String> expected = new ArrayList<>(messages);
                expected.removeIf(
                        message -> !Pattern.compile(expression).matcher(message).find());

                Run run = Run.of("grep", "--raw", "--pattern", "%msg", expression, logs.toString());

                assertThat(run.out().lines().toList()).as(expression).isEqualTo(expected);
            }
        }
    }

    @Test
    void shouldFindWhatStandsInAStackTrace() {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(Levels.ERROR, "x", "failed", new Object[0], new IllegalStateException("deep"), null, null);
            journal.log(Levels.ERROR, "x", "fine", new Object[0], null, null, null);

            assertThat(Run.of("grep", "-c", "shouldFindWhatStandsInAStackTrace", logs.toString()))
                    .isEqualTo(new Run("1\n", "", ExitCode.DONE));
        }
    }

    @Test
    void shouldIgnoreCaseWhereAsked() {
        try (TestJournal journal = TestJournal.in(logs)) {
            journal.log(1, Levels.INFO, "x", "main", "Connection Refused");

            assertThat(Run.of("grep", "-c", "refused", logs.toString()).exitCode())
                    .isEqualTo(ExitCode.NOTHING_FOUND);
            assertThat(Run.of("grep", "-c", "-i", "refused", logs.toString()).exitCode())
                    .isZero();
        }
    }

    @Test
    void shouldSayWhereAnExpressionIsBroken() {
        Run run = Run.of("grep", "a(b", logs.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("Unclosed group near place 3 of a(b");
    }

    @Test
    void shouldMatchLongMessagesByGroupsThatAreRepeated() {
        for (TestJournal journal : List.of(TestJournal.in(logs, "one"), TestJournal.inSmallSegments(logs))) {
            for (int i = 0; i < 200; i++) {
                journal.log(1_000_000L + i, Levels.INFO, "x", "main", "{} tail", "ab".repeat(10_000));
            }
            journal.log(2_000_000L, Levels.INFO, "x", "main", "last");
            String place = journal.directory().toString();

            assertThat(Run.of("grep", "-c", "^(a|b)+ tail$", place)).isEqualTo(new Run("200\n", "", ExitCode.DONE));
            assertThat(Run.of("grep", "--pattern", "%msg", "^(?:[^ ]|,)*last", place))
                    .isEqualTo(new Run("last\n", "", ExitCode.DONE));
            journal.close();
        }
    }
}
