package dev.millrace.core.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.counter.CallCounters;
import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.outbox.Totals;
import dev.millrace.core.sink.CollectingSink;
import dev.millrace.core.sink.RecoveredBatch;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.JournalSlot;
import dev.millrace.journal.ReadBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SinkInUseTest {
    private static final int LEFT_BYTES = 100;
    private static final int NEW_BYTES = 10_000;

    @TempDir
    Path home;

    private final List<Integer> skipped = Collections.synchronizedList(new ArrayList<>());
    private final JournalListener listener = new JournalListener() {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
            skipped.add(payloadLength);
        }
    };
    private final JournalOptions options =
            new JournalOptions(JournalOptions.MIN_BUDGET_BYTES, 0, false, false, listener);

    /** It is in the outbox, and will be in the file: counted as lost it would be in the books twice. */
    @Test
    void i3ShouldLoseNothingOfTheBatchThatAnEarlierProcessLeftToAFullDisk() throws Exception {
        long end;
        try (JournalSlot slot = JournalSlot.claim(home.resolve("h/app"), listener);
                Journal journal = Journal.open(slot, options)) {
            Cursor cursor = journal.cursor("S");
            append(journal, LEFT_BYTES);
            append(journal, LEFT_BYTES);
            end = journal.tailPosition();
            assertThat(cursor.position()).isZero();
        }
        try (JournalSlot slot = JournalSlot.claim(home.resolve("h/app"), listener);
                Journal journal = Journal.open(slot, options)) {
            Cursor cursor = journal.cursor("S");
            Cursor ahead = journal.cursor("ahead");
            Full sink = new Full(end);
            SinkInUse used = new SinkInUse(journal, cursor, new SinkLedger(cursor, new CallCounters(journal)), sink);
            assertThat(used.begin()).isFalse();

            ReadBatch read = new ReadBatch(64 << 10);
            while (skipped.isEmpty()) {
                append(journal, NEW_BYTES);
                while (ahead.fill(read)) {
                    ahead.release(read.endPosition());
                }
                assertThat(used.begin()).isFalse();
            }
            sink.outcome = CollectingSink.Outcome.DONE;

            assertThat(used.begin()).isTrue();
            assertThat(skipped).containsOnly(NEW_BYTES);
        }
    }

    private static void append(Journal journal, int bytes) {
        long ignored = journal.append(new byte[bytes], 0, bytes, 0);
    }

    /** Its file's disk is full until it is told otherwise. */
    private static final class Full extends CollectingSink {
        private final long end;
        private Outcome outcome = Outcome.LATER;

        Full(long end) {
            this.end = end;
        }

        @Override
        public Outcome recover(boolean trusted) {
            return outcome;
        }

        @Override
        public RecoveredBatch recovered() {
            return new RecoveredBatch(end, Totals.of(new long[8]));
        }
    }
}
