package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the disk was asked for, whatever the page cache holds. */
@Timeout(60)
class SyncerTest {
    private static final QueueOptions SMALL = QueueOptions.defaults()
            .withSegmentBytes(SegmentFormat.MIN_SEGMENT_BYTES)
            .withBudgetBytes(16L << 20);
    private static final QueueOptions EVERY_APPEND = SMALL.withSync(QueueSync.everyAppend());

    @TempDir
    Path parent;

    private final RecordingDisk disk = new RecordingDisk();

    private Path directory() {
        return parent.resolve("queue");
    }

    private JournalQueue open(QueueOptions options) throws Exception {
        return JournalQueue.open(directory(), options, disk.opener(), disk);
    }

    private boolean isKept(JournalQueue queue, long position) {
        return RecordFormat.length(disk.headerAt(queue.journal, position)) > 0;
    }

    @Test
    void shouldForceAgainWhatOthersHadClaimedAndNotCommitted() throws Exception {
        try (JournalQueue queue = open(EVERY_APPEND)) {
            int bytes = 112;
            long others = queue.journal.tail.claim(bytes);
            long own = queue.append(TestJournals.record(1, 100));
            assertThat(isKept(queue, own)).isTrue();
            assertThat(isKept(queue, others)).isFalse();
            queue.journal.pad(others, bytes);

            queue.syncer.sync(others + bytes);

            assertThat(isKept(queue, others)).isTrue();
        }
    }

    /** The budget may be spent for long, and then nobody prepares what it reaches into. */
    @Test
    void shouldSyncThoughAClaimReachesBeyondThePreparedSpace() throws Exception {
        try (JournalQueue queue = open(SMALL.withBlock(false))) {
            assertThatThrownBy(() -> {
                        while (true) {
                            queue.append(TestJournals.record(1, 200));
                        }
                    })
                    .isInstanceOf(AppendRefusedException.class);
            int rest = (int) (queue.journal.prepared - queue.journal.tail.acquire());
            long at = queue.journal.tail.claim(rest + 64);
            queue.journal.abandon(at, rest + 64);

            queue.sync();

            assertThat(queue.syncer.synced()).isEqualTo(queue.journal.prepared);
            assertThat(queue.journal.abandoned)
                    .extracting(claim -> claim.position)
                    .containsExactly(queue.journal.prepared);
        }
    }

    @Test
    void shouldForceWhatARecoveryFound() throws Exception {
        List<Long> positions = new ArrayList<>();
        Path copy = parent.resolve("copy");
        try (JournalQueue queue = JournalQueue.open(copy, SMALL)) {
            for (long number = 0; number < 3_000; number++) {
                positions.add(queue.append(TestJournals.record(number, 200)));
            }
            PowerLossTest.copyTree(copy, directory());
        }

        try (JournalQueue queue = open(EVERY_APPEND)) {
            queue.sync();

            assertThat(positions).allMatch(position -> isKept(queue, position));
        }
    }

    /** Linux takes a page for written that the disk has refused: who asks again is told that all is well. */
    @Test
    void shouldHaveTheSystemWriteAgainWhatTheDiskHasRefused() throws Exception {
        FaultyFiles files = new FaultyFiles();
        try (JournalQueue queue = JournalQueue.open(directory(), SMALL, files)) {
            for (long number = 0; number < 100; number++) {
                assertThat(queue.append(TestJournals.record(number, 1_000))).isNotNegative();
            }
            long unwritten = unwrittenKilobytes(".seg");
            assumeTrue(unwritten >= 100, "the system does not tell which pages are unwritten");
            files.fail();
            assertThatThrownBy(queue::sync).isInstanceOf(UncheckedIOException.class);
            files.mend();

            long refused = unwrittenKilobytes(".seg");
            assertThat(refused).isGreaterThanOrEqualTo(unwritten);
            queue.sync();
            assertThat(unwrittenKilobytes(".seg")).isLessThanOrEqualTo(refused - 100);
        }
    }

    @Test
    void shouldHaveTheSystemWriteACursorAgainThatTheDiskHasRefused() throws Exception {
        try (JournalQueue queue = open(SMALL);
                Tailer tailer = queue.tailer("held", CursorTerms.holding())) {
            assertThat(queue.append(TestJournals.record(0, 100))).isNotNegative();
            queue.sync();
            assertThat(tailer.next()).isTrue();
            tailer.commit();
            assumeTrue(unwrittenKilobytes(".cursor") > 0, "the system does not tell which pages are unwritten");
            disk.failing = true;
            assertThatThrownBy(queue::sync).isInstanceOf(UncheckedIOException.class);
            disk.failing = false;

            assertThat(unwrittenKilobytes(".cursor")).isPositive();
            queue.sync();
            assertThat(unwrittenKilobytes(".cursor")).isZero();
        }
    }

