package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/** {@code %lsn}: a number that each event printed makes greater by one. */
final class LocalNumberWord implements ConversionWord, EventPart {
    private long next;

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        next = program.context().firstLocalNumber();
        program.append(Program.PART, this, use.fit());
    }

    @Override
    public void append(LogEvent event, Utf8Buffer out) {
        out.putLong(next++);
    }

    @Override
    public String label(PatternNode.Word use) {
        return "lsn";
    }
}
