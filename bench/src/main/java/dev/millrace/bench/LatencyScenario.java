package dev.millrace.bench;

import dev.millrace.bench.driver.CallKind;
import dev.millrace.bench.driver.LineFormat;
import dev.millrace.bench.report.Plot;
import dev.millrace.bench.report.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How long callers are held at a fixed rate. */
final class LatencyScenario implements Scenario {
    private static final Map<String, Double> PERCENTILES =
            new TreeMap<>(Map.of("p50", 50.0, "p90", 90.0, "p99", 99.0, "p999", 99.9, "p9999", 99.99));
    private static final long GRACE_SECONDS = 180;

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String summary() {
        return "duration of a call at a fixed rate, and response time from the intended start; kinds of call: "
                + String.join(", ", CallKind.words());
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace,gflog,logback-async",
                "kinds", CallKind.PLAIN.word(),
                "threads", "4",
                "rate", "200k",
                "warmup-calls", "500k",
                "warmup-seconds", "10",
                "seconds", "30",
                "runs", "3");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.logs();
    }

    @Override
    public long neededBytes(Options options) {
        long mostRate = Collections.max(options.longCounts("rate"));
        long events = mostRate * (options.longCount("warmup-seconds") + options.longCount("seconds"));
        events += options.longCount("warmup-calls");
        return NeededSpace.ofOutput(events * LineFormat.standard(1).lineBytes());
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        boolean perfect = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (String word : options.words("kinds")) {
                CallKind kind = kind(word);
                for (long rate : options.longCounts("rate")) {
                    perfect &= measure(kind, rate, options, work, out, results);
                }
            }
        }
        return perfect;
    }

    private static CallKind kind(String word) {
        CallKind kind = CallKind.named(word);
        if (kind == null) {
            throw new UsageException(
                    "unknown kind of call '" + word + "'; there are " + String.join(", ", CallKind.words()));
        }
        return kind;
    }

    private boolean measure(
            CallKind kind, long rate, Options options, WorkDirectory work, PrintStream out, Results results)
            throws IOException, InterruptedException {
        SectionBuilder section = begin(kind, options, results);
        String group = group(kind, rate);
        boolean perfect = true;
        int rounds = options.count("runs");
        for (int round = 1; round <= rounds; round++) {
            for (Backend backend : Turns.of(round, options.backends("backends"))) {
                LineLayout layout = layout(kind);
                if (!backend.supports(layout)) {
                    section.note(backend.title() + " cannot show " + kind.title() + " in a line.");
                    continue;
                }
                Path directory = work.freshRun(backend);
                Fork fork = new Fork(
                        backend, layout, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
                Figures figures = fork.run("latency", parameters(kind, rate, options), limitSeconds(options));
                EventCount count = count(fork, kind, figures, options.count("threads"));
                LineCheck check = count.check();
                perfect &= backend != Backend.MILLRACE || check.isPerfect();
                section.run(group, backend, backend.title(), figures(figures, check));
                if (kind == CallKind.EXCEPTION && backend != Backend.NONE) {
                    section.run(
                            group,
                            backend,
                            backend.title(),
                            Map.of("linesPerEvent", count.lines() / (double) Math.max(1, check.lines())));
                }
                section.curve(group, backend, backend.title(), "call", curve(figures, "call"));
                section.curve(group, backend, backend.title(), "response", curve(figures, "response"));
                out.printf(
                        Locale.ROOT,
                        "%s, run %d/%d, %-22s %s; %.1f %% of the calls made; %s%n",
                        group,
                        round,
                        rounds,
                        backend.word(),
                        percentiles(figures),
                        madePercent(figures),
                        check.faults());
                fork.output().forEach(line -> out.println("    " + line));
                work.done(directory);
            }
        }
        section.print(group, out);
        for (Backend backend : options.backends("backends")) {
            if (PacedRow.of(section, group, backend).isBehind()) {
                section.note(
                        group + ", " + backend.title() + ": less than " + PacedRow.LEAST_PERCENT
                                + " % of the calls that were due were made. This row does not compare, and nothing is judged by it.");
            }
        }
        judge(section, kind, rate, results);
        return perfect;
    }

    private static LineLayout layout(CallKind kind) {
        return switch (kind) {
            case MDC -> LineLayout.MDC;
            case CALLER -> LineLayout.CALLER;
            case PLAIN, EXCEPTION -> LineLayout.PLAIN;
        };
    }

    private SectionBuilder begin(CallKind kind, Options options, Results results) {
        SectionBuilder section = results.section(
                        name(), title(kind), "How long is a thread held by a log call at a fixed rate?")
                .column("p50", "p50", "us", 1e-3, 3)
                .column("p90", "p90", "us", 1e-3, 3)
                .column("p99", "p99", "us", 1e-3, 3)
                .column("p999", "p99.9", "us", 1e-3, 2)
                .column("p9999", "p99.99", "us", 1e-3, 1)
                .column("max", "max", "us", 1e-3, 0)
                .column("responseP50", "response p50", "us", 1e-3, 1)
                .column("responseP99", "response p99", "us", 1e-3, 0)
                .column(PacedRow.MADE, "calls made, % of due", "", 1, 1)
                .column("samples", "calls timed", "k", 1e-3, 0)
                .column("emptyP50", "empty call", "us", 1e-3, 3)
                .column("missing", "events missing", "", 1, 0)
                .column("wrong", "doubled, torn, out of order", "", 1, 0)
                .plot(Plot.Kind.CURVE, "call", "Duration of a call by percentile", "less")
                .plot(Plot.Kind.CURVE, "response", "Response time from the intended start, by percentile", "less");
        if (kind == CallKind.EXCEPTION) {
            section.column("linesPerEvent", "lines an event", "", 1, 1);
        }
        section.settings(options.text("threads") + " threads together, " + options.text("rate") + " calls a second, "
                + options.text("seconds") + " s after " + options.text("warmup-seconds")
                + " s, and so many without a pause"
                + " before these that they come to " + options.text("warmup-calls") + ", "
                + CommonOptions.runs(options));
        section.note("Duration: from before the call to after it. \"Empty call\": the two readings of the clock alone,"
                + " which are in every figure.");
        section.note("Response: from the moment at which the call was due. Calls are due in bursts of a millisecond, so"
                + " that pacing costs no processor; the wake-up of the thread is in it for everybody. Calls that were due and never made count"
                + " with the time from when they were due to the end.");
        section.note("No percentile is told above which there are fewer than ten calls.");
        return section;
    }

    private static String title(CallKind kind) {
        return "What a call costs its thread" + (kind == CallKind.PLAIN ? "" : ": " + kind.title());
    }

    private static String group(CallKind kind, long rate) {
        return RateText.of(rate) + (kind == CallKind.PLAIN ? "" : ", " + kind.title());
    }

    private static Map<String, String> parameters(CallKind kind, long rate, Options options) {
        return Map.of(
                "kind", kind.word(),
                "threads", Integer.toString(options.count("threads")),
                "rate", Long.toString(rate),
                "unpacedCalls",
                        Long.toString(Math.max(
                                0, options.longCount("warmup-calls") - rate * options.longCount("warmup-seconds"))),
                "warmupSeconds", Long.toString(options.longCount("warmup-seconds")),
                "seconds", Long.toString(options.longCount("seconds")));
    }

    private static long limitSeconds(Options options) {
        return options.longCount("warmup-seconds") + options.longCount("seconds") + GRACE_SECONDS;
    }

    private static EventCount count(Fork fork, CallKind kind, Figures figures, int threads) throws IOException {
        if (fork.backend() == Backend.NONE) {
            return new EventCount(new LineCheck(0, 0, 0, 0, 0), 0);
        }
        LineFormat format = LineFormat.standard(threads);
        long[] lines = figures.linesOfThreads(format, threads);
        if (kind != CallKind.PLAIN) {
            return EventCount.in(fork.logFile(), format, lines);
        }
        LineCheck check = LineCheck.of(fork.logFile(), format, lines);
        return new EventCount(check, check.lines());
    }

    private static Map<String, Double> figures(Figures figures, LineCheck check) {
        Map<String, Double> row = new LinkedHashMap<>();
        double samples = figures.number("call.count");
        PERCENTILES.forEach((name, percentile) -> {
            if (Percentiles.isTold(percentile, samples)) {
                row.put(name, figures.number("call." + name));
            }
        });
        row.put("max", figures.number("call.max"));
        row.put("responseP50", figures.number("response.p50"));
        row.put("responseP99", figures.number("response.p99"));
        row.put(PacedRow.MADE, madePercent(figures));
        row.put("samples", samples);
        row.put("emptyP50", figures.number("empty.p50"));
        row.put("missing", (double) check.missing());
        row.put("wrong", (double) check.wrong());
        return row;
    }

    private static double madePercent(Figures figures) {
        return 100 * figures.number("call.count") / figures.number("call.due");
    }

    private static String curve(Figures figures, String name) {
        return Percentiles.told(figures.text(name + ".curve"), figures.number(name + ".count"));
    }

    private static String percentiles(Figures figures) {
        StringBuilder text = new StringBuilder();
        for (String name : PERCENTILES.keySet()) {
            text.append(name)
                    .append(' ')
                    .append(micros(figures.number("call." + name)))
                    .append(", ");
        }
        return text + "max " + micros(figures.number("call.max")) + " us";
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, nanos < 10_000 ? "%.3f" : "%.0f", nanos / 1e3);
    }

    private void judge(SectionBuilder section, CallKind kind, long rate, Results results) {
        String group = group(kind, rate);
        if (kind == CallKind.PLAIN && rate == 200_000) {
            atMost(section, group, Backend.GFLOG, "p50", 0.6, results);
            atMost(section, group, Backend.GFLOG, "p99", 0.25, results);
            atMost(section, group, Backend.GFLOG, "p999", 1, results);
        } else if (kind == CallKind.EXCEPTION) {
            atMost(section, group, Backend.LOGBACK_ASYNC, "p50", 1.0 / 3, results);
        } else if (kind == CallKind.CALLER) {
            results.existing(name(), title(CallKind.PLAIN))
                    .ifPresent(plain -> overPlainCalls(section, group, plain, group(CallKind.PLAIN, rate), results));
        }
    }

    private void overPlainCalls(
            SectionBuilder section, String group, SectionBuilder plainCalls, String plainGroup, Results results) {
        String ours = Backend.MILLRACE.title();
        double extra = section.median(group, ours, "p50") - plainCalls.median(plainGroup, ours, "p50");
        if (!Double.isNaN(extra)) {
            PacedRow.judge(
                    List.of(
                            PacedRow.of(section, group, Backend.MILLRACE),
                            PacedRow.of(plainCalls, plainGroup, Backend.MILLRACE)),
                    new Verdict(
                            name(),
                            group + ": more than a plain call, p50",
                            "2.00 us or less",
                            String.format(Locale.ROOT, "%.2f us", extra / 1e3),
                            extra <= 2_000),
                    results);
        }
    }

    private void atMost(
            SectionBuilder section, String group, Backend rival, String figure, double target, Results results) {
        double ratio =
                section.median(group, Backend.MILLRACE.title(), figure) / section.median(group, rival.title(), figure);
        if (!Double.isNaN(ratio)) {
            PacedRow.judge(
                    List.of(PacedRow.of(section, group, Backend.MILLRACE), PacedRow.of(section, group, rival)),
                    new Verdict(
                            name(),
                            group + ": " + figure.replace("p999", "p99.9") + " of a call against " + rival.title(),
                            String.format(Locale.ROOT, "%.2f x or less", target),
                            Ratios.measured(ratio, target, ratio <= target),
                            ratio <= target),
                    results);
        }
    }
}
