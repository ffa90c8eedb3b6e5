package dev.millrace.it.proof;

import dev.millrace.it.child.QueueBulkChild;
import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.MappedLongs;
import dev.millrace.journal.QueueCompression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A hundred million records are written, closed, reopened, read and verified with 64 MiB of heap; compressed, too. */
public final class QueueBulk implements Proof {
    /** Records of the full form: 6.4 GB. */
    public static final long FULL_RECORDS = 100_000_000;

    private static final String WRITE = "write";
    private static final String READ = "read";
    private static final int LIMIT_SECONDS = 3_600;
    private static final double MOST_HEAP_BYTES_A_RECORD = 1;
    private static final double MOST_COMPRESSED = 1.0 / 3;
    private static final double SECOND_NS = 1e9;

    private final long records;

    /** The proof with so many records. */
    public QueueBulk(long records) {
        this.records = records;
    }

    @Override
    public String name() {
        return "queue-100m";
    }

    @Override
    public String shows() {
        return "100 million records written, closed, reopened, read and verified with -Xmx64m, also compressed with gzip and zstd";
    }

    @Override
    public void run(Findings findings) {
        compressWith(QueueCompression.GZIP, findings);
        compressWith(QueueCompression.ZSTD, findings);
    }

    /** Each in a queue of its own: what is compressed stays so. */
    private void compressWith(QueueCompression compression, Findings findings) {
        try (WorkDir dir = new WorkDir("queue-bulk")) {
            Path queue = dir.path().resolve("queue");
            boolean whole = step(findings, dir, queue, WRITE) && step(findings, dir, queue, READ);
            double plain = bytes(queue, ".seg") / (double) records;
            findings.figure("%.1f B a record on disk", plain);
            if (whole && step(findings, dir, queue, compression.name())) {
                compressed(findings, queue, compression);
                boolean ignored = step(findings, dir, queue, READ);
            }
        }
    }

    private void compressed(Findings findings, Path queue, QueueCompression compression) {
        long archives = count(queue, ".sgz");
        long each = largest(queue, ".seg");
        double share = bytes(queue, ".sgz") / ((double) each * archives);
        findings.figure(
                "%s: %d segments of %d MiB compressed to %.3f of their size", compression, archives, each >> 20, share);
        findings.require(archives > 0, "nothing was compressed with %s", compression);
        findings.require(share <= MOST_COMPRESSED, "%s: compressed to more than a third: %.3f", compression, share);
    }

    private boolean step(Findings findings, WorkDir dir, Path queue, String what) {
        Path file = dir.path().resolve(what + "-" + System.nanoTime() + ".ledger");
        boolean counts = what.equals(WRITE) || what.equals(READ);
        MappedLongs ledger = new MappedLongs(file, QueueBulkChild.NUMBERS);
        try (ChildJvm child = ChildJvm.of(Jdk.running(), QueueBulkChild.class, dir.path())
                .jvm("-Xmx64m")
                .classPath(Backend.queueClassPathWithZstd())
                .arguments(what, queue, records, file)
                .start()) {
            int code = child.join(LIMIT_SECONDS);
            double seconds = ledger.get(QueueBulkChild.SPENT_NS) / SECOND_NS;
            double heap = ledger.get(QueueBulkChild.ALLOCATED) / (double) records;
            findings.figure(
                    "%s: %.1f s, %.2f M records/s, %.3f B of heap allocated a record",
                    what, seconds, records / seconds / 1e6, heap);
            boolean all = !counts || ledger.get(QueueBulkChild.GOOD) == records;
            return findings.require(code == 0, "%s ended with %d: %s", what, code, child.tail())
                    && findings.require(
                            all && ledger.get(QueueBulkChild.WRONG) == 0,
                            "%s: %d records as they should be, %d wrong",
                            what,
                            ledger.get(QueueBulkChild.GOOD),
                            ledger.get(QueueBulkChild.WRONG))
                    && findings.require(
                            !counts || heap <= MOST_HEAP_BYTES_A_RECORD, "%s: %.3f B of heap a record", what, heap);
        }
    }

    private static long[] sizes(Path queue, String suffix) {
        try (var files = Files.list(queue.resolve("0"))) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .mapToLong(file -> file.toFile().length())
                    .toArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long bytes(Path queue, String suffix) {
        return java.util.Arrays.stream(sizes(queue, suffix)).sum();
    }

    private static long count(Path queue, String suffix) {
        return sizes(queue, suffix).length;
    }

    private static long largest(Path queue, String suffix) {
        return java.util.Arrays.stream(sizes(queue, suffix)).max().orElse(0);
    }
}
