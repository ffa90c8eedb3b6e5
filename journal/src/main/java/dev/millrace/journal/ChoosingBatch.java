package dev.millrace.journal;

import java.util.Arrays;

/**
 * A batch of which few records are wanted, as their first bytes say.
 *
 * <p>Filled by {@link JournalReader#fillChoosing}, which asks the choice itself where it tells records from each other anyway, and
 * walked with {@link #nextWanted()}. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class ChoosingBatch extends ReadBatch {
    private final Choice choice;

    /** Where the wanted records start, {@link #listed} of them; -1 where nobody has asked yet. */
    private int[] starts = new int[64];

    private int listed = -1;
    private int passed;
    private int records;

    /**
     * Which records of data are wanted.
     *
     * @since 0.1.0
     */
    public interface Choice {
        /** Whether the record is wanted whose payload stands there. It must depend on these bytes only. */
        boolean wants(byte[] bytes, int payloadOffset, int payloadLength);
    }

    /** As a batch of {@code capacityBytes}, with what is wanted of it. */
    public ChoosingBatch(int capacityBytes, Choice choice) {
        super(capacityBytes);
        this.choice = choice;
    }

    @Override
    void filled(long startPosition, int lengthBytes) {
        super.filled(startPosition, lengthBytes);
        listed = -1;
        records = 0;
    }

    /** From here on until the next fill, what is wanted is listed. */
    void beginList() {
        listed = 0;
        passed = 0;
    }

    /** Counts a record of data, and lists it when it is wanted. */
    void list(int at, long header) {
        records++;
        int skip = RecordFormat.kind(header) == RecordFormat.KIND_CHECKED_DATA ? RecordFormat.CHECKSUM_BYTES : 0;
        int headBytes = RecordFormat.HEADER_BYTES + skip;
        if (choice.wants(bytes(), at + headBytes, RecordFormat.length(header) - headBytes)) {
            if (listed == starts.length) {
                starts = Arrays.copyOf(starts, 2 * listed);
            }
            starts[listed++] = at;
        }
    }

    /**
     * Moves to the next record of data that is wanted. The choice is asked about each one once: here, unless it was while
     * the batch was filled.
     *
     * @return false at the end of the batch
     */
    public boolean nextWanted() {
        if (listed >= 0) {
            if (passed == listed) {
                return false;
            }
            next = starts[passed++];
            return next();
        }
        while (next()) {
            records++;
            if (choice.wants(bytes(), payloadOffset(), payloadLength())) {
                return true;
            }
        }
        return false;
    }

    /** How many records of data the choice was asked about, once {@link #nextWanted} came to the end. */
    public int records() {
        return records;
    }
}
