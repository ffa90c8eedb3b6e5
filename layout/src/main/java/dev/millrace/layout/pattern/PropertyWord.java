package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;

/** <code>%property{key}</code>: a property of the context, else a system property as it is when the event is printed. */
final class PropertyWord implements ConversionWord, EventPart {
    private static final String WITHOUT_KEY = "Property_HAS_NO_KEY";

    // Of a word that has its own, and prints nothing where there is no such property; else null.
    private final String fixedKey;
    // Of the one use that the word was made for, where that is no property of the context.
    private String key;
    private String otherwise;

    PropertyWord(String fixedKey) {
        this.fixedKey = fixedKey;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        key = fixedKey == null ? use.option(0) : fixedKey;
        String value =
                key == null ? WITHOUT_KEY : program.context().properties().get(key);
        if (value == null && key.isEmpty()) {
            program.reportOption(LayoutProblem.BAD_OPTION, use, "the key is empty; nothing is printed");
            value = "";
        }
        if (value == null) {
            // As every text of Logback's that is null: nothing where a width is asked for.
            otherwise = use.fit() == null && fixedKey == null ? "null" : "";
            program.append(Program.PART, this, use.fit());
            return;
        }
        program.begin(use.fit());
        program.literal(value);
        program.end(use.fit());
    }

    @Override
    public void append(LogEvent event, Utf8Buffer out) {
        String value = System.getProperty(key);
        out.putUtf8(value == null ? otherwise : value);
    }

    @Override
    public String label(PatternNode use) {
        return use.option(0);
    }
}
