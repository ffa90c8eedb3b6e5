package dev.millrace.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.JournalStates;
import dev.millrace.cli.Run;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueCompression;
import dev.millrace.journal.QueueOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands for logging journals at queues, whose older segments are compressed. */
@Timeout(60)
class QueueCommandsTest {
    private static final int SEGMENT_BYTES = 256 << 10;
    private static final int RECORDS = 20_000;

    /** Where a segment says at which position it begins, as the format has it. */
    private static final int BASE_OFFSET = 16;

    @TempDir
    private Path home;

    /** A queue that nobody owns; its archives, oldest first. */
    private List<Path> compressed(String name) throws Exception {
        Path directory = home.resolve(name);
        QueueOptions options = QueueOptions.defaults()
                .withSegmentBytes(SEGMENT_BYTES)
                .withBudgetBytes(16L << 20)
                .withCompression(QueueCompression.GZIP);
        byte[] record = new byte[100];
        try (JournalQueue queue = JournalQueue.open(directory, options)) {
            for (int i = 0; i < RECORDS; i++) {
                assertThat(queue.append(record)).isNotNegative();
            }
            while (archives(directory).size() < 4 || isAnySegmentStillThere(directory)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
        return archives(directory);
    }

    private static List<Path> archives(Path queue) throws IOException {
        try (Stream<Path> files = Files.list(queue.resolve("0"))) {
            return files.filter(file -> file.toString().endsWith(".sgz"))
                    .sorted()
                    .toList();
        }
    }

    /** Whether the segment of one of the first archives has not been given back: it is read then, and not the archive. */
    private static boolean isAnySegmentStillThere(Path queue) throws IOException {
        try (Stream<Path> files = Files.list(queue.resolve("0"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".seg")).toList()) {
                long base = base(file);
                if (base >= 0 && base < 3L * SEGMENT_BYTES) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long base(Path segment) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(BASE_OFFSET + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(segment)) {
            return channel.read(header) < header.capacity() ? -1 : header.getLong(BASE_OFFSET);
        }
    }

    private Run run(String command, String... queues) {
        return Run.of(Stream.concat(Stream.of(command), Stream.of(queues).map(queue -> home.resolve(queue)
                        .toString()))
                .toArray(String[]::new));
    }

    @Test
    void shouldFindACompressedQueueWhole() throws Exception {
        compressed("visits");

        Run run = run("verify", "visits");

        assertThat(run.out()).contains(": whole, ").hasLineCount(1);
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldFindAnArchiveDamagedThatIsNone(int which) throws Exception {
        JournalStates.overwrite(compressed("visits").get(which), 0, new byte[8192]);

        Run run = run("verify", "visits");

        assertThat(run.out()).contains(": DAMAGED, ", "256.0 KiB damaged").hasLineCount(1);
        assertThat(run.exitCode()).isEqualTo(ExitCode.DAMAGED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify", "stat"})
    void shouldReadTheOthersBesideAQueueThatCannotBeReadToItsEnd(String command) throws Exception {
        Path newer = compressed("a").get(1);
        JournalStates.overwrite(newer, 0, "MRSGZ002".getBytes(StandardCharsets.US_ASCII));
        compressed("b");

        Run run = run(command, "a", "b");

        assertThat(run.out()).contains(home.resolve("b").toString());
        assertThat(run.err()).contains(newer.toString(), "newer version");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void shouldShowNoSinkOfAQueue() throws IOException {
        JournalQueue.open(home.resolve("visits"), QueueOptions.defaults()).close();

        assertThat(run("stat", "visits").out()).doesNotContain("retention");
        assertThat(Run.of("stat", "--json", home.resolve("visits").toString()).out())
                .contains("\"sinks\":[]");
    }
}
