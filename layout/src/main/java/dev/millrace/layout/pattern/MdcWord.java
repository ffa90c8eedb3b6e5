package dev.millrace.layout.pattern;

import java.nio.charset.StandardCharsets;

/** <code>%mdc{key:-default}</code>: the MDC value of a key; the whole MDC without a key. */
final class MdcWord implements ConversionWord {
    private static final String DEFAULT_MARK = ":-";

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        String key = use.option(0);
        if (key == null) {
            program.append(Program.MDC_ENTRIES, new MdcEntries(), use.fit());
            return;
        }
        String otherwise = "";
        int mark = key.indexOf(DEFAULT_MARK);
        if (mark >= 0) {
            otherwise = key.substring(mark + DEFAULT_MARK.length());
            key = key.substring(0, mark);
        }
        MdcValue value = new MdcValue(key.getBytes(StandardCharsets.UTF_8), otherwise.getBytes(StandardCharsets.UTF_8));
        program.append(Program.MDC_VALUE, value, use.fit());
    }

    @Override
    public String label(PatternNode.Word use) {
        String key = use.option(0);
        int mark = key == null ? -1 : key.indexOf(DEFAULT_MARK);
        return mark < 0 ? key : key.substring(0, mark);
    }
}
