package dev.millrace.stress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The verdict over a run: jcstress calls a run without failures good, even when cases did not run.
 *
 * @param cases how many cases there must be
 * @param complaints everything that was not as it must be; empty when the run is good
 */
record Verdict(int cases, List<String> complaints) {
    /** Judges what ran against what had to run. */
    static Verdict of(int expectedCases, Collection<String> cases, Collection<CaseResult> results) {
        List<String> complaints = new ArrayList<>();
        if (cases.size() != expectedCases) {
            complaints.add(cases.size() + " cases were found, there are " + expectedCases + ": " + cases);
        }
        TreeMap<String, Long> samples = new TreeMap<>();
        cases.forEach(name -> samples.put(name, 0L));
        for (CaseResult result : results) {
            samples.merge(result.name(), result.samples(), Long::sum);
            if (!result.status().equals(CaseResult.NORMAL)) {
                complaints.add(result.name() + " did not run to its end: " + result.status());
            } else if (result.samples() == 0) {
                complaints.add(result.name() + " tried nothing in one configuration");
            }
            result.failures().forEach(failure -> complaints.add(result.name() + ": " + failure));
        }
        samples.forEach((name, count) -> {
            if (count == 0) {
                complaints.add(name + " did not run");
            }
        });
        return new Verdict(expectedCases, List.copyOf(complaints));
    }

    boolean isGood() {
        return complaints.isEmpty();
    }
}
