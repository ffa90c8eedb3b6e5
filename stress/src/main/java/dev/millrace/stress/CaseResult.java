package dev.millrace.stress;

import java.util.List;

/**
 * What became of one case in one configuration of the JVM.
 *
 * @param name the case
 * @param status how its JVM ended, as jcstress calls it
 * @param samples how many states were tried
 * @param failures what was forbidden or went wrong, in words
 */
record CaseResult(String name, String status, long samples, List<String> failures) {
    /** Status of a run that came to its end. */
    static final String NORMAL = "NORMAL";
}
