package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/**
 * {@code %sequenceNumber}: the number the event got when it was logged, 0 where events are not numbered; and
 * {@code %lsn}: a local number, which each event printed makes greater by one.
 */
final class NumberWord implements ConversionWord, EventPart {
    private final boolean local;
    private long next;

    /** {@code local}: it is {@code %lsn}. */
    NumberWord(boolean local) {
        this.local = local;
    }

    /** Whether the number depends on how many events were printed before. */
    boolean isLocal() {
        return local;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        next = program.context().firstLocalNumber();
        program.append(Program.PART, this, use.fit());
    }

    @Override
    public void append(LogEvent event, Utf8Buffer out) {
        out.putLong(local ? next++ : event.sequenceNumber());
    }

    @Override
    public String label(PatternNode use) {
        return local ? "lsn" : "sequenceNumber";
    }
}
