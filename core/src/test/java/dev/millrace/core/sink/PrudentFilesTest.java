package dev.millrace.core.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.sink.LaneSink.Outcome;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PrudentFilesTest {
    private static final int WRITERS = 3;
    private static final int BATCHES = 200;
    private static final int UNLOCKED_BATCHES = 200;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();

    private static Outcome commit(FileLaneSink sink, String text, int number) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return sink.commit(bytes, bytes.length, number, number + 1, new long[SinkLedger.TOTALS]);
    }

    private FileLaneSink prudent(String name, Path file, Path outbox) {
        return new FileLaneSink(name, file, true, outbox, status, new PrudentFiles(name, status, null));
    }

    @Test
    void shouldWriteNothingWhileSomebodyElseHoldsTheLock() throws IOException {
        Path file = dir.resolve("app.log");
        FileLaneSink sink = prudent("S", file, dir.resolve("outbox"));
        assertThat(sink.recover(true)).isEqualTo(Outcome.DONE);
        assertThat(commit(sink, "one\n", 0)).isEqualTo(Outcome.DONE);

        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = other.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(sink.flush()).isEqualTo(Outcome.LATER);
            assertThat(file).isEmptyFile();
        }
        while (sink.flush() != Outcome.DONE) {
            LockSupport.parkNanos(sink.retryDelayNs());
        }
        sink.close();

        assertThat(file).hasContent("one\n");
        assertThat(status.list()).extracting(each -> each.code()).contains(StatusCode.MR301, StatusCode.MR302);
    }

    /** Where locks may be missing a write may stop within a line, and goes on there. */
    @Test
    void i5ShouldGoOnWithinALineOnAnotherFileSystemThanTheJournals() throws IOException {
        Path elsewhere = Path.of("/dev/shm");
        assumeTrue(
                Files.isDirectory(elsewhere) && !Files.getFileStore(elsewhere).equals(Files.getFileStore(dir)),
                "one file system");
        Path file = dir.resolve("app.log");
        PrudentFiles files = new PrudentFiles("S", status, elsewhere);
        files.open(file, false).close();
        Files.writeString(file, "one\ntw");
        ByteBuffer batch = ByteBuffer.wrap("one\ntwo\n".getBytes(StandardCharsets.UTF_8));

        assertThat(files.bytesPresent(file, 0, batch)).isEqualTo(6);
        assertThat(files.unfinishedBytes(ByteBuffer.wrap("one\ntw".getBytes(StandardCharsets.UTF_8)), true))
                .as("to be written again")
                .isZero();
    }

    /** A process without a neighbour writes on within a line; the next one has one, and takes whole lines only. */
    @Test
    void i1ShouldFinishALineThatAnotherKindOfProcessHasBegun() throws IOException {
        Path file = dir.resolve("app.log");
        Path outbox = dir.resolve("outbox");
        String lines = IntStream.range(0, 100)
                .mapToObj(i -> i + " " + "x".repeat(96) + "\n")
                .collect(Collectors.joining());
        FaultyFiles faulty = new FaultyFiles();
        FileLaneSink killed = new FileLaneSink("S", file, true, outbox, status, faulty);
        assertThat(killed.recover(true)).isEqualTo(Outcome.DONE);
        assertThat(commit(killed, lines, 0)).isEqualTo(Outcome.DONE);
        faulty.arm(FaultyFiles.Fault.SHORT, PrudentFile.PAGE_BYTES);
        faulty.beforeNextWrite(() -> faulty.beforeNextWrite(() -> faulty.arm(FaultyFiles.Fault.KILL, 0)));
        assertThat(killed.flush()).isEqualTo(Outcome.LATER);
        assertThat(Files.size(file)).isEqualTo(PrudentFile.PAGE_BYTES);

        FileLaneSink next = new FileLaneSink("S", file, true, outbox, status, new PrudentFiles("S", status, dir));
        assertThat(next.recover(true)).isEqualTo(Outcome.DONE);
        next.close();

        assertThat(Files.readString(file)).isEqualTo(lines);
    }

    @Test
    void shouldWriteLargeBatchesInPiecesOfWholeLines() throws IOException {
        Path file = dir.resolve("app.log");
        String line = "x".repeat(1000) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(line.repeat(2000).getBytes(StandardCharsets.UTF_8));

        try (AppendFile open = AppendFile.REAL.open(file, false)) {
            while (bytes.hasRemaining()) {
                assertThat(open.write(bytes) % line.length()).isZero();
            }
        }

        assertThat(Files.readString(file)).isEqualTo(line.repeat(2000));
    }

    @Test
    void shouldWriteWholeLinesAndLeaveTheRestForTheNextTime() throws IOException {
        Path file = dir.resolve("app.log");
        AppendFile open = new PrudentFiles("S", status, null).open(file, false);
        ByteBuffer bytes = ByteBuffer.wrap("one\ntwo\nthr".getBytes(StandardCharsets.UTF_8));

        assertThat(open.write(bytes)).isEqualTo(8);
        assertThat(open.write(bytes)).isEqualTo(3);
        open.close();

        assertThat(file).hasContent("one\ntwo\nthr");
    }

    @Test
    void shouldWriteALongLineUnderOneLock() throws IOException {
        Path file = dir.resolve("app.log");
        AppendFile open = new PrudentFiles("S", status, null).open(file, false);
        String lines = "x".repeat(3 << 20) + "\n" + "y".repeat(100) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));

        assertThat(open.write(bytes)).isEqualTo((3 << 20) + 1);
        assertThat(open.write(bytes)).isEqualTo(101);
        open.close();

        assertThat(Files.readString(file)).isEqualTo(lines);
    }

    /**
     * Somebody may write without the lock. What has come of such a write so far ends at a page, and may begin as our line
     * does: it is theirs all the same.
     */
    @Test
    void i1ShouldNotTakeAWriteUnderWayForABeginningOfItsOwnLine() throws Exception {
        Path file = dir.resolve("app.log");
        String theirs = "x".repeat(10) + "\n";
        byte[] batch = theirs.repeat((1 << 20) / theirs.length()).getBytes(StandardCharsets.UTF_8);
        byte[] ours = ("x".repeat(20) + "\n").getBytes(StandardCharsets.UTF_8);
        AtomicBoolean stopped = new AtomicBoolean();
        int written = 0;
        Thread other = new Thread(() -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                for (int i = 0; i < UNLOCKED_BATCHES && !stopped.get(); i++) {
                    channel.write(ByteBuffer.wrap(batch));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        try {
            while (other.isAlive() && written < 2000) {
                // One that has just been opened looks at the end, wherever that is.
                AppendFile open = new PrudentFiles("S", status, written % 2 == 0 ? null : dir).open(file, false);
                open.write(ByteBuffer.wrap(ours));
                open.close();
                written++;
            }
        } finally {
            stopped.set(true);
            other.join();
        }

        Map<Integer, Long> lines;
        try (Stream<String> all = Files.lines(file)) {
            lines = all.collect(Collectors.groupingBy(String::length, Collectors.counting()));
        }
        assertThat(lines.keySet()).containsExactlyInAnyOrder(10, 20);
        assertThat(lines).containsEntry(20, (long) written);
    }

    @Test
    void shouldKeepBatchesOfSeveralWritersWhole() throws Exception {
        Path file = dir.resolve("app.log");
        List<Thread> writers = new ArrayList<>();
        for (int w = 0; w < WRITERS; w++) {
            int writer = w;
            writers.add(new Thread(() -> {
                FileLaneSink sink = prudent("S" + writer, file, dir.resolve("outbox" + writer));
                while (sink.recover(true) != Outcome.DONE) {
                    LockSupport.parkNanos(sink.retryDelayNs());
                }
                for (int i = 0; i < BATCHES; i++) {
                    String line = writer + " " + i + " " + "x".repeat(3000) + "\n";
                    while (commit(sink, line.repeat(2), i) != Outcome.DONE) {
                        LockSupport.parkNanos(sink.retryDelayNs());
                    }
                    while (sink.flush() != Outcome.DONE) {
                        LockSupport.parkNanos(sink.retryDelayNs());
                    }
                }
                sink.close();
            }));
        }
        writers.forEach(Thread::start);
        for (Thread writer : writers) {
            writer.join();
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2 * WRITERS * BATCHES);
        for (int i = 0; i < lines.size(); i += 2) {
            assertThat(lines.get(i)).isEqualTo(lines.get(i + 1));
        }
        for (int w = 0; w < WRITERS; w++) {
            String prefix = w + " ";
            assertThat(lines.stream().filter(line -> line.startsWith(prefix)).distinct())
                    .containsExactlyElementsOf(IntStream.range(0, BATCHES)
                            .mapToObj(i -> prefix + i + " " + "x".repeat(3000))
                            .toList());
        }
    }
}
