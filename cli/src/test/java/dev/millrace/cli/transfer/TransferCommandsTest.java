package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Run;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.journal.Codec;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.Tailer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TransferCommandsTest {
    private static final String GOOD =
            "::1 - - [21/Nov/2026:17:18:0%d +0000] \"GET /%d HTTP/1.1\" 200 17 \"-\" \"c,\"\n";

    @TempDir
    Path home;

    private String queue() {
        return home.resolve("queue").toString();
    }

    private Run importing(String input, String... options) {
        return importing(input.getBytes(StandardCharsets.UTF_8), options);
    }

    private Run importing(byte[] input, String... options) {
        List<String> arguments = new ArrayList<>(List.of("import", "--budget", "32MB"));
        arguments.addAll(List.of(options));
        arguments.add(queue());
        return Run.with(new ByteArrayInputStream(input), arguments.toArray(String[]::new));
    }

    private static String good(int count) {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < count; line++) {
            lines.append(String.format(GOOD, line, line));
        }
        return lines.toString();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldImportAndExportEveryFormat() {
        Run run = importing(good(2), "--format", "common", "--field", "at:time=time_local", "--field", "status");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED); // combined lines are more than common ones

        run = importing(good(2), "--format", "combined", "--field", "at:time=time_local", "--field", "status:text");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains("the queue's records are others").contains("at:time status:integer");

        run = importing(good(2), "--format", "combined", "--field", "at:time=time_local", "--field", "status");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo("millrace: imported 2 of 2 lines into " + queue() + ", 0 bad\n");

        assertThat(Run.of("export", queue()).out())
                .isEqualTo("{\"at\":\"2026-11-21T17:18:00Z\",\"status\":200}\n"
                        + "{\"at\":\"2026-11-21T17:18:01Z\",\"status\":200}\n");
        assertThat(Run.of("export", "--format", "csv", "-n", "1", queue()).out())
                .isEqualTo("at,status\r\n2026-11-21T17:18:01Z,200\r\n");
        assertThat(Run.of("export", "--format", "text", "--until", "2026-11-21T17:18:00Z", queue())
                        .out())
                .isEqualTo("2026-11-21T17:18:00Z\t200\n");
    }

    /** Whatever looks like an object of its own within. */
    @Test
    void shouldExportAnObjectALineWhereJsonIsOfSeveralLines() {
        String lines = "[\\n{\\x22j\\x22:1}\\r,\\t\\x22\\x5cn\\x22]\n";
        assertThat(importing(lines, "--format", "$j", "--field", "j:json").exitCode())
                .isZero();

        assertThat(Run.of("export", queue()).out()).isEqualTo("{\"j\":[ {\"j\":1} ,\t\"\\n\"]}\n");
    }

    /** As {@code verify} prints its name. */
    @Test
    void shouldExportTheJournalOfAQueueAsTheQueue() {
        assertThat(importing(good(2), "--format", "combined").exitCode()).isZero();

        Run run = Run.of("export", queue() + "/0");

        assertThat(run.out()).isEqualTo(Run.of("export", queue()).out()).contains("\"status\":200");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void shouldShowTheFirstBadLinesAndCountTheOthers() {
        Run run = importing(good(1) + "x\n\ny\n" + good(1) + "z", "--format", "combined", "--show-bad", "2");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(run.err())
                .isEqualTo("millrace: -:2:2: remote_addr: the line ends before it\n"
                        + "millrace: -:3:1: the line is empty\n"
                        + "millrace: further bad lines are counted only (--show-bad shows more)\n"
                        + "millrace: imported 2 of 6 lines into " + queue() + ", 4 bad\n");
    }

    @Test
    void shouldStopAtTheFirstBadLineWhenStrict() {
        Run run = importing(good(1) + "x\n" + good(1), "--format", "combined", "--strict", "--json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(run.err()).isEqualTo("millrace: -:2:2: remote_addr: the line ends before it\n");
        assertThat(run.out()).isEqualTo("{\"lines\":2,\"imported\":1,\"bad\":1,\"complete\":false}\n");
    }

    @Test
    void shouldReadPlainAndGzipFilesOfSeveralPartsInTheirOrder() throws IOException {
        Path plain = Files.writeString(home.resolve("a.log"), "one\r\ntwo");
        Path packed = home.resolve("b.log.gz");
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        parts.write(gzip("three\n"));
        parts.write(gzip("four\nfive\r\n\n"));
        Files.write(packed, parts.toByteArray());

        Run run =
                Run.of("import", "--format", "lines", "--budget", "32MB", queue(), packed.toString(), plain.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Run.of("export", "--format", "csv", queue()).out())
                .isEqualTo("line\r\nthree\r\nfour\r\nfive\r\n\"\"\r\none\r\ntwo\r\n");
    }

    @Test
    void shouldReadOnAfterAPauseBetweenTheArchivesOfAPipe() throws IOException {
        InputStream first = new PausingStream(gzip("one\n"));
        InputStream second = new PausingStream(gzip("two\n"));

        Run run = Run.with(
                new SequenceInputStream(first, second), "import", "--format", "lines", "--budget", "32MB", queue());

        assertThat(run.err()).contains("imported 2 of 2 lines");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 19, 70_000})
    void shouldSayWhereAnArchiveIsFollowedByWhatIsNone(int others) throws IOException {
        byte[] packed = gzip("one\ntwo\n");
        byte[] damaged = Arrays.copyOf(gzip("three\n"), Math.max(others, 30));
        damaged[2] = 9;
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        input.write(packed);
        input.write(damaged, 0, others);

        Run run = Run.with(
                new ByteArrayInputStream(input.toByteArray()),
                "import",
                "--format",
                "lines",
                "--budget",
                "32MB",
                queue());

        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err())
                .isEqualTo("millrace: cannot be read to its end: -: from byte " + packed.length
                        + " on it is no gzip (2 lines were read until then, 2 imported)\n");
    }

    @Test
    void shouldPassOverTheZerosThatFillABlockBehindAnArchive() throws IOException {
        byte[] packed = gzip("one\n");

        Run run = Run.with(
                new ByteArrayInputStream(Arrays.copyOf(packed, 200_000)),
                "import",
                "--format",
                "lines",
                "--budget",
                "32MB",
                queue());

        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    /** Says that nothing is available, as a pipe does whose writer thinks. */
    private static final class PausingStream extends ByteArrayInputStream {
        PausingStream(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int available() {
            return 0;
        }
    }

    @Test
    void shouldKeepWhatCameBeforeADamagedArchiveEnds() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < 100_000; line++) {
            lines.append(line * 7919L).append('\n');
        }
        byte[] packed = gzip(lines.toString());

        Run run = importing(Arrays.copyOf(packed, packed.length / 2), "--format", "lines");

        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err())
                .startsWith("millrace: cannot be read to its end: -: ")
                .contains("lines were read until then");
        assertThat(Run.of("export", "--format", "text", queue()).out().lines())
                .hasSizeGreaterThan(10_000)
                .startsWith("0", "7919");
    }

    @Test
    void shouldSayThatAnArchiveEndsInItsHead() throws IOException {
        Run run = importing(Arrays.copyOf(gzip("a\n"), 7), "--format", "lines");

        assertThat(run.err())
                .startsWith("millrace: cannot be read to its end: -: it ends in the midst of an archive (0 lines");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void shouldReadTheStandardInputOnce() {
        Run run = Run.of("import", "--format", "lines", queue(), "-", "-");

        assertThat(run.err()).hasLineCount(1).contains("can be read once");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(home.resolve("queue")).doesNotExist();
    }

    @Test
    void shouldPassOverTheMarkOfUtf8AtTheStartOfAFile() throws IOException {
        String marked = "\uFEFFa\n\uFEFFb\n";

        Run run = importing(gzip(marked), "--format", "lines");
        importing("\uFEFF", "--format", "lines");
        importing("\uFEFF\uFEFFc", "--format", "lines");

        assertThat(run.err()).contains("imported 2 of 2 lines");
        String text = Run.of("export", "--format", "text", queue()).out();
        assertThat(text).isEqualTo("a\n\\xEF\\xBB\\xBFb\n\\xEF\\xBB\\xBFc\n");
        Run.with(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                "import",
                "--format",
                "$line",
                home.resolve("again").toString());
        assertThat(Run.of("export", home.resolve("again").toString())).isEqualTo(Run.of("export", queue()));
    }

    @Test
    void shouldReadAnEmptyLineThatIsAnEmptyText() {
        importing("a\n\n-\nb\n", "--format", "lines");
        String text = Run.of("export", "--format", "text", queue()).out();

        Run run = Run.with(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                "import",
                "--format",
                "$line",
                home.resolve("again").toString());

        assertThat(run.err()).contains("imported 4 of 4 lines");
        assertThat(Run.of("export", home.resolve("again").toString())).isEqualTo(Run.of("export", queue()));
    }

    @Test
    void shouldPassOverALineThatIsTooLong() {
        Run run = importing(
                "a\n" + "b".repeat(500_000) + "\r\nc\n" + "d".repeat(99) + "\n",
                "--format",
                "lines",
                "--max-line",
                "99");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(run.err()).contains("-:2:1: the line is longer than --max-line, at: bbbb", "3 of 4 lines");
        assertThat(Run.of("export", "--format", "text", queue()).out()).isEqualTo("a\nc\n" + "d".repeat(99) + "\n");
    }

    @Test
    void shouldWriteRecordsThatJavaProgramsRead() throws IOException {
        importing(
                good(1),
                "--format",
                "combined",
                "--field",
                "url=target",
                "--field",
                "referer=http_referer",
                "--field",
                "time=time_local",
                "--field",
                "status",
                "--field",
                "size:number=body_bytes_sent");

        Codec<Visit> codec = Codec.ofRecord(Visit.class, MethodHandles.lookup());
        try (Tailer tailer = Tailer.open(Path.of(queue()))) {
            assertThat(tailer.next()).isTrue();
            assertThat(tailer.read(codec, null))
                    .isEqualTo(new Visit("/0", null, Instant.parse("2026-11-21T17:18:00Z"), 200, 17));
        }
    }

    record Visit(String url, String referer, Instant time, long status, double size) {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "import --format yaml q|no format: 'yaml' (common, combined, json, lines",
                "import --format json q|no fields: JSON lines need one --field for each key",
                "import --format lines --field a q|--format lines has one field",
                "import --format json --field a:int q|no type of a field: 'int' in 'a:int' (text, integer,",
                "import --format json --field a --field a q|two fields have one name: name=a",
                "import --format combined --max-line 1 q|--max-line=1 (from 64 bytes to 16.0 MiB)",
                "import --format combined --budget 1KB q|--budget=1KB: budget too small",
                "import q|Missing required option: '--format=FORMAT'",
                "export --since someday q|--since: no time: someday (such as",
                "export -n -1 q|-n=-1 is negative",
                "export -n x q|Invalid value for option '-n': 'x' is not a whole number (",
                "export --format yaml q|Invalid value for option '--format'"
            })
    void shouldSayWhatIsWrongWithTheCommandLine(String line, String message) {
        Run run = Run.of(line.replace(" q", " " + queue()).split(" "));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("millrace: " + message).hasLineCount(1);
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void shouldMakeNothingWhenAFileIsMissing() {
        Run run = Run.of(
                "import", "--format", "lines", queue(), home.resolve("none").toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).isEqualTo("millrace: no such file: " + home.resolve("none") + "\n");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void shouldRefuseADirectoryOfSomethingElse() throws IOException {
        Files.createDirectory(Path.of(queue()));
        Files.writeString(Path.of(queue(), "letter"), "x");

        assertThat(importing("x", "--format", "lines").err()).contains("there is something else than a queue");
        assertThat(Run.of("export", queue()).err()).contains("no journal here: " + queue());
        assertThat(Run.of("export", queue()).exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    /** As a full disk does: it is found out when the queue's directory and its lock are there. */
    @Test
    void shouldMakeTheQueueThatWasBegunBefore() throws IOException {
        Files.createDirectories(home.resolve("queue/0"));
        Files.createDirectories(home.resolve("queue/cursors"));
        Files.write(home.resolve("queue/0.lock"), new byte[17]);
        Files.write(home.resolve("queue/schema.new"), new byte[0]);

        Run run = importing("a\nb\n", "--format", "lines");

        assertThat(run.err()).contains("imported 2 of 2 lines");
        assertThat(run.exitCode()).isZero();
        assertThat(Run.of("export", "--format", "text", queue()).out()).isEqualTo("a\nb\n");
    }

    @Test
    void shouldRefuseAQueueThatAnotherProgramFilled() throws IOException {
        try (JournalQueue other =
                JournalQueue.open(Path.of(queue()), QueueOptions.defaults().withBudgetBytes(32L << 20))) {
            other.append("raw\u00e9".getBytes(StandardCharsets.UTF_8));

            Run busy = importing("x", "--format", "lines");
            assertThat(busy.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(busy.err()).contains("open for appending");
            assertThat(Run.of("export", queue()).out()).isEqualTo("{\"record\":\"raw\u00e9\"}\n");
        }

        Run run = importing("x", "--format", "lines");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err()).contains("the queue has records and no schema");
        assertThat(Run.of("export", "--since", "today", queue()).err()).contains("the records have no time");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "millrace-schema 2|a schema of another version",
                "hello|not a schema",
                "millrace-schema 1;line;|not a field of a schema",
                "millrace-schema 1;line text|the schema is cut off",
                "millrace-schema 1;line text;line text;|two fields have one name",
                "millrace-schema 1;|a record has 1 to 256 fields"
            })
    void shouldSayWhatIsWrongWithASchema(String schema, String message) throws IOException {
        importing("x", "--format", "lines");
        Files.writeString(Path.of(queue(), "schema"), schema.replace(';', '\n'));

        for (Run run : List.of(Run.of("export", queue()), importing("x", "--format", "lines"))) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(run.err()).contains(message, queue() + "/schema").hasLineCount(1);
        }
    }

    @Test
    void shouldLeaveOutAndCountRecordsThatAreNoRows() throws IOException {
        importing("200\n", "--format", "$status");
        try (JournalQueue other =
                JournalQueue.open(Path.of(queue()), QueueOptions.defaults().withBudgetBytes(32L << 20))) {
            other.append(new byte[] {1, 2, 3});
        }

        Run run = Run.of("export", queue());

        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(run.out()).isEqualTo("{\"status\":200}\n");
        assertThat(run.err()).contains("1 records are not what the schema says");
    }

    @Test
    void shouldTellOfRecordsThatAreNoRowsWhereThereIsNoOther() throws IOException {
        importing("", "--format", "$status");
        try (JournalQueue other =
                JournalQueue.open(Path.of(queue()), QueueOptions.defaults().withBudgetBytes(32L << 20))) {
            other.append(new byte[] {1, 2, 3});
        }

        Run run = Run.of("export", "-n", "1", queue());

        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("1 records are not what the schema says");
    }

    @Test
    void shouldSayWhenTheBudgetIsSpent() {
        Run run = importing("x".repeat(200_000).concat("\n").repeat(300), "--format", "lines");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT_FAILED);
        assertThat(run.err())
                .contains("the queue's budget is spent", "records of")
                .contains("lines are in the queue")
                .hasLineCount(1);
    }

    @Test
    void shouldEndWithOneWhenNothingIsThere() {
        importing("", "--format", "lines");

        assertThat(Run.of("export", queue()).exitCode()).isEqualTo(ExitCode.NOTHING_FOUND);
        assertThat(Run.of("export", "-n", "0", queue()).exitCode()).isEqualTo(ExitCode.NOTHING_FOUND);
    }
}
