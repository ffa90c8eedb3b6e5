package dev.millrace.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads records of {@link TestJournals} through a {@link JournalReader}; each must be intact. */
final class ForeignReads {
    private ForeignReads() {}

    static List<Long> forward(JournalReader reader, int capacity) throws IOException {
        return forwardAtMost(reader, capacity, Integer.MAX_VALUE);
    }

    /** Stops after the batch with which {@code most} batches are read. */
    static List<Long> forwardAtMost(JournalReader reader, int capacity, int most) throws IOException {
        List<Long> numbers = new ArrayList<>();
        ReadBatch batch = new ReadBatch(capacity);
        while (numbers.size() < most && reader.fill(batch)) {
            while (numbers.size() < most && batch.next()) {
                numbers.add(number(batch));
            }
        }
        return numbers;
    }

    static List<Long> backward(JournalReader reader, int capacity) throws IOException {
        List<Long> numbers = new ArrayList<>();
        ReadBatch batch = new ReadBatch(capacity);
        while (reader.fillBefore(batch)) {
            while (batch.previous()) {
                numbers.add(number(batch));
            }
        }
        return numbers;
    }

    private static long number(ReadBatch batch) {
        if (!TestJournals.intact(batch.bytes(), batch.payloadOffset(), batch.payloadLength())) {
            throw new AssertionError("not a record of ours at position " + batch.position());
        }
        return TestJournals.number(batch.bytes(), batch.payloadOffset());
    }
}
