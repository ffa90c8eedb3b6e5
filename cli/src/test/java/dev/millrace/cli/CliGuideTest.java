package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.look.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/guide/cli.md} shows: every command of it is run over a generated journal. */
@Timeout(120)
class CliGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "cli.md");
    private static final String PROMPT = "$ ";
    private static final Set<String> PLACES = Set.of("logs", "visits", "access.log");
    private static final String ACCESS_LOG =
            """
            203.0.113.9 - - [21/Nov/2026:18:24:41 +0000] "GET /orders/17 HTTP/1.1" 200 1370 "-" "curl/8.1"
            203.0.113.9 - - [21/Nov/2026:18:24:42 +0000] "POST /orders HTTP/1.1" 500 98 "-" "curl/8.1"
            """;

    @TempDir
    private Path home;

    private Map<String, List<String>> session() throws IOException {
        Map<String, List<String>> session = new LinkedHashMap<>();
        String guide = Files.readString(GUIDE);
        String shown = guide.substring(guide.indexOf("\n## A session"));
        List<String> output = new ArrayList<>();
        for (String line : block(shown, "```\n").lines().toList()) {
            if (line.startsWith(PROMPT)) {
                output = new ArrayList<>();
                session.put(line.substring(PROMPT.length()), output);
            } else if (!line.isBlank()) {
                output.add(line);
            }
        }
        return session;
    }

    private static String block(String text, String fence) {
        int from = text.indexOf(fence) + fence.length();
        return text.substring(from, text.indexOf("\n```", from));
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        boolean quoted = false;
        for (String part : command.split("['\"]", -1)) {
            if (quoted) {
                words.add(part);
            } else {
                part.strip()
                        .lines()
                        .flatMap(line -> List.of(line.split(" +")).stream())
                        .filter(word -> !word.isEmpty())
                        .forEach(words::add);
            }
            quoted = !quoted;
        }
        return words;
    }

    private Run run(String command) {
        List<String> words = words(command);
        assertThat(words.get(0)).endsWith("millrace");
        return Run.of(words.subList(1, words.size()).stream()
                .map(word -> PLACES.contains(word) ? home.resolve(word).toString() : word)
                .toArray(String[]::new));
    }

    /** A line without what differs from journal to journal: numbers, sizes, bars, paths, and how far it is indented. */
    private static String shape(String line) {
        return line.strip()
                .replaceAll("\\S*/\\.millrace/\\S+?(?=:|$)", "PATH")
                .replaceAll("[▁▂▃▄▅▆▇█ ]*[▁▂▃▄▅▆▇█]", " BARS")
                .replaceAll("customer-\\d+-[0-9a-f]+|needleword-\\d+", "CUSTOMER")
                .replaceAll("\\[[^]]+]", "[THREAD]")
                .replaceAll("\\b(KiB|MiB|GiB)\\b", "SIZE")
                .replaceAll("[\\d,.:]*\\d", "N")
                .replaceAll(" +", " ");
    }

    private static List<String> shapes(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.isBlank())
                .map(CliGuideTest::shape)
                .collect(Collectors.toList());
    }

    @Test
    void shouldPrintWhatTheGuideShows() throws IOException {
        SampleLog.write(home.resolve("logs"), 20_000);
        Files.writeString(home.resolve("access.log"), ACCESS_LOG);

        Map<String, List<String>> session = session();

        assertThat(session.keySet().stream().map(command -> words(command).get(1)))
                .containsAll(Commands.NAMES.stream()
                        .filter(name -> !name.equals("completion") && !name.equals("manual"))
                        .toList());
        session.forEach((command, shown) -> {
            Run run = run(command);
            assertThat(run.exitCode()).as(command).isZero();
            String printed = (run.out() + run.err()).replace(home + "/", "");
            assertThat(shapes(printed.lines().toList())).as(command).isEqualTo(shapes(shown));
        });
    }

    @Test
    void shouldUnderstandEveryCommandThatTheGuideNames() throws IOException {
        SampleLog.write(home.resolve("logs"), 2000);
        String guide = Files.readString(GUIDE);
        List<String> commands = guide.substring(guide.indexOf("\n## Which events"))
                .lines()
                .filter(line -> line.matches("(\\./)?millrace (cat|grep|stat|tail|render|verify) .* logs( +#.*)?"))
                .map(line -> line.replaceFirst(" +#.*", ""))
                .toList();

        assertThat(commands).hasSizeGreaterThanOrEqualTo(6);
        for (String command : commands) {
            Run run = run(command);
            assertThat(run.err()).as(command).isEmpty();
            assertThat(run.exitCode()).as(command).isIn(ExitCode.DONE, ExitCode.NOTHING_FOUND);
        }
    }

    @Test
    void shouldKnowEveryCommandOfTheGuidesTable() throws IOException {
        List<String> named = Files.readString(GUIDE)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(1, line.indexOf('|', 1)))
                .flatMap(cell -> List.of(cell.split("[`, ]+")).stream())
                .filter(word -> word.matches("[a-z]{3,}"))
                .toList();

        assertThat(named).containsAll(Commands.NAMES);
    }
}
