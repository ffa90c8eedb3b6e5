package dev.millrace.layout;

import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Yes-or-no questions about an event: what Logback calls evaluators. Words that print stack traces or callers take them by
 * name. None throws because of what an event holds, and an instance belongs to one rendering thread at a time.
 *
 * @since 0.1.0
 */
public final class EventTests {
    private EventTests() {}

    /** Matches events of level ERROR. */
    public static Predicate<LogEvent> onError() {
        return event -> event.level() >= Levels.ERROR;
    }

    /** Matches events with one of these markers, itself or as a direct reference of another. */
    public static Predicate<LogEvent> onMarker(List<String> names) {
        return new OnMarker(names);
    }

    /** Matches events whose throwable is of the class of this name (in any case), and not of one derived from it. */
    public static Predicate<LogEvent> onThrowable(String className) {
        return event ->
                event.hasThrown() && className.equalsIgnoreCase(event.thrown().className());
    }

    /** Reads what a marker printed: its name, and behind it {@code [ reference, reference ]} where it has some. */
    private static final class OnMarker implements Predicate<LogEvent> {
        private static final byte[] OPEN = {' ', '[', ' '};
        private static final byte[] SEPARATOR = {',', ' '};
        private static final byte[] CLOSE = {' ', ']'};

        private final byte[][] names;
        private final Utf8Buffer text = new Utf8Buffer(64);

        OnMarker(List<String> names) {
            this.names = new byte[names.size()][];
            for (int i = 0; i < this.names.length; i++) {
                this.names[i] = names.get(i).getBytes(StandardCharsets.UTF_8);
            }
        }

        @Override
        public boolean test(LogEvent event) {
            for (int i = 0; i < event.markerCount(); i++) {
                text.length(0);
                event.marker(i, text);
                for (byte[] name : names) {
                    if (holds(name)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private boolean holds(byte[] name) {
            int end = text.length();
            if (standsAt(0, name) && (name.length == end || standsAt(name.length, OPEN))) {
                return true;
            }
            if (end < CLOSE.length || !standsAt(end - CLOSE.length, CLOSE)) {
                return false;
            }
            for (int at = 1; at + OPEN.length <= end; at++) {
                boolean open = standsAt(at, OPEN);
                if (open || standsAt(at, SEPARATOR)) {
                    int from = at + (open ? OPEN.length : SEPARATOR.length);
                    int to = from + name.length;
                    if (standsAt(from, name) && (standsAt(to, SEPARATOR) || to == end - CLOSE.length)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private boolean standsAt(int from, byte[] part) {
            int to = from + part.length;
            return to <= text.length() && Arrays.equals(text.bytes(), from, to, part, 0, part.length);
        }
    }
}
