package dev.millrace.layout.pattern;

import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;

/** The MDC value of one key, or what stands in for it. */
final class MdcValue {
    private final byte[] key;
    private final byte[] otherwise;

    MdcValue(byte[] key, byte[] otherwise) {
        this.key = key;
        this.otherwise = otherwise;
    }

    void append(LogEvent event, Utf8Buffer out) {
        if (!event.mdcValue(key, out)) {
            out.put(otherwise);
        }
    }
}
