package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The key–value pairs as {@code key="value" key="value"}, some values masked. */
final class KeyValueTexts {
    private static final byte[] MASK = {'X', 'X', 'X'};

    private final byte[] quote;
    private final byte[][] masked;

    KeyValueTexts(byte[] quote, List<String> maskedKeys) {
        this.quote = quote;
        this.masked = new byte[maskedKeys.size()][];
        for (int i = 0; i < masked.length; i++) {
            masked[i] = maskedKeys.get(i).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** What stands on both sides of a value in the style of this name; null when there is no such style. */
    static byte[] quote(String style) {
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
}
