package dev.millrace.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** What Millrace must reach when a queue is full, run by run and against the rivals of the same runs. */
final class FullQueueTargets {
    private static final String SCENARIO = "full-queue";
    private static final String CPU = "callersNsPerCall";

    /** All runs of a row. */
    record Runs(Backend backend, String title, List<Map<String, Double>> figures) {
        Runs(Backend backend, String title) {
            this(backend, title, new ArrayList<>());
        }

        boolean isOwn() {
            return backend == Backend.MILLRACE;
        }

        private double sum(String figure) {
            return figures.stream().mapToDouble(run -> run.get(figure)).sum();
        }

        private double median(String figure) {
            return Spread.of(figures.stream().map(run -> run.get(figure)).toList())
                    .median();
        }

        private long matching(Predicate<Map<String, Double>> condition) {
            return figures.stream().filter(condition).count();
        }
    }

    private FullQueueTargets() {}

    /** False when a line of Millrace is lost that its budget should have kept, or is not as it should be. */
    static boolean judge(List<Runs> rows, Results results) {
        boolean perfect = true;
        for (Runs row : rows) {
            if (row.isOwn()) {
                counted(row, results);
                perfect &= none(row, "lines doubled, torn or out of order, " + row.title(), "wrong", results);
            }
        }
        for (Runs row : rows) {
            if (row.title().equals(Backend.MILLRACE.title()) && !row.figures().isEmpty()) {
                perfect &= none(row, "events lost while the budget lasts", "lost", results);
                below(row, rows, "every rival", rival -> true, results);
                below(row, rows, "every rival that loses nothing", rival -> rival.sum("lost") == 0, results);
            }
        }
        return perfect;
    }

    private static void counted(Runs row, Results results) {
        if (row.sum("lost") + row.sum("counted") == 0) {
            return;
        }
        int runs = row.figures().size();
        long equal = row.matching(run -> run.get("lost").equals(run.get("counted")));
        results.verdict(
                SCENARIO,
                "full queue: lost events that were counted, " + row.title(),
                "each, in every run",
                String.format(
                        Locale.ROOT,
                        "%,.0f of %,.0f, equal in %d of %d",
                        row.sum("counted"),
                        row.sum("lost"),
                        equal,
                        runs),
                equal == runs);
    }

    private static boolean none(Runs row, String what, String figure, Results results) {
        double sum = row.sum(figure);
        return results.verdict(
                SCENARIO, "full queue: " + what, "0", String.format(Locale.ROOT, "%,.0f", sum), sum == 0);
    }

    private static void below(Runs own, List<Runs> rows, String rivals, Predicate<Runs> condition, Results results) {
        Runs best = null;
        for (Runs row : rows) {
            if (!row.isOwn()
                    && !row.figures().isEmpty()
                    && condition.test(row)
                    && (best == null || row.median(CPU) < best.median(CPU))) {
                best = row;
            }
        }
        if (best != null) {
            results.verdict(
                    SCENARIO,
                    "full queue: CPU of the callers a call, against " + rivals,
                    String.format(Locale.ROOT, "below %.0f ns (%s)", best.median(CPU), best.title()),
                    String.format(Locale.ROOT, "%.0f ns", own.median(CPU)),
                    own.median(CPU) < best.median(CPU));
        }
    }
}
