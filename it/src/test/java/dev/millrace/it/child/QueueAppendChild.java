package dev.millrace.it.child;

import dev.millrace.it.workload.MappedLongs;
import dev.millrace.it.workload.QueueLedger;
import dev.millrace.journal.JournalQueue;
import dev.millrace.journal.QueueOptions;
import dev.millrace.journal.QueueRetention;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Appends to a queue from several threads until it is killed, and notes before and after each append. */
public final class QueueAppendChild {
    private static final int PAYLOAD_BYTES = 24;
    private static final int MOST_MORE_BYTES = 200;

    private QueueAppendChild() {}

    /** The options of the queue. Little is kept, so that space is reused all the time. */
    public static QueueOptions options() {
        return QueueOptions.defaults()
                .withSegmentBytes(1 << 20)
                .withBudgetBytes(16L << 20)
                .withRetention(QueueRetention.untilRead());
    }

    /** A record: thread, number. */
    public static byte[] record(int thread, long number) {
        int more = (int) (number * 31 % MOST_MORE_BYTES);
        return ByteBuffer.allocate(PAYLOAD_BYTES + more)
                .putLong(thread)
                .putLong(number)
                .putLong(~number)
                .array();
    }

    /** Arguments: directory of the queue, ledger. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        MappedLongs ledger = QueueLedger.ofAppender(Path.of(args[1]));
        JournalQueue queue = JournalQueue.open(Path.of(args[0]), options());
        for (int thread = 0; thread < QueueLedger.THREADS; thread++) {
            int own = thread;
            new Thread(() -> append(queue, ledger, own)).start();
        }
    }

    private static void append(JournalQueue queue, MappedLongs ledger, int thread) {
        long number = ledger.get(QueueLedger.begun(thread));
        while (true) {
            number++;
            ledger.set(QueueLedger.begun(thread), number);
            if (queue.append(record(thread, number)) < 0) {
                throw new IllegalStateException("a refusal must be an exception");
            }
            ledger.set(QueueLedger.returned(thread), number);
        }
    }
}
