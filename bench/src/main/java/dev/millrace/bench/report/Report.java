package dev.millrace.bench.report;

import java.util.List;

/**
 * Everything that one run of the workbench found out; the whole content of its JSON file.
 *
 * @param schema version of this structure, {@link #SCHEMA}
 * @param created when the run began, ISO 8601 with zone
 * @param command the words on the command line
 * @param seconds how long the run took
 * @param machine what it ran on
 * @param sections one for each scenario
 * @param verdicts one for each figure that has a target
 * @param failures what could not be measured, and why
 * @since 0.1.0
 */
public record Report(
        int schema,
        String created,
        String command,
        long seconds,
        MachineFacts machine,
        List<Section> sections,
        List<Verdict> verdicts,
        List<String> failures) {
    /** The version that this code writes and reads. */
    public static final int SCHEMA = 1;
}
