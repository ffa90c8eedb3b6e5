package dev.millrace.it.child;

import dev.millrace.it.workload.MappedLongs;
import dev.millrace.it.workload.Visits;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueCompression;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.Tailer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Writes a large queue, reads it, or lets it be compressed: one of these, in a process of its own. */
public final class QueueBulkChild {
    /** Nanoseconds that it took. */
    public static final int SPENT_NS = 0;

    /** Bytes of heap that the thread allocated meanwhile. */
    public static final int ALLOCATED = 1;

    /** Records that were written, or read as they were written. */
    public static final int GOOD = 2;

    /** Records that are others than those expected, and bytes that are damaged or missed. */
    public static final int WRONG = 3;

    /** How many numbers there are. */
    public static final int NUMBERS = 4;

    private static final long BUDGET_BYTES_A_RECORD = 128;
    private static final long LEAST_BUDGET_BYTES = 1L << 30;
    private static final int SEGMENT_HEADER_BYTES = 8192;
    private static final int NEWEST_SEGMENTS = 4;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private QueueBulkChild() {}

    /** Arguments: "write", "read" or what to compress with, directory of the queue, number of records, ledger. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        Path directory = Path.of(args[1]);
        long records = Long.parseLong(args[2]);
        MappedLongs ledger = new MappedLongs(Path.of(args[3]), NUMBERS);
        Visits visits = new Visits();
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long startNs = System.nanoTime();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        switch (args[0]) {
            case "write" -> write(directory, records, visits, ledger);
            case "read" -> read(directory, visits, ledger);
            default -> compress(directory, records, QueueCompression.valueOf(args[0]));
        }
        ledger.set(SPENT_NS, System.nanoTime() - startNs);
        ledger.set(ALLOCATED, threads.getCurrentThreadAllocatedBytes() - allocated);
        System.exit(0);
    }

    private static QueueOptions options(long records) {
        return QueueOptions.defaults().withBudgetBytes(Math.max(LEAST_BUDGET_BYTES, records * BUDGET_BYTES_A_RECORD));
    }

    private static void write(Path directory, long records, Visits visits, MappedLongs ledger) throws Exception {
        var codec = visits.writer();
        long[] number = new long[1];
        try (JournalQueue queue = JournalQueue.open(directory, options(records))) {
            for (; number[0] < records; number[0]++) {
                if (queue.append(codec, number) < 0) {
                    throw new IllegalStateException("a refusal must be an exception");
                }
            }
        }
        ledger.set(GOOD, number[0]);
    }

    private static void read(Path directory, Visits visits, MappedLongs ledger) throws Exception {
        var codec = Visits.reader();
        Visits.Visit visit = new Visits.Visit();
        long good = 0;
        long wrong = 0;
        try (Tailer tailer = Tailer.open(directory)) {
            while (tailer.next()) {
                if (visits.isVisit(tailer.read(codec, visit), good + wrong)) {
                    good++;
                } else {
                    wrong++;
                }
            }
            wrong += tailer.damagedBytes() + tailer.overtakenBytes();
        }
        ledger.set(GOOD, good);
        ledger.set(WRONG, wrong);
    }

    /** Until all but the newest segments are compressed. */
    private static void compress(Path directory, long records, QueueCompression compression) throws Exception {
        try (JournalQueue queue = JournalQueue.open(directory, options(records).withCompression(compression))) {
            long segmentBytes = Files.size(directory.resolve("0").resolve("0.seg")) - SEGMENT_HEADER_BYTES;
            while (archives(directory) < queue.endPosition() / segmentBytes - NEWEST_SEGMENTS) {
                LockSupport.parkNanos(POLL_NS);
            }
        }
    }

    private static long archives(Path directory) throws Exception {
        try (var files = Files.list(directory.resolve("0"))) {
            return files.filter(file -> file.toString().endsWith(".sgz")).count();
        }
    }
}
