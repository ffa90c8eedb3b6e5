package dev.millrace.bench;

import dev.millrace.bench.report.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * How far a row kept its rate.
 *
 * @param backend whose row it is
 * @param madePercent calls made, of those that were due; not a number where there is no row
 */
record PacedRow(Backend backend, double madePercent) {
    /** The figure in its section. */
    static final String MADE = "madePercent";

    static final int LEAST_PERCENT = 99;

    static PacedRow of(SectionBuilder section, String group, Backend backend) {
        return new PacedRow(backend, section.median(group, backend.title(), MADE));
    }

    /** Whether it did less than others, so that its figures do not compare. */
    boolean isBehind() {
        return madePercent < LEAST_PERCENT;
    }

    /** Adds the verdict where all of these rows kept their rate, and else says which one did not. */
    static void judge(List<PacedRow> rows, Verdict verdict, Results results) {
        for (PacedRow row : rows) {
            if (row.isBehind()) {
                String why = String.format(
                        Locale.ROOT,
                        "%s made %.1f %% of its calls",
                        row.backend().title(),
                        row.madePercent());
                if (row.backend() == Backend.MILLRACE) {
                    results.verdict(verdict.scenario(), verdict.what(), verdict.target(), "not judged: " + why, false);
                } else {
                    results.failure(verdict.what() + ": " + why);
                }
                return;
            }
        }
        results.verdict(verdict);
    }
}
