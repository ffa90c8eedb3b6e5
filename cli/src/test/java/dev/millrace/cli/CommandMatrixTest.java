package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.event.Levels;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command at every state of a journal; of an import, of the queue that it appends to. */
@Timeout(60)
class CommandMatrixTest {
    private static final String IMPORT = "import --format lines";

    /** A row: state, command, exit code, what its output contains and what each line of its error output, or nothing at all. */
    private static final String TABLE =
            """
            empty   | cat                 | 0 |                               |
            empty   | tail                | 0 |                               |
            empty   | grep event          | 1 |                               |
            empty   | render -o json      | 0 |                               |
            empty   | stat                | 0 | events    0                   |
            empty   | verify              | 0 | whole, 0 B, 0 events          |
            empty   | export              | 1 |                               |
            empty   | recover --dry-run   | 0 | 0 events can be kept          |
            empty   | recover             | 0 | 0 events kept, 0 B passed     |
            empty   | vacuum --dry-run    | 0 | would be removed              |
            empty   | vacuum              | 0 | removed                       |
            empty   | import --format lines | 0 |                             | imported 1 of 1 lines
            live    | cat                 | 0 | event 0 took 0 ms             |
            live    | tail                | 0 | event 0 took 0 ms             |
            live    | grep event          | 0 | event 0 took 0 ms             |
            live    | render -o json      | 0 | "message":"event 0 took 0 ms" |
            live    | stat                | 0 | owner     alive               |
            live    | verify              | 0 | 1 events                      |
            live    | export              | 0 | "message":"event 0 took 0 ms" |
            live    | recover --dry-run   | 3 |                               | a live process owns the journal
            live    | recover             | 3 |                               | a live process owns the journal
            live    | vacuum --dry-run    | 0 | kept, a live process owns it  |
            live    | vacuum              | 0 | kept, a live process owns it  |
            live    | import --format lines | 3 |                             | has the queue open for appending
            damaged | cat                 | 4 | event 4999 took 99 ms         | are damaged and were passed over
            damaged | tail                | 0 | event 4999 took 99 ms         |
            damaged | grep event          | 4 | event 4999 took 99 ms         | are damaged and were passed over
            damaged | render -o json      | 4 | "message":"event 4999 took    | are damaged and were passed over
            damaged | stat                | 4 | events    3,634               | are damaged and were passed over
            damaged | verify              | 4 | DAMAGED                       |
            damaged | export              | 4 | "message":"event 4999 took    | damaged
            damaged | recover --dry-run   | 0 | 3634 events can be kept       |
            damaged | recover             | 0 | 3634 events kept              | damaged bytes were skipped
            damaged | vacuum --dry-run    | 0 | kept, sink FILE has events    |
            damaged | vacuum              | 0 | kept, sink FILE has events    |
            damaged | import --format lines | 0 |                             | imported 1 of 1 lines
            cut     | cat                 | 4 |                               | 0.seg is no segment of this journal any more
            cut     | tail                | 4 |                               | 0.seg is no segment of this journal any more
            cut     | grep event          | 4 |                               | 0.seg is no segment of this journal any more
            cut     | render -o json      | 4 |                               | 0.seg is no segment of this journal any more
            cut     | stat                | 4 | events    0                   | 0.seg is no segment of this journal any more
            cut     | verify              | 4 | 0 events, 0.seg is no segment |
            cut     | export              | 4 |                               | 0.seg is no segment of this journal any more
            cut     | recover --dry-run   | 0 | 0.seg is no segment           |
            cut     | recover             | 0 | 0.seg is no segment           | not a segment of this journal: file=
            cut     | vacuum --dry-run    | 0 | kept, 0.seg is no segment     |
            cut     | vacuum              | 0 | kept, 0.seg is no segment     |
            cut     | import --format lines | 0 |                             | set aside as ; segments are missing ; imported 1 of 1
            textless | cat                | 4 | [no text #                    | texts are missing from its dictionary
            textless | tail               | 4 | [no text #                    | texts are missing from its dictionary
            textless | grep no.text       | 4 | [no text #                    | texts are missing from its dictionary
            textless | grep event         | 4 | event 0 took 0 ms             | texts are missing from its dictionary
            textless | render -o json     | 4 | "message":"[no text #         | texts are missing from its dictionary
            textless | stat               | 4 | events    5,000               | texts are missing from its dictionary
            textless | verify             | 4 | DAMAGED                       |
            textless | export             | 4 | "message":"[no text #         | texts are missing from the dictionary
            textless | recover --dry-run  | 0 | texts are missing             |
            textless | recover            | 0 | texts are missing             |
            textless | vacuum --dry-run   | 0 | kept, sink FILE has events    |
            textless | vacuum             | 0 | kept, sink FILE has events    |
            textless | import --format lines | 0 |                            | imported 1 of 1 lines
            foreign | cat                 | 3 |                               | no journal here
            foreign | tail                | 3 |                               | no journal here
            foreign | grep event          | 3 |                               | no journal here
            foreign | render -o json      | 3 |                               | no journal here
            foreign | stat                | 3 |                               | no journal here
            foreign | verify              | 3 |                               | no journal here
            foreign | export              | 3 |                               | no journal here
            foreign | recover --dry-run   | 3 |                               | no journal here
            foreign | recover             | 3 |                               | no journal here
            foreign | vacuum --dry-run    | 3 |                               | no journal here
            foreign | vacuum              | 3 |                               | no journal here
            foreign | import --format lines | 3 |                             | something else than a queue
            newer   | cat                 | 3 |                               | newer version
            newer   | tail                | 3 |                               | newer version
            newer   | grep event          | 3 |                               | newer version
            newer   | render -o json      | 3 |                               | newer version
            newer   | stat                | 3 |                               | newer version
            newer   | verify              | 3 |                               | newer version
            newer   | export              | 3 |                               | newer version
            newer   | recover --dry-run   | 3 |                               | newer version
            newer   | recover             | 3 |                               | newer version
            newer   | vacuum --dry-run    | 3 |                               | newer version
            newer   | vacuum              | 3 |                               | newer version
            newer   | import --format lines | 3 |                             | newer version
            """;

