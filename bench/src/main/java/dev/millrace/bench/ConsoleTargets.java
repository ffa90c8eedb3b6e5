package dev.millrace.bench;

import java.util.Locale;

/** What Millrace's console must reach, against the others at the same end. */
final class ConsoleTargets {
    private static final double OVER_PRINTLN = 10;
    private static final double OVER_LOGBACK = 5;

    private ConsoleTargets() {}

    static void judge(SectionBuilder section, ConsoleEnd end, Results results) {
        if (end == ConsoleEnd.TERMINAL) {
            atLeast(section, end, ConsoleBackend.PRINTLN, 1, results);
        } else {
            atLeast(section, end, ConsoleBackend.PRINTLN, OVER_PRINTLN, results);
            atLeast(section, end, ConsoleBackend.LOGBACK, OVER_LOGBACK, results);
        }
    }

    private static void atLeast(
            SectionBuilder section, ConsoleEnd end, ConsoleBackend rival, double target, Results results) {
        double ratio = section.median(end.title(), ConsoleBackend.MILLRACE.title(), ConsoleScenario.RATE)
                / section.median(end.title(), rival.title(), ConsoleScenario.RATE);
        if (!Double.isNaN(ratio)) {
            results.verdict(
                    "console",
                    "console " + end.title() + ": rate against " + rival.title(),
                    text(target) + " or more",
                    Ratios.measured(ratio, target, ratio >= target),
                    ratio >= target);
        }
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.2f x", ratio);
    }
}
