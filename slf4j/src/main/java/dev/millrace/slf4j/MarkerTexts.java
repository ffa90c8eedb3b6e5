package dev.millrace.slf4j;

import dev.millrace.event.EventDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Marker;

/**
 * Renders markers at the call, references included, and keeps the details of the commonest event that has any: one
 * marker and nothing else. Thread-safe.
 */
final class MarkerTexts {
    /** Programs have a handful of markers; one that makes a new marker for each call must not fill the memory. */
    static final int MAX_KEPT = 256;

    private static final int MAX_KEPT_LENGTH_CHARS = 256;

    private final ConcurrentMap<String, EventDetails> single = new ConcurrentHashMap<>();

    /** The details of an event with this marker only. */
    EventDetails details(Marker marker) {
        String text = ForeignCode.text(marker);
        EventDetails details = single.get(text);
        return details != null ? details : makeDetails(text);
    }

    private EventDetails makeDetails(String text) {
        EventDetails details = new EventDetails(List.of(text), null, null, null, 0L, null);
        // Racy but benign: a few threads at once may exceed the limit by as many entries.
        if (text.length() <= MAX_KEPT_LENGTH_CHARS && single.size() < MAX_KEPT) {
            single.put(text, details);
        }
        return details;
    }

    /** The text of one marker as a list, null without one. */
    static List<String> of(Marker marker) {
        return marker == null ? null : List.of(ForeignCode.text(marker));
    }

    /** The texts of all markers in order, null without any. */
    static List<String> of(List<Marker> markers) {
        if (markers == null || markers.isEmpty()) {
            return null;
        }
        List<String> texts = new ArrayList<>(markers.size());
        for (Marker marker : markers) {
            if (marker != null) {
                texts.add(ForeignCode.text(marker));
            }
        }
        return texts.isEmpty() ? null : texts;
    }
}
