package dev.millrace.core.plan;

import java.net.URL;
import java.util.List;

/**
 * A plan with what it was read from, so that it can be read again.
 *
 * @param plan the plan
 * @param reader its reader; null when there is nothing to read again
 * @param loader what the reader was given
 * @param place where the configuration is
 * @param scanPeriodMillis how often to look whether a file has changed; 0: never
 * @param files the files to look at; empty where nobody looks
 * @param errors the errors that the configuration has; null: nothing of it is used, and whatever it says when it can be
 *     read is better
 * @since 0.1.0
 */
public record PlanReading(
        Plan plan,
        PlanReader reader,
        ClassLoader loader,
        URL place,
        long scanPeriodMillis,
        List<WatchedFile> files,
        List<String> errors) {
    /** Copies the list of files. */
    public PlanReading {
        files = List.copyOf(files);
    }

    /** A plan that was read from nowhere. */
    public static PlanReading once(Plan plan) {
        return new PlanReading(plan, null, null, null, 0, List.of(), List.of());
    }

    /** The same reading with its files as they are now. */
    public PlanReading seenNow() {
        return watching(files.stream().map(file -> WatchedFile.of(file.path())).toList());
    }

    /** The same reading with other files to look at. */
    public PlanReading watching(List<WatchedFile> others) {
        return new PlanReading(plan, reader, loader, place, scanPeriodMillis, others, errors);
    }
}
