package dev.millrace.cli.read;

import dev.millrace.journal.JournalPassage;
import java.util.Arrays;

/** What was found in a piece of a journal: copies of the wanted events in their order. Filled by one thread, then read. */
final class Piece {
    private byte[] bytes = new byte[0];
    private int[] ends = new int[0];
    private int count;
    private long events;
    private long foreignRecords;
    private JournalPassage passage;

    void add(byte[] from, int offset, int length) {
        int start = start(count);
        if (start + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(start + length, Math.max(4096, 2 * bytes.length)));
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, Math.max(64, 2 * count));
        }
        System.arraycopy(from, offset, bytes, start, length);
        ends[count++] = start + length;
    }

    void read(long itsEvents, long itsForeignRecords, JournalPassage itsPassage) {
        events = itsEvents;
        foreignRecords = itsForeignRecords;
        passage = itsPassage;
    }

    byte[] bytes() {
        return bytes;
    }

    int count() {
        return count;
    }

    int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    int length(int index) {
        return ends[index] - start(index);
    }

    long events() {
        return events;
    }

    long foreignRecords() {
        return foreignRecords;
    }

    JournalPassage passage() {
        return passage;
    }
}
