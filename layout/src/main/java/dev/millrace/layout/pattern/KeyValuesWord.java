package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.layout.LayoutProblem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * <code>%kvp{NONE|SINGLE|DOUBLE}</code>: the key–value pairs as {@code key="value" key="value"}, in the quotes asked for;
 * and <code>%maskedKvp{NONE|SINGLE|DOUBLE, key…}</code>: the same with {@code XXX} for the values of these keys.
 */
final class KeyValuesWord implements ConversionWord {
    private static final byte[] MASK = {'X', 'X', 'X'};

    private final boolean masks;
    // Of the one use that the word was made for.
    private byte[] quote;
    private byte[][] masked;

    /** {@code masks}: it is {@code %maskedKvp}. */
    KeyValuesWord(boolean masks) {
        this.masks = masks;
    }

    @Override
    public void compile(PatternNode use, ProgramBuilder program) {
        List<String> options = use.options();
        quote = options.isEmpty() ? null : quote(options.get(0));
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
        quote = quote == null ? quote("DOUBLE") : quote;
        masked = new byte[keys.size()][];
        for (int i = 0; i < masked.length; i++) {
            masked[i] = keys.get(i).getBytes(StandardCharsets.UTF_8);
        }
        program.append(Program.KEY_VALUES, this, use.fit());
    }

    private static void reportStrange(List<String> keys, PatternNode use, ProgramBuilder program) {
        if (keys.isEmpty()) {
            program.reportOption(LayoutProblem.BAD_OPTION, use, "no key is named; no value is masked");
        }
        for (String key : keys) {
            if (key.equals(key.toUpperCase(Locale.ROOT)) && quote(key) != null) {
                program.reportOption(
                        LayoutProblem.BAD_OPTION, use, "[" + key + "] does not stand first; it is taken as a key");
            }
        }
    }

    /** What stands on both sides of a value in the style of this name; null when there is no such style. */
    private static byte[] quote(String style) {
        return switch (style.toUpperCase(Locale.ROOT)) {
            case "NONE" -> new byte[0];
            case "SINGLE" -> new byte[] {'\''};
            case "DOUBLE" -> new byte[] {'"'};
            default -> null;
        };
    }

    void append(LogEvent event, Utf8Buffer out) {
        for (int i = 0; i < event.keyValueCount(); i++) {
            if (i > 0) {
                out.put(' ');
            }
            int keyFrom = out.length();
            event.key(i, out);
            boolean hidden = masked.length > 0 && isMasked(out.bytes(), keyFrom, out.length());
            out.put('=');
            out.put(quote);
            if (hidden) {
                out.put(MASK);
            } else {
                event.value(i, out);
            }
            out.put(quote);
        }
    }

    private boolean isMasked(byte[] bytes, int from, int to) {
        for (byte[] key : masked) {
            if (Arrays.equals(bytes, from, to, key, 0, key.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String label(PatternNode use) {
        return masks ? "maskedKvp" : "kvp";
    }
}
