package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;

/**
 * <code>%mdc{key:-default}</code>: the MDC value of a key; the whole MDC without a key. SkyWalking's word of that name
 * prints its trace for two keys.
 */
final class MdcWord implements ConversionWord {
    private static final String DEFAULT_MARK = ":-";
    private static final String TRACE = "tid";
    private static final String CONTEXT = "sw_ctx";

    private final boolean ofSkyWalking;
    // Of the one use that the word was made for, with a key.
    private byte[] key;
    private byte[] otherwise;

    /** {@code ofSkyWalking}: it is the word of SkyWalking. */
    MdcWord(boolean ofSkyWalking) {
        this.ofSkyWalking = ofSkyWalking;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        String option = use.option(0);
        if (option == null) {
            program.append(Program.MDC_ENTRIES, new MdcEntries(), use.fit());
            return;
        }
        String name = label(use);
        if (ofSkyWalking && (name.equals(TRACE) || name.equals(CONTEXT))) {
            new FixedWord(null, name.equals(TRACE) ? FixedWord.NO_TRACE : FixedWord.NO_CONTEXT).compile(use, program);
            return;
        }
        int mark = option.indexOf(DEFAULT_MARK);
        String instead = mark < 0 ? "" : option.substring(mark + DEFAULT_MARK.length());
        key = name.getBytes(StandardCharsets.UTF_8);
        otherwise = instead.getBytes(StandardCharsets.UTF_8);
        program.append(Program.MDC_VALUE, this, use.fit());
    }

    void append(LogEvent event, Utf8Buffer out) {
        if (!event.mdcValue(key, out)) {
            out.put(otherwise);
        }
    }

    @Override
    public String label(PatternNode use) {
        String option = use.option(0);
        int mark = option == null ? -1 : option.indexOf(DEFAULT_MARK);
        return mark < 0 ? option : option.substring(0, mark);
    }
}
