package dev.millrace.core.lane;

import dev.millrace.event.Utf8Buffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Turns a rendered event from UTF-8 into a sink's charset, in place. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class Transcoder {
    private final Charset charset;
    private final boolean asciiIsSame;

    private Transcoder(Charset charset) {
        this.charset = charset;
        this.asciiIsSame = asciiIsSame(charset);
    }

    /** The transcoder of a charset; null when there is nothing to do. */
    public static Transcoder of(Charset charset) {
        return charset.equals(StandardCharsets.UTF_8) ? null : new Transcoder(charset);
    }

    /** Transcodes the bytes from {@code from} on, as one text: a charset with a mark at the start sets it each time. */
    public void apply(Utf8Buffer out, int from) {
        if (asciiIsSame && isAscii(out.bytes(), from, out.length())) {
            return;
        }
        String text = new String(out.bytes(), from, out.length() - from, StandardCharsets.UTF_8);
        byte[] encoded = text.getBytes(charset);
        out.length(from);
        out.put(encoded, 0, encoded.length);
    }

    private static boolean isAscii(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean asciiIsSame(Charset charset) {
        if (charset.equals(StandardCharsets.US_ASCII) || charset.equals(StandardCharsets.ISO_8859_1)) {
            return true;
        }
        StringBuilder ascii = new StringBuilder(128);
        for (char c = 0; c < 128; c++) {
            ascii.append(c);
        }
        String text = ascii.toString();
        return charset.canEncode()
                && java.util.Arrays.equals(text.getBytes(charset), text.getBytes(StandardCharsets.US_ASCII));
    }
}
