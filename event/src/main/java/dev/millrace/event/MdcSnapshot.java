package dev.millrace.event;

import java.util.Arrays;
import java.util.Map;

/**
 * An MDC as captured bytes: made once after each change, copied into every event until the next. A snapshot is
 * immutable by agreement: whoever holds one never writes into it.
 *
 * @since 0.1.0
 */
public final class MdcSnapshot {
    private MdcSnapshot() {}

    /** Encodes a map in its iteration order; null for an empty map (or none). Null values are kept as null. */
    public static byte[] encode(Map<String, String> mdc) {
        if (mdc == null || mdc.isEmpty()) {
            return null;
        }
        Utf8Buffer out = new Utf8Buffer(64 + 48 * mdc.size());
        TextCodec.putInt(out, 0);
        int count = 0;
        for (Map.Entry<String, String> entry : mdc.entrySet()) {
            TextCodec.putText(out, String.valueOf(entry.getKey()));
            TextCodec.putText(out, entry.getValue());
            count++;
        }
        EventFormat.INT.set(out.bytes(), 0, count);
        return Arrays.copyOf(out.bytes(), out.length());
    }
}
