package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/**
 * Spring Boot's <code>%esb(…){key}</code>: a group in square brackets and a space behind them; a property of the
 * context or the system where the group is empty, and nothing where there is neither.
 */
final class BracketsWord extends GroupWord {
    // Of the one use that the word was made for; null where it names no property, and where none of the context is it.
    private String key;
    private String ofContext;

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        key = use.option(0) == null || use.option(0).isEmpty() ? null : use.option(0);
        ofContext = key == null ? null : program.context().properties().get(key);
        program.begin(use.fit());
        program.mark();
        program.compile(children(use));
        program.transform(this);
        program.end(use.fit());
    }

    @Override
    void apply(LogEvent event, Utf8Buffer out, int start) {
        if (out.length() == start && key != null) {
            // Asked for each time: Spring Boot sets its own when much has been logged already.
            String property = ofContext == null ? System.getProperty(key) : ofContext;
            out.putUtf8(property == null ? "" : property);
        }
        int length = out.length() - start;
        if (length > 0) {
            byte[] bytes = out.ensure(3);
            System.arraycopy(bytes, start, bytes, start + 1, length);
            bytes[start] = '[';
            out.length(start + 1 + length);
            out.put(']');
            out.put(' ');
        }
    }
}