    /** Words of the launcher that look at no journal: what they are given is options, or the name of a scenario. */
    private static final Set<String> WITHOUT_JOURNAL =
            Set.of("completion", "manual", "demo", "prove", "bench", "stress", "dist", "help");

    @TempDir
    private Path home;

    /** What owns the journal or the queue while the command runs; null for nobody. */
    private AutoCloseable live;

    private enum State {
        EMPTY,
        LIVE,
        DAMAGED,
        /** A segment without its header. */
        CUT,
        /** A dictionary without its texts; a queue has none. */
        TEXTLESS,
        FOREIGN,
        NEWER
    }

    private record Row(State state, String command, int exitCode, String out, String err) {
        static Row of(String line) {
            String[] cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
            State state = State.valueOf(cells[0].toUpperCase(Locale.ROOT));
            return new Row(state, cells[1], Integer.parseInt(cells[2]), cells[3], cells[4]);
        }

        List<String> words() {
            return List.of(command.split(" "));
        }
    }

    static Stream<Row> rows() {
        return TABLE.lines().map(Row::of);
    }

    @AfterEach
    void close() throws Exception {
        if (live != null) {
            live.close();
        }
    }

    private Path journal(State state) throws IOException {
        Path logs = home.resolve("logs");
        switch (state) {
            case EMPTY:
                return JournalStates.dead(logs, "app", 0);
            case LIVE:
                TestJournal journal = TestJournal.in(logs, "app");
                live = journal;
                journal.log(1, Levels.INFO, "com.acme.Shop", "main", "event {} took {} ms", 0, 0);
                return journal.directory();
            case FOREIGN:
                return JournalStates.foreign(logs);
            default:
                Path dead = JournalStates.dead(logs, "app", 5_000);
                switch (state) {
                    case DAMAGED -> JournalStates.damage(dead);
                    case CUT -> JournalStates.cut(dead.resolve("0.seg"), 100);
                    case TEXTLESS -> JournalStates.cut(dead.resolve("dictionary"), 100);
                    default -> JournalStates.makeNewer(dead.resolve("control"));
                }
                return dead;
        }
    }

    private Path queue(State state) throws IOException {
        Path directory = home.resolve("queue");
        if (state == State.FOREIGN) {
            return JournalStates.foreign(directory);
        }
        if (state != State.EMPTY) {
            assertThat(JournalStates.run(List.of(IMPORT.split(" ")), directory).exitCode())
                    .isZero();
        }
        JournalQueue queue = JournalQueue.open(directory, QueueOptions.defaults());
        if (state == State.LIVE) {
            live = queue;
            return directory;
        }
        if (state == State.DAMAGED) {
            byte[] record = new byte[64];
            for (int i = 0; i < 5_000; i++) {
                queue.append(record);
            }
        }
        queue.close();
        if (state == State.DAMAGED) {
            JournalStates.damage(directory.resolve("0"));
        } else if (state == State.CUT) {
            JournalStates.cut(directory.resolve("0").resolve("0.seg"), 100);
        } else if (state == State.NEWER) {
            JournalStates.makeNewer(directory.resolve("0").resolve("control"));
        }
        return directory;
    }

    private static void assertHolds(String text, String part) {
        if (part.isEmpty()) {
            assertThat(text).isEmpty();
        } else {
            assertThat(text).contains(part);
        }
    }

    private static void assertHasLines(String text, String parts) {
        List<String> lines = text.lines().toList();
        String[] wanted = parts.isEmpty() ? new String[0] : parts.split(" ; ");
        assertThat(lines).hasSameSizeAs(wanted);
        for (int i = 0; i < wanted.length; i++) {
            assertThat(lines.get(i)).contains(wanted[i]);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldSayWhatItFindsAndEndWithItsCode(Row row) throws IOException {
        Path place = row.command().equals(IMPORT) ? queue(row.state()) : journal(row.state());

        Run run = JournalStates.run(row.words(), place);

        assertHolds(run.out(), row.out());
        assertHasLines(run.err(), row.err());
        assertThat(run.exitCode()).isEqualTo(row.exitCode());
    }

    @Test
    void shouldHaveEveryCommandAtEveryState() {
        Set<String> wanted = new TreeSet<>(Commands.NAMES);
        wanted.removeAll(WITHOUT_JOURNAL);

        for (State state : State.values()) {
            List<List<String>> commands =
                    rows().filter(row -> row.state() == state).map(Row::words).toList();
            Set<String> names = commands.stream().map(words -> words.get(0)).collect(Collectors.toSet());

            assertThat(names).as("commands at a journal that is %s", state).isEqualTo(wanted);
            assertThat(commands).containsAll(JournalStates.commands().toList());
        }
    }

    @Test
    void shouldKnowEveryWordOfTheLauncher() throws IOException {
        String launcher = Files.readString(Path.of("..", "millrace"));
        Matcher cases = Pattern.compile("(?m)^  ([a-z |]+)\\)$")
                .matcher(launcher.substring(launcher.indexOf("case $command in")));
        Set<String> words = new HashSet<>();
        while (cases.find()) {
            words.addAll(List.of(cases.group(1).split(" \\| ")));
        }

        Set<String> known = new HashSet<>(Commands.NAMES);
        known.addAll(WITHOUT_JOURNAL);
        known.remove("help");

        assertThat(words).isEqualTo(known);
    }
}
