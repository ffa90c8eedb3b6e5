package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;

/** The whole MDC as {@code key=value, key=value}. One thread. */
final class MdcEntries implements LogEvent.PairVisitor {
    private static final byte[] SEPARATOR = {',', ' '};
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private Utf8Buffer out;
    private boolean first;

    void append(LogEvent event, Utf8Buffer to) {
        out = to;
        first = true;
        event.forEachMdc(this);
        out = null;
    }

    @Override
    public void pair(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength) {
        if (first) {
            first = false;
        } else {
            out.put(SEPARATOR);
        }
        out.put(bytes, keyOffset, keyLength);
        out.put('=');
        if (valueLength < 0) {
            out.put(NULL);
        } else {
            out.put(bytes, valueOffset, valueLength);
        }
    }
}
