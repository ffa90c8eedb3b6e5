package dev.millrace.layout.pattern;

import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What stands around a text that is cached: the literals on both sides and the width modifier are applied once, when
 * the text enters its cache.
 */
final class Surround {
    private final byte[] prefix;
    private final Fit fit;
    private final byte[] suffix;

    /** Creates it; {@code fit} is null where no width is asked for. */
    Surround(byte[] prefix, Fit fit, byte[] suffix) {
        this.prefix = prefix;
        this.fit = fit;
        this.suffix = suffix;
    }

    byte[] prefix() {
        return prefix;
    }

    byte[] suffix() {
        return suffix;
    }

    /** A text with everything around it. Null prints as in Logback: "null", or nothing where a width is asked for. */
    byte[] around(String text) {
        String shown = text != null ? text : fit == null ? "null" : "";
        byte[] bytes = shown.getBytes(StandardCharsets.UTF_8);
        return around(bytes, 0, bytes.length);
    }

    /** A text with everything around it. */
    byte[] around(byte[] text, int offset, int count) {
        Utf8Buffer whole = new Utf8Buffer(prefix.length + count + suffix.length);
        int start = begin(whole);
        whole.put(text, offset, count);
        end(whole, start);
        return Arrays.copyOf(whole.bytes(), whole.length());
    }

    /** Appends what stands before a text that the caller appends next; the answer goes to {@link #end}. */
    int begin(Utf8Buffer out) {
        out.put(prefix);
        return out.length();
    }

    /** Makes the text since {@link #begin} fit and appends what stands behind it. */
    void end(Utf8Buffer out, int start) {
        if (fit != null) {
            fit.apply(out, start);
        }
        out.put(suffix);
    }
}
