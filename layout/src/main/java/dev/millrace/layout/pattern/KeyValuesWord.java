package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.util.Locale;

/** <code>%kvp{NONE|SINGLE|DOUBLE}</code>: the key–value pairs, values in the quotes asked for. */
final class KeyValuesWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        String option = use.option(0);
        String style = option == null ? "DOUBLE" : option.toUpperCase(Locale.ROOT);
        byte[] quote =
                switch (style) {
                    case "NONE" -> new byte[0];
                    case "SINGLE" -> new byte[] {'\''};
                    case "DOUBLE" -> new byte[] {'"'};
                    default -> {
                        program.reportOption(
                                LayoutProblem.BAD_OPTION,
                                use,
                                "[" + option + "] is none of NONE, SINGLE and DOUBLE; DOUBLE is used");
                        yield new byte[] {'"'};
                    }
                };
        program.append(Program.KEY_VALUES, quote, use.fit());
    }
}
