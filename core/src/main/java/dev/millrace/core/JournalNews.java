package dev.millrace.core;

import dev.millrace.core.counter.SinkLedger;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.LogEvent;
import dev.millrace.journal.Cursor;
import dev.millrace.journal.JournalListener;
import dev.millrace.journal.JournalNotice;

/** Gives the journal's news their status codes, and books what a cursor will never see. */
record JournalNews(StatusLog status) implements JournalListener {
    @Override
    public void notice(JournalNotice notice, String message, Throwable cause) {
        status.add(codeOf(notice), message, cause);
    }

    @Override
    public void overrun(Cursor cursor, byte[] bytes, int payloadOffset, int payloadLength) {
        SinkLedger.bookOverrun(cursor, LogEvent.levelOf(bytes, payloadOffset, payloadLength));
    }

    static StatusCode codeOf(JournalNotice notice) {
        return switch (notice) {
            case DISK_FULL -> StatusCode.MR201;
            case SPACE_RETURNED -> StatusCode.MR202;
            case BUDGET_SPENT -> StatusCode.MR203;
            case SEGMENT_LATE -> StatusCode.MR204;
            case HOLE_STALLED -> StatusCode.MR205;
            case CURSOR_OVERRUN -> StatusCode.MR206;
            case RECOVERED_PAST_HOLES -> StatusCode.MR207;
            case DAMAGED -> StatusCode.MR208;
            case POWER_LOSS -> StatusCode.MR209;
            case NEWER_VERSION -> StatusCode.MR210;
            case DIRECTORY_REFUSED -> StatusCode.MR211;
            case IN_MEMORY -> StatusCode.MR212;
            case SLOT_EXPIRED -> StatusCode.MR213;
            case SLOT_SHARED -> StatusCode.MR214;
        };
    }
}
