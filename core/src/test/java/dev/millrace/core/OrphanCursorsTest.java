package dev.millrace.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.Status;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.Journal;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.JournalOptions;
import dev.millrace.journal.JournalSlot;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OrphanCursorsTest {
    private static final long BUDGET_BYTES = 64L << 20;

    @TempDir
    Path dir;

    private final StatusLog status = new StatusLog();
    private final AtomicLong overrun = new AtomicLong();
    private final JournalListener listener = new JournalListener() {
        @Override
        public void notice(JournalNotice notice, String message, Throwable cause) {}

        @Override
        public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
            overrun.incrementAndGet();
        }
    };

    private Journal open(JournalSlot slot) throws Exception {
        return Journal.open(slot, new JournalOptions(BUDGET_BYTES, 0, false, false, listener));
    }

    @Test
    void I3_shouldCountWhatAnOverrunTakesMeanwhileOnce() throws Exception {
        Path home = dir.resolve(".millrace").resolve("test");
        byte[] event = new byte[100];
        long appended = 0;
        try (JournalSlot slot = JournalSlot.claim(home, listener);
                Journal journal = open(slot)) {
            assertThat(journal.cursor("GONE").position()).isZero();
            for (; journal.tailPosition() < BUDGET_BYTES / 8 * 7; appended++) {
                assertThat(journal.append(event, 0, event.length, Journal.IMPORTANT))
                        .isNotNegative();
            }
        }

        try (JournalSlot slot = JournalSlot.claim(home, listener);
                Journal journal = open(slot)) {
            // Shows that the journal could move on.
            assertThat(journal.cursor("FILE").caughtUp()).isTrue();
            OpenJournal open = new OpenJournal(slot, home, journal, null, journal.tailPosition(), false);
            Plan plan = Plans.plan(dir).file("FILE", dir.resolve("file.log")).build();
            new OrphanCursors(open, OpenJournal.orphans(open, plan), null, status).finish(false);
        }

        Status told = status.list().stream()
                .filter(each -> each.code() == StatusCode.MR306)
                .findFirst()
                .orElseThrow();
        assertThat(told.message()).contains(": " + (appended - overrun.get()) + " events");
    }
}
