package dev.millrace.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Queues as each version of the format wrote them, kept for ever: {@code golden/<version>/<name>.zip}. Run as a program it
 * writes those of the present version into the directory that is its argument; those of earlier ones are never rewritten.
 */
final class GoldenJournals {
    static final int RECORDS = 100;

    /** Behind so many records stands the cursor {@code billing} of the closed queue. */
    static final int COMMITTED = 40;

    /** Behind so many records of the killed queue lies a claim that was never committed. */
    static final int BEFORE_HOLE = 60;

    static final int ARCHIVED_RECORDS = 600;

    private static final int ARCHIVED_SEGMENT = 2 << 20;
    private static final int HOLE_BYTES = 72;
    private static final QueueOptions OPTIONS =
            QueueOptions.defaults().withSegmentBytes(TestJournals.SEGMENT).withBudgetBytes(4L << 20);

    private GoldenJournals() {}

    public static void main(String[] args) throws Exception {
        Path target = Files.createDirectories(Path.of(args[0]));
        Path work = Files.createTempDirectory("golden");
        closed(work.resolve("closed"));
        zip(work.resolve("closed"), target.resolve("closed.zip"));
        killed(work.resolve("killed"), target.resolve("killed.zip"));
        archived(work.resolve("archived"), QueueCompression.GZIP);
        zip(work.resolve("archived"), target.resolve("archived.zip"));
        archived(work.resolve("archived-zstd"), QueueCompression.ZSTD);
        zip(work.resolve("archived-zstd"), target.resolve("archived-zstd.zip"));
    }

    private static void closed(Path directory) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory, OPTIONS)) {
            append(queue, 0, RECORDS);
            try (Tailer tailer = queue.tailer("billing", CursorTerms.holding())) {
                for (int count = 0; count < COMMITTED && tailer.next(); count++) {
                    tailer.commit();
                }
            }
        }
    }

    /** Each record carries a checksum: they are given back in any boot of any machine. */
    private static void killed(Path directory, Path target) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory, OPTIONS.withRecordChecksums(true))) {
            append(queue, 0, BEFORE_HOLE);
            long hole = queue.journal.tail.claim(HOLE_BYTES);
            append(queue, BEFORE_HOLE, RECORDS);
            zip(directory, target);
            queue.journal.pad(hole, HOLE_BYTES);
        }
    }

    /** The first segment is compressed. */
    private static void archived(Path directory, QueueCompression compression) throws Exception {
        QueueOptions options = OPTIONS.withBudgetBytes(64L << 20)
                .withSegmentBytes(ARCHIVED_SEGMENT)
                .withCompression(compression);
        try (JournalQueue queue = JournalQueue.open(directory, options)) {
            for (int number = 0; number < ARCHIVED_RECORDS; number++) {
                long ignored = queue.append(longRecord(number).getBytes(StandardCharsets.UTF_8));
            }
            Path archive = SegmentArchive.file(JournalQueue.journal(directory), 0);
            while (!Files.exists(archive) || queue.journal.table.find(0) != null) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    static String longRecord(long number) {
        return "record " + number + " " + "·".repeat(10_000);
    }

    private static void append(JournalQueue queue, int from, int to) {
        for (int number = from; number < to; number++) {
            long ignored = queue.append(record(number).getBytes(StandardCharsets.UTF_8));
        }
    }

    static String record(long number) {
        return "record " + number + " " + "·".repeat((int) number);
    }

    static List<String> records(long from, long to) {
        return LongStream.range(from, to).mapToObj(GoldenJournals::record).toList();
    }

    private static void zip(Path directory, Path target) throws IOException {
        try (OutputStream file = Files.newOutputStream(target);
                ZipOutputStream out = new ZipOutputStream(file);
                Stream<Path> below = Files.walk(directory)) {
            for (Path path : below.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(".lock"))
                    .sorted()
                    .toList()) {
                ZipEntry entry = new ZipEntry(directory.relativize(path).toString());
                entry.setTime(0);
                out.putNextEntry(entry);
                byte[] bytes = Files.readAllBytes(path);
                out.write(bytes);
                out.closeEntry();
            }
        }
    }

    private static void createDirectories(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            createDirectories(directory.getParent());
            PrivateFiles.createDirectory(directory);
        }
    }

    /** Unpacks a golden queue. */
    static Path unzip(String version, String name, Path directory) throws IOException {
        try (ZipInputStream in = new ZipInputStream(
                GoldenJournals.class.getResourceAsStream("/golden/" + version + "/" + name + ".zip"))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                createDirectories(file.getParent());
                Files.write(file, in.readAllBytes());
            }
        }
        return directory;
    }
}
