package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.journal.Codec;
import dev.millrace.journal.CursorTerms;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.Tailer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands and the code of docs/guide/import.md are run here, and the record in docs/design/journal-format.md. */
@Timeout(120)
class ImportGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "import.md");
    private static final Path FORMAT = Path.of("..", "docs", "design", "journal-format.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "dev", "millrace", "cli", "transfer", "ImportGuideTest.java");
    private static final Set<String> QUEUES = Set.of("visits", "requests");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final String LINE =
            "203.0.113.9 - - [21/Nov/2026:17:18:05 +0000] \"GET /item/17 HTTP/1.1\" 200 1370 \"-\" \"curl/8.1\"\n";

    @TempDir
    Path home;

    private final List<Visit> replayed = new ArrayList<>();

    record Visit(byte[] url, String host, Instant time) {}

    private void replay(Visit visit) {
        replayed.add(visit);
    }

    @BeforeEach
    void writeLogs() throws IOException {
        for (String name : List.of("access.log.2.gz", "access.log.1", "access.log")) {
            Files.writeString(home.resolve(name), LINE + LINE);
        }
    }

    private static List<String> blocks(Path page, String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(page))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** The words of a command up to a pipe or a redirection, with files and queues in the test's directory. */
    private String[] words(String command) {
        String own = command.split(" [|>] ")[0];
        return WORD.matcher(own)
                .results()
                .map(this::word)
                .collect(Collectors.toList())
                .toArray(String[]::new);
    }

    private String word(MatchResult match) {
        String word = match.group(1) != null ? match.group(1) : match.group(2);
        return word.startsWith("access.log") || QUEUES.contains(word)
                ? home.resolve(word).toString()
                : word;
    }

    @Test
    void shouldRunTheGuidesCommands() throws IOException {
        int commands = 0;
        for (String block : blocks(GUIDE, "sh")) {
            for (String line : block.replace("|\n", "").lines().toList()) {
                String[] arguments = words(line.substring(line.indexOf("millrace ") + "millrace ".length()));
                Run run = Run.with(new ByteArrayInputStream(LINE.getBytes(StandardCharsets.UTF_8)), arguments);
                assertThat(run.exitCode()).as("%s: %s", line, run.err()).isBetween(0, 1);
                commands++;
            }
        }
        assertThat(commands).isEqualTo(6);
    }

    @Test
    void shouldReplayAsTheGuideSays() throws Exception {
        Path directory = home.resolve("requests");
        Run.of(words("import --format combined --field url=target --field host=remote_addr --field time=time_local"
                + " requests access.log"));

        Codec<Visit> visits = Codec.ofRecord(Visit.class, MethodHandles.lookup());
        try (Tailer tailer = Tailer.open(directory, "replay", CursorTerms.following())) {
            while (tailer.next()) {
                replay(tailer.read(visits, null));
                tailer.commit();
            }
        }

        assertThat(replayed).hasSize(2).allSatisfy(visit -> {
            assertThat(visit.url()).asString().isEqualTo("/item/17");
            assertThat(visit.host()).isEqualTo("203.0.113.9");
            assertThat(visit.time()).isEqualTo("2026-11-21T17:18:05Z");
        });
    }

    @Test
    void shouldShowTheGuidesCode() throws IOException {
        String code = Pattern.compile("\\s+").matcher(Files.readString(SOURCE)).replaceAll(" ");

        List<String> lines = blocks(GUIDE, "java").stream()
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();

        assertThat(lines).hasSizeGreaterThan(6).allSatisfy(line -> assertThat(code)
                .contains(line));
    }

    @Test
    void shouldWriteTheRecordThatTheFormatShows() throws IOException {
        String page = Files.readString(FORMAT);
        page = page.substring(page.indexOf("### The schema of a queue"));
        String schema = page.substring(page.indexOf("millrace-schema"), page.indexOf("```\n\nA line for each field"));
        String dump = page.substring(page.indexOf("as a record of the schema above"));
        StringBuilder bytes = new StringBuilder();
        Pattern.compile("^((?:[0-9a-f]{2} )+) ", Pattern.MULTILINE)
                .matcher(dump)
                .results()
                .forEach(line -> bytes.append(line.group(1).replace(" ", "")));
        Path queue = home.resolve("visits");
        Run.with(
                new ByteArrayInputStream(LINE.getBytes(StandardCharsets.UTF_8)),
                words("import --format combined --field time_local --field target --field status visits"));

        assertThat(Files.readString(queue.resolve("schema"))).isEqualTo(schema);
        try (JournalQueue more = JournalQueue.open(queue, QueueOptions.defaults())) {
            more.append(HexFormat.of().parseHex(bytes));
        }
        assertThat(Run.of("export", queue.toString()).out().lines().toList().get(1))
                .isEqualTo("{\"time_local\":\"2026-11-21T17:18:05Z\",\"target\":\"/a\",\"status\":200}");
    }
}
