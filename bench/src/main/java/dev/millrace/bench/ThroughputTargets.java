package dev.millrace.bench;

import java.util.Locale;
import java.util.Set;

/** What Millrace's throughput must reach, against the rivals of the same case. */
final class ThroughputTargets {
    private static final String RATE = "eventsPerSecond";
    private static final String CPU = "cpuNsPerEvent";
    private static final String SCENARIO = "throughput";
    private static final int HEADLINE_THREADS = 4;
    private static final Set<Integer> FEWER_OR_MORE_THREADS = Set.of(1, 16, 64);
    private static final int LONG_MESSAGE_BYTES = 1_000;
    private static final int MANY_VIRTUAL_THREADS = 10_000;
    // A thread that keeps a quarter of a kilobyte more is seen: 10,000 of them keep 45 MB.
    private static final double FLAT = 1.05;

    private ThroughputTargets() {}

    static void judge(SectionBuilder section, Case one, Results results) {
        if (!section.has(one.group(), Backend.MILLRACE.title())) {
            return;
        }
        if (one.toDisk()) {
            atLeast(section, one, Backend.WRITE, "bytesPerSecond", 0.9, results);
        } else if (one.isBesideVirtual()) {
            if (one.threads() == MANY_VIRTUAL_THREADS) {
                ofManyVirtual(section, one, results);
            }
        } else if (one.messageBytes() >= LONG_MESSAGE_BYTES) {
            atLeast(section, one, Backend.WRITE, "bytesPerSecond", 0.6, results);
        } else if (one.messageBytes() > 0) {
            return;
        } else if (one.threads() == HEADLINE_THREADS) {
            atLeast(section, one, Backend.GFLOG, RATE, 1.5, results);
            atMost(section, one, Backend.GFLOG, CPU, 0.7, results);
            atLeast(section, one, Backend.LOG4J2_NOFLUSH, RATE, 4, results);
            atLeast(section, one, Backend.LOGBACK, RATE, 10, results);
        } else if (FEWER_OR_MORE_THREADS.contains(one.threads())) {
            atLeast(section, one, Backend.GFLOG, RATE, 1.3, results);
        }
    }

    private static void ofManyVirtual(SectionBuilder section, Case one, Results results) {
        String fewer = "16 threads";
        double ratio = section.median(one.group(), Backend.MILLRACE.title(), RATE)
                / section.median(fewer, Backend.MILLRACE.title(), RATE);
        if (!Double.isNaN(ratio)) {
            results.verdict(
                    SCENARIO,
                    one.group() + ": rate against " + fewer,
                    "0.80 x or more",
                    Ratios.measured(ratio, 0.8, ratio >= 0.8),
                    ratio >= 0.8);
        }
        double growth = section.median(one.group(), Backend.MILLRACE.title(), ThroughputScenario.GROWTH);
        if (!Double.isNaN(growth)) {
            results.verdict(
                    SCENARIO,
                    one.group() + ": heap kept at the end against that behind the warm-up",
                    text(FLAT) + " or less",
                    Ratios.measured(growth, FLAT, growth <= FLAT),
                    growth <= FLAT);
        }
    }

    private static void atLeast(
            SectionBuilder section, Case one, Backend rival, String figure, double target, Results results) {
        double ratio = ratio(section, one, rival, figure);
        if (!Double.isNaN(ratio)) {
            results.verdict(
                    SCENARIO,
                    what(one, rival, figure),
                    text(target) + " or more",
                    Ratios.measured(ratio, target, ratio >= target),
                    ratio >= target);
        }
    }

    private static void atMost(
            SectionBuilder section, Case one, Backend rival, String figure, double target, Results results) {
        double ratio = ratio(section, one, rival, figure);
        if (!Double.isNaN(ratio)) {
            results.verdict(
                    SCENARIO,
                    what(one, rival, figure),
                    text(target) + " or less",
                    Ratios.measured(ratio, target, ratio <= target),
                    ratio <= target);
        }
    }

    private static double ratio(SectionBuilder section, Case one, Backend rival, String figure) {
        return section.median(one.group(), Backend.MILLRACE.title(), figure)
                / section.median(one.group(), rival.title(), figure);
    }

    private static String what(Case one, Backend rival, String figure) {
        return one.group() + ": " + (figure.equals(CPU) ? "CPU an event" : "rate") + " against " + rival.title();
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.2f x", ratio);
    }
}
