package dev.millrace.journal;

import java.nio.file.Path;

/** Another process: appends more than its segments of 4 MiB hold, reads all of it and prints how much there was. */
final class LittleDirectMemoryProcess {
    private static final int RECORDS = 2_000;

    private LittleDirectMemoryProcess() {}

    public static void main(String[] args) throws Exception {
        QueueOptions options = QueueOptions.defaults().withSegmentBytes(4 << 20).withBudgetBytes(64L << 20);
        try (JournalQueue queue = JournalQueue.open(Path.of(args[0]), options);
                Tailer tailer = queue.tailer()) {
            int appended = 0;
            int read = 0;
            for (int number = 0; number < RECORDS; number++) {
                appended += queue.append(TestJournals.record(number, 6_000)) < 0 ? 0 : 1;
                read += tailer.next() ? 1 : 0;
            }
            System.out.println(appended + " appended, " + read + " read");
        }
    }
}
