package dev.millrace.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.Progress;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.Tailer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random bytes and damaged lines: nothing throws, nothing hangs, and every line is either a record or counted as bad. */
@Timeout(120)
class HostileLinesTest {
    private static final int LINES = 20_000;
    private static final int MAX_LINE_BYTES = 200;

    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "common",
                "combined",
                "json",
                "lines",
                "log_format a escape=none '$remote_addr:$remote_port \"$request\" $upstream_response_time';",
                "log_format b escape=json '{\"t\":\"$time_iso8601\",\"s\":$status,\"r\":\"$request\",\"m\":$msec}';",
                "$status $request_time"
            })
    void shouldCountEveryLine(String format) throws Exception {
        long seed = format.hashCode();
        byte[] input = input(new SplittableRandom(seed));
        List<String> fields =
                format.equals("json") ? List.of("n:integer", "s", "o.b:json", "t:time", "d:number") : List.of();
        LineParser parser = LineFormats.parser(format, fields);
        Console console = new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                false,
                false,
                Map.of());
        BadLines bad = new BadLines(console, LINES);
        long records = 0;

        try (JournalQueue queue =
                        JournalQueue.open(home, QueueOptions.defaults().withBudgetBytes(32L << 20));
                Progress progress = new Progress(console, "importing", 0)) {
            ImportJob job = new ImportJob(parser, queue, bad, false, MAX_LINE_BYTES, progress);
            assertThat(job.run("input", new ByteArrayInputStream(input))).isTrue();

            assertThat(job.lines()).as("seed %d", seed).isEqualTo(LINES);
            assertThat(job.imported() + bad.count()).isEqualTo(LINES);
            RowDecoder decoder = new RowDecoder(parser.schema());
            Row row = new Row(parser.schema().size());
            try (Tailer tailer = Tailer.open(home)) {
                while (tailer.next()) {
                    assertThat(decoder.decode(tailer.bytes(), tailer.offset(), tailer.length(), row))
                            .isTrue();
                    records++;
                }
            }
            assertThat(records).isEqualTo(job.imported());
        }
    }

    private static byte[] input(SplittableRandom random) {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (int line = 0; line < LINES; line++) {
            byte[] bytes = line(random);
            for (byte octet : bytes) {
                input.write(octet == '\n' ? ' ' : octet);
            }
            input.write('\n');
        }
        return input.toByteArray();
    }

    private static byte[] line(SplittableRandom random) {
        byte[] bytes =
                switch (random.nextInt(4)) {
                    case 0 -> RandomLines.combined(random).getBytes(StandardCharsets.UTF_8);
                    case 1 -> RandomLines.json(random).getBytes(StandardCharsets.UTF_8);
                    default -> new byte[random.nextInt(random.nextInt(10) == 0 ? 2 * MAX_LINE_BYTES : 40)];
                };
        boolean all = bytes.length > 0 && bytes[0] == 0;
        for (int at = 0; at < bytes.length; at++) {
            if (all || random.nextInt(200) == 0) {
                bytes[at] = (byte) random.nextInt();
            }
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldRefuseRecordsThatAreNoRows(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Schema schema = LineFormats.parser("combined", List.of()).schema();
        RowDecoder decoder = new RowDecoder(schema);
        Row row = new Row(schema.size());
        byte[] record = new byte[64];

        for (int round = 0; round < 100_000; round++) {
            random.nextBytes(record);
            for (int at = 0; at < record.length; at++) {
                record[at] = random.nextBoolean() ? (byte) random.nextInt(4) : record[at];
            }
            int length = random.nextInt(record.length);
            if (decoder.decode(record, 0, length, row)) {
                for (int field = 0; field < schema.size(); field++) {
                    if (schema.types()[field].isText() && !row.isMissing(field)) {
                        assertThat(row.offset(field) + row.length(field)).isBetween(0, length);
                    }
                }
            }
        }
    }
}
