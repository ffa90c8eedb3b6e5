package dev.millrace.journal;

import java.nio.ByteBuffer;

/**
 * Appends to a segment that nobody reads, before anybody appends. The JVM links a use of a {@code VarHandle} when it is
 * met for the first time, by Java code of its own that goes deeper than {@link StackProbe} promises room for: near the
 * end of a stack, with a claim in hand, that would leave a hole.
 */
final class AppendRehearsal {
    private static final int RECORD_BYTES = 16;
    private static final int ROOM_BYTES = 256;

    private AppendRehearsal() {}

    /** Leaves the journal as it was. Before its keeper runs. */
    static void in(Journal journal) {
        ByteBuffer memory;
        try {
            // Like what is mapped, lest the compilers see two kinds of memory.
            memory = ByteBuffer.allocateDirect(SegmentFormat.HEADER_BYTES + ROOM_BYTES);
        } catch (OutOfMemoryError e) {
            // None is allowed outside of the heap; what is mapped needs none.
            return;
        }
        SegmentTable table = journal.table;
        // There are twice as many places as segments can be alive.
        long base = 0;
        while (table.at(base) != null) {
            base += journal.segmentBytes;
        }
        Segment scratch = new Segment(null, memory, ROOM_BYTES);
        scratch.startAt(base);
        long tail = journal.tail.opaque();
        long prepared = journal.prepared;
        try {
            table.put(scratch);
            journal.tail.set(base);
            allow(journal, base + ROOM_BYTES);
            byte[] record = new byte[RECORD_BYTES];
            // The first one begins a line, the second one does not.
            journal.append(record, 0, RECORD_BYTES, 0);
            journal.append(record, 0, RECORD_BYTES, 0);
            padLate(journal, base);
        } finally {
            table.remove(scratch);
            journal.tail.set(tail);
            allow(journal, 0);
            journal.prepared = prepared;
        }
    }

    /** What an append behind the prepared space uses, with a claim in hand; the second of two in a row goes another way. */
    private static void padLate(Journal journal, long base) {
        for (int i = 0; i < 2; i++) {
            journal.abandoned.add(new Journal.Claim(base, RECORD_BYTES));
            journal.abandon(base, RECORD_BYTES);
        }
    }

    private static void allow(Journal journal, long end) {
        journal.prepared = end;
        journal.importantLimit = end;
        journal.limit = end;
    }
}
