package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.journal.TestJournals.Told;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Appenders that sleep anywhere inside an append, while the others use and free whole segments. */
@Timeout(120)
class LeftBehindTest {
    private static final int APPENDERS = 4;
    private static final int EACH = 3_000_000;
    private static final int RECORD_BYTES = 160;

    private final Journal journal =
            Journal.inMemory(new JournalOptions(4L << 20, SegmentFormat.MIN_SEGMENT_BYTES, true, false, new Told()));

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void I1_shouldAppendEveryRecordOnceThoughSegmentsAreFreedInTheMiddleOfAnAppend() throws Exception {
        Cursor cursor = journal.cursor("reader");
        ExecutorService threads = Executors.newFixedThreadPool(APPENDERS);
        try {
            List<Future<?>> appending = new ArrayList<>();
            for (int appender = 0; appender < APPENDERS; appender++) {
                long first = (long) appender << Integer.SIZE;
                appending.add(threads.submit((Callable<Void>) () -> {
                    appendAll(first);
                    return null;
                }));
            }
            readAll(cursor, appending);
        } finally {
            threads.shutdownNow();
        }
    }

    private void appendAll(long first) {
        ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
        for (int number = 0; number < EACH; number++) {
            record.putLong(0, first + number).putLong(RECORD_BYTES - Long.BYTES, ~(first + number));
            assertThat(journal.append(record.array(), 0, RECORD_BYTES, 0) < 0).isFalse();
        }
    }

    private static void readAll(Cursor cursor, List<Future<?>> appending) throws Exception {
        ReadBatch batch = new ReadBatch(1 << 20);
        int[] next = new int[APPENDERS];
        for (long read = 0; read < (long) APPENDERS * EACH; ) {
            for (Future<?> appender : appending) {
                if (appender.isDone()) {
                    // It fails here if that has.
                    appender.get();
                }
            }
            while (cursor.fill(batch)) {
                while (batch.next()) {
                    ByteBuffer record = ByteBuffer.wrap(batch.bytes(), batch.payloadOffset(), batch.payloadLength());
                    long number = record.getLong(batch.payloadOffset());
                    int appender = (int) (number >>> Integer.SIZE);
                    boolean whole = record.remaining() == RECORD_BYTES
                            && record.getLong(batch.payloadOffset() + RECORD_BYTES - Long.BYTES) == ~number
                            && next[appender]++ == (int) number;
                    assertThat(whole).as("%x", number).isTrue();
                    read++;
                }
                cursor.release(cursor.readPosition());
            }
        }
    }
}
