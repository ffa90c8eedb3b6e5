package dev.millrace.it.proof;

import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.Findings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a child printed as {@code name=value}.
 *
 * @param values the values by name; the backend's counters under {@code counter …}
 */
record Figures(Map<String, String> values) {
    private static final String SINKS = "counter Sinks.";
    private static final String ACCEPTED = ".accepted";

    static Figures of(String output) {
        Map<String, String> values = new LinkedHashMap<>();
        output.lines().filter(line -> line.indexOf('=') > 0).forEach(line -> {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return new Figures(values);
    }

    /** A number, or -1 when it was not printed. */
    long number(String name) {
        String value = values.get(name);
        return value == null ? -1 : Long.parseLong(value);
    }

    /** Invariant I3 for every sink that the child printed counters of. */
    void requireBalance(Findings findings, String title) {
        if (Backend.chosen() != Backend.MILLRACE) {
            return;
        }
        List<String> sinks = values.keySet().stream()
                .filter(name -> name.startsWith(SINKS) && name.endsWith(ACCEPTED))
                .map(name -> name.substring(0, name.length() - ACCEPTED.length()))
                .toList();
        findings.require(!sinks.isEmpty(), "%s: no counters over JMX: %s", title, values);
        for (String sink : sinks) {
            findings.require(
                    number(sink + ACCEPTED)
                            == number(sink + ".delivered")
                                    + number(sink + ".filtered")
                                    + number(sink + ".dropped")
                                    + number(sink + ".pending"),
                    "%s: the counters do not balance: %s",
                    title,
                    values);
        }
    }

    /** Events that no sink of this name will ever get, by its counters. */
    long dropped(String sink) {
        return number(SINKS + sink + ".dropped");
    }
}
