package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;

/** <code>%property{key}</code>: a property of the context, else a system property as it is when the event is printed. */
final class PropertyWord implements ConversionWord {
    private static final String WITHOUT_KEY = "Property_HAS_NO_KEY";

    private record SystemProperty(String key, String otherwise) implements EventPart {
        @Override
        public void append(LogEvent event, Utf8Buffer out) {
            String value = System.getProperty(key);
            out.putUtf8(value == null ? otherwise : value);
        }
    }

    // Of a word that has its own, and prints nothing where there is no such property; else null.
    private final String fixedKey;

    PropertyWord(String fixedKey) {
        this.fixedKey = fixedKey;
    }

    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        String key = fixedKey == null ? use.option(0) : fixedKey;
        String value =
                key == null ? WITHOUT_KEY : program.context().properties().get(key);
        if (value == null && key.isEmpty()) {
            program.reportOption(LayoutProblem.BAD_OPTION, use, "the key is empty; nothing is printed");
            value = "";
        }
        if (value == null) {
            // As every text of Logback's that is null: nothing where a width is asked for.
            program.append(
                    Program.PART,
                    new SystemProperty(key, use.fit() == null && fixedKey == null ? "null" : ""),
                    use.fit());
            return;
        }
        program.begin(use.fit());
        program.literal(value);
        program.end(use.fit());
    }

    @Override
    public String label(PatternNode.Word use) {
        return use.option(0);
    }
}
