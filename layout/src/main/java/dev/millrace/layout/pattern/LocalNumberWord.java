package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/** {@code %lsn}: a number that each event printed makes greater by one. */
final class LocalNumberWord implements ConversionWord {
    /** Where it stands. */
    static final class Counter implements EventPart {
        private long next;

        Counter(long first) {
            next = first;
        }

        @Override
        public void append(LogEvent event, Utf8Buffer out) {
            out.putLong(next++);
        }
    }

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        program.append(Program.PART, new Counter(program.context().firstLocalNumber()), use.fit());
    }

    @Override
    public String label(PatternNode.Word use) {
        return "lsn";
    }
}
