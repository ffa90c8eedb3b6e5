package dev.millrace.cli.print;

import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Prints times such as {@code 2026-11-21T18:17:16.123456Z}; the second is kept from one event to the next. */
final class IsoMicros {
    private static final int SECOND_CHARS = 19;

    private long second = Long.MIN_VALUE;
    private byte[] text = {};

    void print(long epochMicros, Utf8Buffer out) {
        long wanted = Math.floorDiv(epochMicros, 1_000_000L);
        if (wanted != second) {
            second = wanted;
            String iso = Instant.ofEpochSecond(wanted).toString();
            text = iso.substring(0, iso.length() - 1).getBytes(StandardCharsets.US_ASCII);
        }
        out.put(text);
        if (text.length < SECOND_CHARS) {
            out.putAscii(":00");
        }
        int micros = (int) Math.floorMod(epochMicros, 1_000_000L);
        out.put('.');
        for (int unit = 100_000; unit > 0; unit /= 10) {
            out.put('0' + micros / unit % 10);
        }
        out.put('Z');
    }
}
