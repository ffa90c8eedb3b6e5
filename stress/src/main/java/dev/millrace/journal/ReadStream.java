package dev.millrace.journal;

/**
 * A stream of numbered records through the journal of a fork: one thread appends, one reads, each its own methods.
 *
 * <p>The reader expects every number exactly once and in order, whatever is padded, refused or recycled in between.
 */
final class ReadStream {
    private final Cursor cursor = StressJournal.CURSOR;
    private final ReadBatch batch = new ReadBatch(StressJournal.SEGMENT_BYTES / 2);
    private final byte[] payload;
    private final int shortest;
    private final int longest;
    private long nextWritten;
    private long nextRead;

    /** Lengths are multiples of 8. */
    ReadStream(int shortest, int longest) {
        this.shortest = shortest;
        this.longest = longest;
        this.payload = new byte[longest];
    }

    /** Appends the next number; a refused one is appended the next time. */
    synchronized String append() {
        int length = shortest + (int) (nextWritten * Long.BYTES % (longest - shortest + Long.BYTES));
        Pattern.write(payload, length, nextWritten);
        if (StressJournal.JOURNAL.append(payload, 0, length, 0) < 0) {
            return "refused";
        }
        nextWritten++;
        return "accepted";
    }

    /** Reads what is there, and says what it was. */
    String read() {
        synchronized (batch) {
            if (!cursor.fill(batch)) {
                return "nothing";
            }
            String seen = "padding";
            while (batch.next()) {
                if (!Pattern.isWhole(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
                    return "torn";
                }
                if (Pattern.value(batch.bytes(), batch.payloadOffset()) != nextRead) {
                    return "not the next";
                }
                nextRead++;
                seen = "the next";
            }
            cursor.release(batch.endPosition());
            return seen;
        }
    }
}
