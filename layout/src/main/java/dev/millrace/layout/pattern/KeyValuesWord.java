package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.util.List;
import java.util.Locale;

/**
 * <code>%kvp{NONE|SINGLE|DOUBLE}</code>: the key–value pairs, values in the quotes asked for; and
 * <code>%maskedKvp{NONE|SINGLE|DOUBLE, key…}</code>: the same with {@code XXX} for the values of these keys.
 */
final class KeyValuesWord implements ConversionWord {
    private final boolean masks;

    KeyValuesWord(boolean masks) {
        this.masks = masks;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        List<String> options = use.options();
        byte[] quote = options.isEmpty() ? null : KeyValueTexts.quote(options.get(0));
        List<String> keys = List.of();
        if (masks) {
            keys = quote == null ? options : options.subList(1, options.size());
            reportStrange(keys, use, program);
        } else if (quote == null && !options.isEmpty()) {
            program.reportOption(
                    LayoutProblem.BAD_OPTION,
                    use,
                    "[" + options.get(0) + "] is none of NONE, SINGLE and DOUBLE; DOUBLE is used");
        }
        program.append(
                Program.KEY_VALUES,
                new KeyValueTexts(quote == null ? KeyValueTexts.quote("DOUBLE") : quote, keys),
                use.fit());
    }

    private static void reportStrange(List<String> keys, PatternNode use, ProgramBuilder program) {
        if (keys.isEmpty()) {
            program.reportOption(LayoutProblem.BAD_OPTION, use, "no key is named; no value is masked");
        }
        for (String key : keys) {
            if (key.equals(key.toUpperCase(Locale.ROOT)) && KeyValueTexts.quote(key) != null) {
                program.reportOption(
                        LayoutProblem.BAD_OPTION, use, "[" + key + "] does not stand first; it is taken as a key");
            }
        }
    }

    @Override
    public String label(PatternNode use) {
        return masks ? "maskedKvp" : "kvp";
    }
}
