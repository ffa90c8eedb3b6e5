package dev.millrace.journal;

/**
 * The journal of a jcstress fork, as small as a journal can be: its segments turn over all the time.
 *
 * <p>One for all states of a fork, since opening one costs more than a million states.
 */
final class StressJournal {
    static final int SEGMENT_BYTES = SegmentFormat.MIN_SEGMENT_BYTES;

    /** Whatever was read and was not as it was written. */
    static volatile boolean damaged;

    static final Journal JOURNAL = Journal.inMemory(
            new JournalOptions(JournalOptions.MIN_BUDGET_BYTES, SEGMENT_BYTES, false, false, new JournalListener() {
                @Override
                public void notice(JournalNotice notice, String message, Throwable cause) {
                    // Spent budgets and late segments are what these cases are for.
                }

                @Override
                public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
                    damaged = true; // the only cursor must never be overrun
                }
            }));

    /** The only cursor: whatever is read is read through it. */
    static final Cursor CURSOR = JOURNAL.cursor("stress");

    private static final ReadBatch BATCH = new ReadBatch(64 << 10);

    private static long lastPosition = -1;

    private StressJournal() {}

    /** Reads and releases everything that is committed, looking at every byte. */
    static synchronized void drain() {
        while (CURSOR.fill(BATCH)) {
            while (BATCH.next()) {
                if (BATCH.position() <= lastPosition
                        || !Pattern.isWhole(BATCH.bytes(), BATCH.payloadOffset(), BATCH.payloadLength())) {
                    damaged = true;
                }
                lastPosition = BATCH.position();
            }
            CURSOR.release(BATCH.endPosition());
        }
    }

    /** Appends a payload and makes room when there is none. */
    static long append(byte[] payload, int length) {
        long position = JOURNAL.append(payload, 0, length, 0);
        if (position < 0) {
            drain();
        }
        return position;
    }

    /** What two concurrent appends came to, in a word. */
    static String judge(long first, int firstLength, long second, int secondLength) {
        if (damaged) {
            return "damaged";
        }
        if (first < 0 || second < 0) {
            return "refused";
        }
        if (straddles(first, firstLength) || straddles(second, secondLength)) {
            return "straddles";
        }
        boolean disjoint = first < second
                ? first + RecordFormat.recordBytes(firstLength) <= second
                : second + RecordFormat.recordBytes(secondLength) <= first;
        return disjoint ? "disjoint" : "overlap";
    }

    private static boolean straddles(long position, int length) {
        long last = position + RecordFormat.recordBytes(length) - 1;
        return position / SEGMENT_BYTES != last / SEGMENT_BYTES;
    }
}
