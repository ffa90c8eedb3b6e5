package dev.millrace.it.child;

import dev.millrace.it.workload.MappedLongs;
import dev.millrace.it.workload.QueueLedger;
import dev.millrace.journal.CursorTerms;
import dev.millrace.journal.Tailer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Reads a queue under a name until it meets the end or is killed, and notes what is missing or comes twice. */
public final class QueueTailChild {
    private final MappedLongs ledger;
    private boolean first = true;
    private long missedBytes;

    private QueueTailChild(MappedLongs ledger) {
        this.ledger = ledger;
    }

    /** Arguments: directory of the queue, name, ledger. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        QueueTailChild child = new QueueTailChild(QueueLedger.ofTailer(Path.of(args[2])));
        try (Tailer tailer = Tailer.open(Path.of(args[0]), args[1], CursorTerms.holding())) {
            child.ledger.set(QueueLedger.READY, 1);
            while (child.readOne(tailer)) {
                tailer.commit();
            }
            tailer.commit();
        }
        System.exit(0);
    }

    private boolean readOne(Tailer tailer) throws Exception {
        while (!tailer.next(1, TimeUnit.HOURS)) {
            noteMissed(tailer);
        }
        noteMissed(tailer);
        ByteBuffer record = ByteBuffer.wrap(tailer.bytes(), tailer.offset(), tailer.length());
        int thread = (int) record.getLong();
        long number = record.getLong();
        if (record.getLong() != ~number) {
            ledger.set(QueueLedger.BROKEN, ledger.get(QueueLedger.BROKEN) + 1);
            return true;
        }
        if (thread == QueueLedger.END) {
            return false;
        }
        note(thread, number, tailer.position());
        first = false;
        return true;
    }

    /** At once: the next kill may come before the next record. */
    private void noteMissed(Tailer tailer) {
        long missed = tailer.overtakenBytes() + tailer.damagedBytes();
        if (missed != missedBytes) {
            ledger.set(QueueLedger.OVERTAKEN, ledger.get(QueueLedger.OVERTAKEN) + missed - missedBytes);
            missedBytes = missed;
        }
    }

    private void note(int thread, long number, long position) {
        long last = ledger.get(QueueLedger.read(thread));
        // Killed between its note and its commit, a tailer gets that one record again.
        boolean again = first && number == last && position >= ledger.get(QueueLedger.POSITION);
        if (number <= last && !again) {
            ledger.set(QueueLedger.TWICE, ledger.get(QueueLedger.TWICE) + 1);
        }
        for (long missing = last + 1; missing < number; missing++) {
            int count = (int) ledger.get(QueueLedger.MISSING);
            if (count < QueueLedger.MOST_MISSING) {
                ledger.set(QueueLedger.missing(count), missing << QueueLedger.THREAD_BITS | thread);
            }
            ledger.set(QueueLedger.MISSING, count + 1L);
        }
        ledger.set(QueueLedger.POSITION, position);
        ledger.set(QueueLedger.read(thread), Math.max(last, number));
    }
}
