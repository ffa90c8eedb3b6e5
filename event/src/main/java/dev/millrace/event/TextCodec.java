package dev.millrace.event;

/** Numbers and texts in the form of {@link EventFormat}, into a growing buffer. */
final class TextCodec {
    private TextCodec() {}

    static void putInt(Utf8Buffer out, int value) {
        EventFormat.INT.set(out.ensure(4), out.length(), value);
        out.length(out.length() + 4);
    }

    static void putText(Utf8Buffer out, String text) {
        if (text == null) {
            putInt(out, EventFormat.NULL_TEXT);
            return;
        }
        int at = out.length();
        putInt(out, 0);
        out.putUtf8(text);
        int encodedBytes = out.length() - at - EventFormat.TEXT_HEAD_BYTES;
        // As many bytes as chars: all ASCII by now, though a lone surrogate may have become '?'.
        boolean ascii = encodedBytes == text.length();
        EventFormat.INT.set(out.bytes(), at, EventFormat.textHead(encodedBytes, ascii));
    }
}
