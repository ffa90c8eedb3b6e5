package dev.millrace.core;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.EventSummary;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;
import dev.millrace.journal.RecordSummary;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Gives the journal's news their status codes, and books what a cursor will never see. Has the seals say which levels and
 * loggers are in their blocks: who searches passes over the others.
 */
record JournalNews(StatusLog status) implements JournalListener, RecordSummary {
    private static final int FIRST_CODE = 201;

    @Override
    public void notice(JournalNotice notice, String message, Throwable cause) {
        status.add(codeOf(notice), message, cause);
    }

    @Override
    public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
        SinkLedger.bookOverrun(cursor, LogEvent.levelOf(bytes, payloadOffset, payloadLength));
    }

    @Override
    public long of(ByteBuffer data, int payloadOffset, int payloadLength) {
        return EventSummary.of(data, payloadOffset, payloadLength);
    }

    // The list is made when it is asked for: a start needs neither it nor what is in it. No switch: its class would be
    // loaded when something is wrong already, perhaps for want of memory.
    static StatusCode codeOf(JournalNotice notice) {
        List<JournalNotice> inOrderOfCodes = List.of(
                JournalNotice.DISK_FULL,
                JournalNotice.SPACE_RETURNED,
                JournalNotice.BUDGET_SPENT,
                JournalNotice.SEGMENT_LATE,
                JournalNotice.HOLE_STALLED,
                JournalNotice.CURSOR_OVERRUN,
                JournalNotice.RECOVERED_PAST_HOLES,
                JournalNotice.DAMAGED,
                JournalNotice.POWER_LOSS,
                JournalNotice.NEWER_VERSION,
                JournalNotice.DIRECTORY_REFUSED,
                JournalNotice.IN_MEMORY,
                JournalNotice.SLOT_EXPIRED,
                JournalNotice.SLOT_SHARED);
        return StatusCode.valueOf("MR" + (FIRST_CODE + inOrderOfCodes.indexOf(notice)));
    }
}