    @Test
    void shouldNotSayThatTheDiskHasWhatSomebodyHasRemoved() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), SMALL)) {
            assertThat(queue.append(TestJournals.record(0, 100))).isNotNegative();
            TestJournals.removeUnderTheKeeper(directory());

            assertThatThrownBy(queue::sync)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(directory().toString());
        }
    }

    @Test
    void shouldNotSayThatTheDiskHasASegmentThatSomebodyHasRemoved() throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory(), SMALL)) {
            assertThat(queue.append(TestJournals.record(0, 100))).isNotNegative();
            queue.sync();
            Path segment = JournalQueue.journal(directory()).resolve("0.seg");
            Files.delete(segment);
            assertThat(queue.append(TestJournals.record(1, 100))).isNotNegative();

            assertThatThrownBy(queue::sync)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(segment.toString());
        }
    }

    private long unwrittenKilobytes(String suffix) throws IOException {
        Path pages = Path.of("/proc/self/smaps");
        assumeTrue(Files.isReadable(pages), "no " + pages);
        long kilobytes = 0;
        boolean ours = false;
        for (String line : Files.readAllLines(pages)) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                ours = line.contains(directory().toString()) && line.endsWith(suffix);
            } else if (ours && line.matches("(Shared|Private)_Dirty: .*")) {
                kilobytes += Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return kilobytes;
    }

    @Test
    void shouldTellTheDiskWhatIsGivenUp() throws Exception {
        try (JournalQueue queue = open(SMALL.withSync(QueueSync.every(Duration.ofDays(1))))) {
            for (int number = 0; number < 3_000; number++) {
                assertThat(queue.append(TestJournals.record(number, 1_000))).isNotNegative();
            }
            queue.sync();
            assumeTrue(unwrittenKilobytes("control") == 0, "no disk below the files");
            int pin = queue.journal.control.find("retention");
            QueueKeeper keeper = new QueueKeeper(
                    queue.journal,
                    new QueueTail(queue.journal),
                    queue.options.withRetention(QueueRetention.newest(0).takingUnread()),
                    JournalQueue.cursors(directory()),
                    pin,
                    QueueArchives.open(queue.journal, new FaultyFiles()::archiveOutput, () -> false));

            // A segment is given up once it is sealed, which the journal's own thread does.
            while (queue.journal.control.position(pin) == 0) {
                keeper.giveUp(System.currentTimeMillis(), System.nanoTime());
            }

            assertThat(unwrittenKilobytes("control")).isZero();
        }
    }

    @Test
    void shouldReturnOnlyWhenTheDiskHasTheNamesToo() throws Exception {
        disk.failing = true;
        try (JournalQueue queue = open(SMALL)) {
            assertThat(queue.append(TestJournals.record(0, 100))).isZero();
            for (int time = 0; time < 2; time++) {
                assertThatThrownBy(queue::sync)
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageContaining(directory().toString());
            }
            disk.failing = false;

            queue.sync();

            assertThat(disk.directories).contains(JournalQueue.journal(directory()), directory(), parent);
            disk.directories.clear();
            while (queue.endPosition() < 3L * SegmentFormat.MIN_SEGMENT_BYTES) {
                assertThat(queue.append(TestJournals.record(1, 1_000))).isPositive();
            }
            queue.sync();
            assertThat(disk.directories).containsExactly(JournalQueue.journal(directory()));
        }
    }

    private Path cursor(String name) {
        return CursorFile.file(JournalQueue.cursors(directory()), name);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void shouldForceACursorEachTimeItHasMoved(long everyMs) throws Exception {
        QueueOptions options =
                everyMs == 0 ? EVERY_APPEND : SMALL.withSync(QueueSync.every(Duration.ofMillis(everyMs)));
        try (JournalQueue queue = open(options);
                Tailer tailer = queue.tailer("billing", CursorTerms.holding())) {
            for (long number = 0; number < 3; number++) {
                assertThat(queue.append(TestJournals.record(number, 100))).isNotNegative();
                assertThat(tailer.next()).isTrue();
                disk.files.clear();
                tailer.commit();
                while (!disk.files.contains(cursor("billing"))) {
                    assertThat(Thread.interrupted()).isFalse();
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void shouldForceCursorsThatHaveMovedWithASync() throws Exception {
        try (JournalQueue queue = open(SMALL);
                Tailer tailer = queue.tailer("billing", CursorTerms.holding());
                Tailer idle = queue.tailer("idle", CursorTerms.following())) {
            assertThat(queue.append(TestJournals.record(1, 100))).isNotNegative();
            queue.sync();
            disk.files.clear();
            assertThat(tailer.next()).isTrue();
            tailer.commit();

            Thread.currentThread().interrupt();
            queue.sync();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(disk.files).containsExactly(cursor("billing"));
            assertThat(idle.next()).isTrue();
        }
    }

    @Test
    void shouldForceACursorsFirstBytesAndItsNameAndThatItIsGone() throws Exception {
        try (JournalQueue queue = open(SMALL)) {
            Path cursors = JournalQueue.cursors(directory());
            try (CursorFile file = CursorFile.lock(cursors, "billing")) {
                file.begin(cursor("billing"), queue.journal.control.journalId(), true, null, 0, disk);
            }
            assertThat(disk.files).containsExactly(cursors.resolve("billing.cursor.new"));
            assertThat(disk.directories).containsExactly(cursors, directory());

            queue.removeCursor("billing");

            assertThat(disk.directories).containsExactly(cursors, directory(), cursors);
        }
    }

    @Test
    void shouldForceThoughItsThreadIsInterrupted() throws Exception {
        Path file = Files.createFile(parent.resolve("file"));
        Thread.currentThread().interrupt();

        disk.forceFile(file);
        disk.forceDirectory(parent);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(disk.files).containsExactly(file);
        assertThat(disk.directories).containsExactly(parent);
    }
}
