package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an earlier version wrote can be read, recovered and gone on with for ever. */
@Timeout(60)
class GoldenJournalTest {
    private static final Pattern DRAWN =
            Pattern.compile("(?m)^([0-9a-f]{6}) {2}((?:[0-9a-f]{2} )*[0-9a-f]{2})(?: {2}.*)?$");

    @TempDir
    Path parent;

    private Path unzip(String version, String name) throws Exception {
        return GoldenJournals.unzip(version, name, parent.resolve(name));
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    private static List<String> rest(Tailer tailer) throws Exception {
        List<String> records = new ArrayList<>();
        while (tailer.next()) {
            records.add(text(tailer.bytes(), tailer.offset(), tailer.length()));
        }
        return records;
    }

    @ParameterizedTest
    @ValueSource(strings = "1")
    void shouldReadAClosedQueueOfEachVersion(String version) throws Exception {
        Path queue = unzip(version, "closed");

        try (Tailer tailer = Tailer.open(queue)) {
            assertThat(rest(tailer)).isEqualTo(GoldenJournals.records(0, GoldenJournals.RECORDS));
            assertThat(tailer.damagedBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "1")
    void shouldGoOnWhereACursorOfEachVersionCommitted(String version) throws Exception {
        Path queue = unzip(version, "closed");

        try (Tailer tailer = Tailer.open(queue, "billing", CursorTerms.holding())) {
            assertThat(rest(tailer))
                    .isEqualTo(GoldenJournals.records(GoldenJournals.COMMITTED, GoldenJournals.RECORDS));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "1")
    void I1_shouldRecoverAKilledQueueOfEachVersionAndAppendToIt(String version) throws Exception {
        Path directory = unzip(version, "killed");

        try (JournalQueue queue = JournalQueue.open(directory, QueueOptions.defaults())) {
            assertThat(queue.append("one more".getBytes(StandardCharsets.UTF_8)))
                    .isPositive();
            List<String> read = rest(queue.tailer());

            assertThat(read.subList(0, GoldenJournals.RECORDS))
                    .isEqualTo(GoldenJournals.records(0, GoldenJournals.RECORDS));
            assertThat(read).hasSize(GoldenJournals.RECORDS + 1).endsWith("one more");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "1")
    void shouldReadAKilledQueueOfEachVersionPastItsHole(String version) throws Exception {
        Path directory = unzip(version, "killed");
        List<String> read = new ArrayList<>();
        ReadBatch batch = new ReadBatch(64 << 10);

        try (JournalReader reader =
                JournalReader.open(JournalQueue.journal(directory)).passOverHoles(true)) {
            while (reader.fill(batch)) {
                while (batch.next()) {
                    read.add(text(batch.bytes(), batch.payloadOffset(), batch.payloadLength()));
                }
            }
            assertThat(reader.holeBytes()).isPositive();
        }

        assertThat(read).isEqualTo(GoldenJournals.records(0, GoldenJournals.RECORDS));
    }

    /** {@code archived-whole} is of one member: its first writer had no others. */
    @ParameterizedTest
    @ValueSource(strings = {"archived-whole", "archived", "archived-zstd"})
    void shouldReadCompressedSegmentsOfEachVersion(String name) throws Exception {
        Path directory = unzip("1", name);
        List<String> all = LongStream.range(0, GoldenJournals.ARCHIVED_RECORDS)
                .mapToObj(GoldenJournals::longRecord)
                .toList();

        try (Tailer tailer = Tailer.open(directory)) {
            assertThat(rest(tailer)).isEqualTo(all);
            assertThat(tailer.damagedBytes()).isZero();
            tailer.toPosition(SegmentArchive.MEMBER_BYTES + 1);
            assertThat(tailer.next()).isTrue();
            assertThat(text(tailer.bytes(), tailer.offset(), tailer.length())).isEqualTo(all.get(53));
        }
        try (var files = Files.list(JournalQueue.journal(directory))) {
            assertThat(files.map(SegmentArchive::baseOf)).contains(0L);
        }
    }

    @Test
    void I7_shouldRefuseAQueueOfANewerVersionByName() throws Exception {
        Path directory = unzip("1", "closed");
        Path control = JournalQueue.journal(directory).resolve("control");
        put(control, 8, (byte) 2);

        assertThatThrownBy(() -> Tailer.open(directory))
                .hasMessageContaining("newer version")
                .hasMessageContaining("version=2, known=1")
                .hasMessageContaining(control.toString())
                .extracting(e -> ((JournalException) e).notice())
                .isEqualTo(JournalNotice.NEWER_VERSION);
        assertThatThrownBy(() -> JournalQueue.open(directory, QueueOptions.defaults()))
                .hasMessageContaining("version=2, known=1");
    }

    @Test
    void I7_shouldRefuseACursorOfANewerVersionByName() throws Exception {
        Path directory = unzip("1", "closed");
        Path cursor = CursorFile.file(JournalQueue.cursors(directory), "billing");
        put(cursor, 8, (byte) 3);
        byte[] before = Files.readAllBytes(cursor);

        assertThatThrownBy(() -> Tailer.open(directory, "billing", CursorTerms.holding()))
                .hasMessageContaining("newer version")
                .hasMessageContaining("version=3, known=1")
                .hasMessageContaining(cursor.toString())
                .extracting(e -> ((JournalException) e).notice())
                .isEqualTo(JournalNotice.NEWER_VERSION);
        assertThat(Files.readAllBytes(cursor)).isEqualTo(before);
    }

    private static void put(Path file, int offset, byte value) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] = value;
        Files.write(file, bytes, StandardOpenOption.WRITE);
    }

    @Test
    void shouldBeDrawnInTheFormatPageByteForByte() throws Exception {
        byte[] segment =
                Files.readAllBytes(JournalQueue.journal(unzip("1", "closed")).resolve("0.seg"));
        String page = Files.readString(Path.of("../docs/design/journal-format.md"));
        Matcher drawn = DRAWN.matcher(page);

        int lines = 0;
        for (; drawn.find(); lines++) {
            byte[] bytes = HexFormat.of().parseHex(drawn.group(2).replace(" ", ""));
            int offset = HexFormat.fromHexDigits(drawn.group(1));
            assertThat(segment).as(drawn.group()).satisfies(all -> assertThat(
                            java.util.Arrays.copyOfRange(all, offset, offset + bytes.length))
                    .isEqualTo(bytes));
        }

        assertThat(lines).isGreaterThan(12);
    }
}
