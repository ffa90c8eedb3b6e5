package dev.millrace.cli.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Summaries of what has a name, found by the name's id in the journal's dictionary: so each name is decoded once. Names
 * that are not in it, and names that are in it twice, are found by their text. Not thread-safe.
 */
final class NamedSummaries {
    private static final int NO_ID = 0;

    private final Map<Integer, NumberSummary> byId = new HashMap<>();
    private final Map<String, NumberSummary> byName = new HashMap<>();

    /** The summary of that id; null when its name must be looked at. */
    NumberSummary find(int id) {
        return id == NO_ID ? null : byId.get(id);
    }

    /** The summary of that name, which is begun when there is none; it is found by its id from here on. */
    NumberSummary named(int id, String name, boolean hasNumbers) {
        NumberSummary summary = byName.get(name);
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
