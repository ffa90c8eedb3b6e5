package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.util.List;

/** <code>%kvp{NONE|SINGLE|DOUBLE}</code>: the key–value pairs, values in the quotes asked for. */
final class KeyValuesWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        String option = use.option(0) == null ? "DOUBLE" : use.option(0);
        byte[] quote = KeyValueTexts.quote(option);
        if (quote == null) {
            program.reportOption(
                    LayoutProblem.BAD_OPTION,
                    use,
                    "[" + option + "] is none of NONE, SINGLE and DOUBLE; DOUBLE is used");
            quote = KeyValueTexts.quote("DOUBLE");
        }
        program.append(Program.KEY_VALUES, new KeyValueTexts(quote, List.of()), use.fit());
    }

    @Override
    public String label(PatternNode.Word use) {
        return "kvp";
    }
}
