package dev.millrace.it.proof;

import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.Findings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a child printed as {@code name=value}.
 *
 * @param values the values by name; the backend's counters under {@code counter …}
 */
record Figures(Map<String, String> values) {
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

    /** Invariant I3 over the counters that the child printed. */
    void requireBalance(Findings findings, String title) {
        if (Backend.chosen() != Backend.MILLRACE) {
            return;
        }
        findings.require(values.containsKey("counter Accepted"), "%s: no counters over JMX", title);
    }
}
