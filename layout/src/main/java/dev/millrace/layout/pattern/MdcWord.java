package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;

/** <code>%mdc{key:-default}</code>: the MDC value of a key; the whole MDC without a key. */
final class MdcWord implements ConversionWord {
    private static final String DEFAULT_MARK = ":-";

    // Of the one use that the word was made for, with a key.
    private byte[] key;
    private byte[] otherwise;

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        String option = use.option(0);
        if (option == null) {
            program.append(Program.MDC_ENTRIES, new MdcEntries(), use.fit());
            return;
        }
        String instead = "";
        int mark = option.indexOf(DEFAULT_MARK);
        if (mark >= 0) {
            instead = option.substring(mark + DEFAULT_MARK.length());
            option = option.substring(0, mark);
        }
        key = option.getBytes(StandardCharsets.UTF_8);
        otherwise = instead.getBytes(StandardCharsets.UTF_8);
        program.append(Program.MDC_VALUE, this, use.fit());
    }

    void append(LogEvent event, Utf8Buffer out) {
        if (!event.mdcValue(key, out)) {
            out.put(otherwise);
        }
    }

    @Override
    public String label(PatternNode.Word use) {
        String option = use.option(0);
        int mark = option == null ? -1 : option.indexOf(DEFAULT_MARK);
        return mark < 0 ? option : option.substring(0, mark);
    }
}
