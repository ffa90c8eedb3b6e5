package dev.millrace.layout.pattern;

import dev.millrace.layout.LayoutProblem;
import java.util.List;
import java.util.Locale;

/** <code>%maskedKvp{NONE|SINGLE|DOUBLE, key…}</code>: as {@code %kvp}, with {@code XXX} for the values of these keys. */
final class MaskedKeyValuesWord implements ConversionWord {
    @Override
    public void compile(PatternNode.Word use, ProgramBuilder program) {
        List<String> options = use.options();
        byte[] quote = options.isEmpty() ? null : KeyValueTexts.quote(options.get(0));
        List<String> keys = quote == null ? options : options.subList(1, options.size());
        if (keys.isEmpty()) {
            program.reportOption(LayoutProblem.BAD_OPTION, use, "no key is named; no value is masked");
        }
        for (String key : keys) {
            if (key.equals(key.toUpperCase(Locale.ROOT)) && KeyValueTexts.quote(key) != null) {
                program.reportOption(
                        LayoutProblem.BAD_OPTION, use, "[" + key + "] does not stand first; it is taken as a key");
            }
        }
        program.append(
                Program.KEY_VALUES,
                new KeyValueTexts(quote == null ? KeyValueTexts.quote("DOUBLE") : quote, keys),
                use.fit());
    }

    @Override
    public String label(PatternNode.Word use) {
        return "maskedKvp";
    }
}
