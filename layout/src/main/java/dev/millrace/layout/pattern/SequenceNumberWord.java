package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/** {@code %sequenceNumber}: the number the event got when it was logged; 0 where events are not numbered. */
final class SequenceNumberWord implements ConversionWord, EventPart {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.append(Program.PART, this, use.fit());
    }

    @Override
    public void append(LogEvent event, Utf8Buffer out) {
        out.putLong(event.sequenceNumber());
    }

    @Override
    public String label(PatternNode.Word use) {
        return "sequenceNumber";
    }
}
