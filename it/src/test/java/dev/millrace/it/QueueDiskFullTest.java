package dev.millrace.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.it.harness.Privileges;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.journal.AppendRefusedException;
import dev.millrace.journal.CursorTerms;
import dev.millrace.journal.JournalException;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.QueueRetention;
import dev.millrace.journal.Tailer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A queue on a disk that fills up: nothing that was appended is lost, and it goes on when there is space. */
@Timeout(120)
class QueueDiskFullTest {
    private static final int DISK_MEGABYTES = 16;
    private static final int BALLAST_BYTES = 8 << 20;
    private static final int RECORD_BYTES = 200;
    private static final int SEGMENT_HEADER_BYTES = 8192;

    private final WorkDir dir = new WorkDir("queue-disk");
    private final Set<JournalNotice> told = ConcurrentHashMap.newKeySet();
    private Path mount;
    private Privileges.SmallDisk disk;
    private long appended;

    @BeforeEach
    void mount() {
        mount = dir.make("disk");
        disk = Privileges.SmallDisk.mount(mount, DISK_MEGABYTES);
        Assumptions.assumeTrue(disk != null, Privileges.NO_MOUNT);
    }

    @AfterEach
    void unmount() {
        if (disk != null) {
            disk.close();
        }
        dir.close();
    }

    private JournalQueue open() throws JournalException {
        return JournalQueue.open(
                mount.resolve("queue"),
                QueueOptions.defaults()
                        .withSegmentBytes(1 << 20)
                        .withBudgetBytes(4L * DISK_MEGABYTES << 20)
                        .withListener((notice, message, cause) -> told.add(notice)));
    }

    /** Writes until the disk is full or the file has that many bytes. */
    private Path ballast(long bytes) throws IOException {
        Path file = mount.resolve("ballast");
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long written = 0; written < bytes; written += block.length) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(disk.usableBytes()).isZero();
        }
        return file;
    }

    private void appendOne(JournalQueue queue) {
        long ignored =
                queue.append(ByteBuffer.allocate(RECORD_BYTES).putLong(appended).array());
        appended++;
    }

    private void appendUntilRefused(JournalQueue queue) {
        assertThatThrownBy(() -> {
                    while (true) {
                        appendOne(queue);
                    }
                })
                .isInstanceOf(AppendRefusedException.class)
                .hasMessageContaining("the disk is full")
                .hasMessageContaining(mount.toString())
                .hasMessageContaining("free space")
                .extracting(e -> ((AppendRefusedException) e).reason())
                .isEqualTo(AppendRefusedException.Reason.DISK);
    }

    private void appendWhenThereIsSpace(JournalQueue queue) throws InterruptedException {
        long before = appended;
        while (appended == before) {
            try {
                appendOne(queue);
            } catch (AppendRefusedException e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("no append went through although there is space");
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** Every append that returned is there once, in order. */
    private void requireAll() throws IOException {
        try (Tailer tailer = Tailer.open(mount.resolve("queue"))) {
            for (long number = 0; number < appended; number++) {
                assertThat(tailer.next())
                        .as("record %d of %d", number, appended)
                        .isTrue();
                assertThat(ByteBuffer.wrap(tailer.bytes(), tailer.offset(), tailer.length())
                                .getLong())
                        .isEqualTo(number);
            }
            assertThat(tailer.next()).isFalse();
            assertThat(tailer.damagedBytes()).isZero();
        }
    }

    @Test
    void i5ShouldRefuseOnAFullDiskAndGoOnWhenSpaceReturns() throws Exception {
        Path ballast = ballast(BALLAST_BYTES);
        try (JournalQueue queue = open()) {
            appendUntilRefused(queue);
            requireAll();
            assertThat(appended).isGreaterThan(10_000);

            Files.delete(ballast);
            for (int count = 0; count < 10_000; count++) {
                appendWhenThereIsSpace(queue);
            }

            requireAll();
        }
        requireAll();
        assertThat(told).contains(JournalNotice.DISK_FULL, JournalNotice.SPACE_RETURNED);
    }

    @Test
    void i5ShouldOpenOnAFullDiskWithTheFilesThatItHas() throws Exception {
        Path ballast = ballast(BALLAST_BYTES);
        try (JournalQueue queue = open()) {
            appendUntilRefused(queue);
        }

        try (JournalQueue queue = open()) {
            requireAll();
            appendUntilRefused(queue);
            Files.delete(ballast);
            appendWhenThereIsSpace(queue);
        }

        requireAll();
    }

    @Test
    void i5ShouldAppendOnAFullDiskOnceAllIsRead() throws Exception {
        try (JournalQueue queue = openUntilRead();
                Tailer tailer = queue.tailer("reader", CursorTerms.holding())) {
            appendUntilRefused(queue);
            long read = readToTheEnd(tailer, 0);
            assertThat(read).isEqualTo(appended);

            // The segments that are free hold all the disk there is, and the one that is being filled has none to grow.
            appendWhenThereIsSpace(queue);
            assertThat(readToTheEnd(tailer, read)).isEqualTo(appended);
        }
    }

    private JournalQueue openUntilRead() throws JournalException {
        return JournalQueue.open(
                mount.resolve("queue"),
                QueueOptions.defaults()
                        .withBlock(false)
                        .withSegmentBytes(4 << 20)
                        .withBudgetBytes(4L * DISK_MEGABYTES << 20)
                        .withRetention(QueueRetention.untilRead()));
    }

    /** Reads records on from that number, in order; returns how many there were then. */
    private static long readToTheEnd(Tailer tailer, long from) throws IOException {
        long number = from;
        for (; tailer.next(); number++) {
            assertThat(ByteBuffer.wrap(tailer.bytes(), tailer.offset(), tailer.length())
                            .getLong())
                    .isEqualTo(number);
            tailer.commit();
        }
        return number;
    }

    @Test
    void i5ShouldRecoverAnAbandonedQueueOnlyWhenThereIsSpaceAndLoseNothing() throws Exception {
        Path live = mount.resolve("live");
        try (JournalQueue queue = JournalQueue.open(
                live, QueueOptions.defaults().withSegmentBytes(1 << 20).withBudgetBytes(8L << 20))) {
            for (int count = 0; count < 10_000; count++) {
                appendOne(queue);
            }
            // As a kill leaves it, which came before space was prepared ahead.
            copyTree(live, mount.resolve("queue"));
        }
        removeEmptySegments();
        Path ballast = ballast(Long.MAX_VALUE);

        assertThatThrownBy(this::open)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(mount.toString())
                .hasMessageContaining("usableBytes=0")
                .hasMessageContaining("nothing is lost: free space");
        requireAll();

        Files.delete(ballast);
        try (JournalQueue queue = open()) {
            requireAll();
            appendWhenThereIsSpace(queue);
            requireAll();
        }
    }

    private void removeEmptySegments() throws IOException {
        try (var files = Files.newDirectoryStream(mount.resolve("queue").resolve("0"), "*.seg")) {
            for (Path file : files) {
                byte[] bytes = Files.readAllBytes(file);
                // One that was copied while it was made is short.
                if (bytes.length < SEGMENT_HEADER_BYTES + Long.BYTES
                        || ByteBuffer.wrap(bytes).getLong(SEGMENT_HEADER_BYTES) == 0) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (var below = Files.walk(from)) {
            for (Path path : below.toList()) {
                try {
                    Files.copy(path, to.resolve(from.relativize(path).toString()));
                } catch (NoSuchFileException e) {
                    // The queue's own thread has renamed or removed it meanwhile, as it may.
                }
            }
        }
    }
}
