package dev.millrace.cli.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Summaries of what has a name, found by the name's id in the journal's dictionary: so each name is decoded once. Names
 * that are not in it, and names that are in it twice, are found by their text. Of the former there may be as many as
 * events, such as messages that are put together by hand, or placeholders for ids that somebody made up: once those
 * without an id, or those with one, take too much memory, new ones of them are summed up as {@link #OTHERS}. Not
 * thread-safe.
 */
final class NamedSummaries {
    static final String OTHERS = "[others]";

    /** Chars of all names without an id, and of all with one, with what a summary takes besides. */
    static final int MOST_CHARS = 16 << 20;

    static final int CHARS_BESIDES = 64;

    private static final int NO_ID = 0;

    private final Map<Integer, NumberSummary> byId = new HashMap<>();
    private final Map<String, NumberSummary> byName = new HashMap<>();
    private final Room withoutId = new Room();
    private final Room withId = new Room();

    private static final class Room {
        private long chars;

        /** Whether a name fits in, which takes its place then. */
        boolean takes(String name) {
            int needed = name.length() + CHARS_BESIDES;
            boolean fits = chars + needed <= MOST_CHARS;
            chars += fits ? needed : 0;
            return fits;
        }
    }

    /** The summary of that id; null when its name must be looked at. */
    NumberSummary find(int id) {
        return id == NO_ID ? null : byId.get(id);
    }

    /** The summary of that name, which is begun when there is none; it is found by its id from here on. */
    NumberSummary named(int id, String name, boolean hasNumbers) {
        NumberSummary summary = byName.get(name);
        if (summary == null && !(id == NO_ID ? withoutId : withId).takes(name)) {
            return byName.computeIfAbsent(OTHERS, others -> new NumberSummary(others, DurationArgument.NONE));
        }
        if (summary == null) {
            summary = new NumberSummary(name, hasNumbers ? DurationArgument.of(name) : DurationArgument.NONE);
            byName.put(name, summary);
        }
        if (id != NO_ID) {
            byId.put(id, summary);
        }
        return summary;
    }

    /** The first ones of an order. */
    List<NumberSummary> first(int most, TemplateOrder order) {
        List<NumberSummary> all = new ArrayList<>(byName.values());
        all.sort(order::compare);
        return all.subList(0, Math.min(Math.max(0, most), all.size()));
    }
}
