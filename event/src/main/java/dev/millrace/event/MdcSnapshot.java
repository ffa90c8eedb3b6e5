package dev.millrace.event;

import java.util.Map;

/**
 * An MDC as captured bytes: made once after each change, copied into every event until the next.
 *
 * @since 0.1.0
 */
public final class MdcSnapshot {
    private MdcSnapshot() {}

    /** Encodes a map in its iteration order; null for an empty map. Null values are kept as null. */
    public static byte[] encode(Map<String, String> mdc) {
        throw new UnsupportedOperationException();
    }
}
