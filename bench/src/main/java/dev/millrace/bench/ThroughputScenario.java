package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import dev.millrace.bench.driver.MemoryUse;
import dev.millrace.bench.driver.WarmMemory;
import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Saturated throughput: events a second until the last line is in the file, and processor time an event. */
final class ThroughputScenario implements Scenario {
    private static final long LIMIT_SECONDS = 1800;
    private static final double MILLION = 1e6;
    private static final String THREAD_PREFIX = "cpu.thread.";
    private static final double WORTH_SHOWING_NS = 1;
    private static final String HEAP = "heapKeptBytes";
    private static final String OUTSIDE = "outsideBytes";
    static final String GROWTH = "heapGrowth";

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public String summary() {
        return "events a second into the file and CPU an event, by threads and by message length, every line checked";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace,gflog",
                "threads", "4",
                "virtual", Options.OFF,
                "messages", "standard",
                "to-disk", Options.OFF,
                "warmup", "2M",
                "events", "10M",
                "runs", "5",
                "hold", "auto");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.writesLines() || backend == Backend.WRITE || backend == Backend.CHRONICLE;
    }

    @Override
    public long neededBytes(Options options) {
        return NeededSpace.ofOutput(outputBytes(options)) + WarmMemory.LEAD_BYTES;
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        List<Backend> backends = options.backends("backends");
        boolean perfect = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            HeldMemory held = hold(options, out);
            try {
                for (int messageBytes : options.messageLengths("messages")) {
                    for (int threads : options.counts("threads")) {
                        String jdk = options.text("jdk").equals("current") ? "" : options.text("jdk");
                        Case one =
                                new Case(threads, options.isOn("virtual"), messageBytes, options.isOn("to-disk"), jdk);
                        perfect &= measure(backends, one, options, work, out, results);
                    }
                }
            } finally {
                held.close();
            }
        }
        return perfect;
    }

    private static HeldMemory hold(Options options, PrintStream out) throws IOException {
        HeldMemory held = HeldMemory.around(outputBytes(options), options, out);
        if (!options.isOn("to-disk")) {
            DirtyLimit.warn(outputBytes(options), out);
        }
        return held;
    }

    /** Where a run of the slowest backend stays in the page cache: rows of one table have one meaning. */
    private static String notBeyondPageCache(List<Backend> backends, Case one, Options options) throws IOException {
        long fewest = Long.MAX_VALUE;
        for (Backend backend : backends) {
            fewest = Math.min(fewest, options.longCount("events") / backend.divisor());
        }
        return one.toDisk() ? DirtyLimit.within(fewest * one.format().lineBytes(), DirtyLimit.now()) : "";
    }

    /** Of a run with the longest lines. */
    private static long outputBytes(Options options) {
        int lineBytes = 0;
        for (int messageBytes : options.messageLengths("messages")) {
            lineBytes = Math.max(lineBytes, LineFormat.of(messageBytes, 1).lineBytes());
        }
        return (options.longCount("warmup") + options.longCount("events")) * lineBytes;
    }

    private boolean measure(
            List<Backend> backends, Case one, Options options, WorkDirectory work, PrintStream out, Results results)
            throws IOException, InterruptedException {
        SectionBuilder section = begin(one, options, results);
        String cached = notBeyondPageCache(backends, one, options);
        DirtyLimit.tell(cached, out);
        section.note(cached);
        Map<Backend, List<Run>> runs = new EnumMap<>(Backend.class);
        backends.forEach(backend -> runs.put(backend, new ArrayList<>()));
        int rounds = options.count("runs");
        for (int round = 1; round <= rounds; round++) {
            for (Backend backend : Turns.of(round, backends)) {
                Run run = once(backend, one, options, work);
                runs.get(backend).add(run);
                section.run(one.group(), backend, backend.title(), run.figures());
                out.printf(
                        Locale.ROOT,
                        "%s, run %d/%d, %-22s %.2f M/s, %.0f ns of CPU an event, steal %.1f %%; %s%n",
                        one.group(),
                        round,
                        rounds,
                        backend.word(),
                        run.perSecond() / MILLION,
                        run.cpuNs(),
                        run.stealPercent(),
                        run.check() == null ? "no log" : run.check());
                run.output().forEach(line -> out.println("    " + line));
            }
        }
        section.print(one.group(), out);
        for (Backend backend : backends) {
            if (backend.logs()) {
                out.println("CPU ns an event by thread, " + backend.word() + ": " + cpuOfThreads(runs.get(backend)));
            }
        }
        out.println();
        ThroughputTargets.judge(section, one, results);
        // A rival that loses lines has its own column; what must be perfect is Millrace.
        return runs.getOrDefault(Backend.MILLRACE, List.of()).stream().allMatch(Run::isPerfect);
    }

    private SectionBuilder begin(Case one, Options options, Results results) throws IOException {
        SectionBuilder section = results.section(
                        name(),
                        one.section(),
                        one.toDisk()
                                ? "How many events a second reach the disk, the file forced out at the end?"
                                : "How many events a second reach the file when every thread logs as fast as it can, and"
                                        + " what does an event cost in processor time?")
                .column("eventsPerSecond", "events into the file", "M/s", 1e-6, 2)
                .column("bytesPerSecond", "bytes", "MB/s", 1e-6, 0)
                .column("cpuNsPerEvent", "CPU an event", "ns", 1, 0)
                .column("callsPerSecond", "calls", "M/s", 1e-6, 2)
                .column("lostPercent", "lost", "%", 1, 1)
                .column("stealPercent", "steal", "%", 1, 1);
        if (one.isBesideVirtual()) {
            section.column(HEAP, "heap kept", "MB", 1e-6, 1)
                    .column(GROWTH, "by that of the warm-up", "x", 1, 2)
                    .column(OUTSIDE, "outside of the heap", "MB", 1e-6, 0)
                    .note(
                            "Heap kept: in use behind a collection at the end. A virtual thread that has not logged yet takes some"
                                    + " 3 KB of it. Outside of the heap: resident at the end, without mapped files; most of it is the"
                                    + " JVM's, and more by 20 MB when a compiler was at work late.");
        }
        boolean byLength = one.messageBytes() > 0;
        section.plot(
                Plot.Kind.BARS,
                byLength || one.toDisk() ? "bytesPerSecond" : "eventsPerSecond",
                byLength || one.toDisk() ? "Bytes a second into the file" : "Events a second into the file",
                "more");
        section.plot(Plot.Kind.BARS, "cpuNsPerEvent", "Processor time an event", "less");
        if (!byLength && !one.toDisk()) {
            section.plot(Plot.Kind.LINES, "eventsPerSecond", "Events a second by the number of threads", "more");
        }
        section.note("After the same warm-up, rivals that write less than about 2 M events a second have a fifth of the"
                + " events.");
        section.settings(one.group() + ": " + options.text("events") + " events after " + options.text("warmup") + ", "
                + CommonOptions.runs(options));
        section.note("write(2): the same bytes, 64 KiB at a time from one thread, rendered beforehand: the limit.");
        section.note("Log4j 2 writes a RandomAccessFile, with its loggers all asynchronous and the Disruptor 3.4.4"
                + " unless the row says 4. \"No flush\" is immediateFlush=false.");
        section.note(
                "tinylog shows the logger's name as fixed text, because it knows callers and not loggers. java.util.logging has a formatter of the bench's.");
        section.note(
                "Lost: lines of returned calls that are not in the file when it stops growing. A row that loses lines"
                        + " has done less than the others: its rate and its CPU do not compare.");
        return section;
    }

    private static Run once(Backend backend, Case one, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Path directory = work.freshRun(backend);
        Fork fork = new Fork(backend, directory, CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        long warmup = options.longCount("warmup");
        long events = options.longCount("events") / backend.divisor();
        long[] steal;
        Figures figures;
        try (WarmMemory memory = WarmMemory.of(
                directory.resolve("warm-memory"),
                (warmup + events) * one.format().lineBytes())) {
            memory.giveAheadOf(OutputBytes.of(fork));
            steal = Machine.stealTicks();
            figures = fork.run(backend.throughputDriver(), one.parameters(backend, warmup, events), LIMIT_SECONDS);
        }
        double stealPercent = Machine.stealPercent(steal);
        LineCheck check = null;
        if (backend.logs()) {
            long[] expected = new long[one.threads()];
            Arrays.fill(expected, figures.count("linesEach"));
            check = LineCheck.of(fork.logFile(), one.format(), expected);
        }
        Run run = new Run(
                figures.count("events"),
                figures.count("linesEach") * one.threads(),
                one.format().lineBytes(),
                figures.number("callsNs"),
                figures.number("fileNs"),
                figures.number("cpuNs") / figures.count("events"),
                cpuOfThreads(figures),
                one.isBesideVirtual() && backend.logs() ? memory(figures) : Map.of(),
                stealPercent,
                check,
                fork.output());
        work.done(directory);
        return run;
    }

    private static Map<String, Double> memory(Figures figures) {
        double heapBytes = figures.number(MemoryUse.HEAP_AT_END);
        return Map.of(
                HEAP,
                heapBytes,
                GROWTH,
                heapBytes / figures.number(MemoryUse.HEAP_WARM),
                OUTSIDE,
                figures.number(MemoryUse.OUTSIDE_AT_END));
    }

    /** Nanoseconds of CPU an event by thread; the logging threads together, and the JVM's compilers and collectors. */
    private static Map<String, Double> cpuOfThreads(Figures figures) {
        Map<String, Double> spent = new TreeMap<>();
        for (String name : figures.namesWith(THREAD_PREFIX)) {
            String thread = name.substring(THREAD_PREFIX.length());
            String group = thread.startsWith("bench-") ? "callers" : isOfTheJvm(thread) ? "(JVM)" : thread;
            spent.merge(group, figures.number(name) / figures.count("events"), Double::sum);
        }
        return spent;
    }

    private static boolean isOfTheJvm(String thread) {
        return thread.startsWith("C1_")
                || thread.startsWith("C2_")
                || thread.startsWith("G1_")
                || thread.startsWith("GC_")
                || thread.startsWith("VM_");
    }

    private static String cpuOfThreads(List<Run> runs) {
        Map<String, List<Double>> byThread = new TreeMap<>();
        runs.forEach(run -> run.cpuNsOfThreads()
                .forEach((thread, ns) -> byThread.computeIfAbsent(thread, name -> new ArrayList<>())
                        .add(ns)));
        List<String> texts = new ArrayList<>();
        byThread.forEach((thread, values) -> {
            double median = Spread.of(values).median();
            if (median >= WORTH_SHOWING_NS) {
                texts.add(thread + " " + String.format(Locale.ROOT, "%.0f", median));
            }
        });
        return String.join(", ", texts);
    }

    /** Figures of one run; times in nanoseconds. */
    private record Run(
            long events,
            long lines,
            int lineBytes,
            double callsNs,
            double fileNs,
            double cpuNs,
            Map<String, Double> cpuNsOfThreads,
            Map<String, Double> memory,
            double stealPercent,
            LineCheck check,
            List<String> output) {
        double perSecond() {
            return events * (1 - lostShare()) / fileNs * 1e9;
        }

        /** Of all lines, the warm-up's too: nobody can say which of them a backend lost when. */
        double lostShare() {
            return check == null ? 0 : check.missing() / (double) lines;
        }

        boolean isPerfect() {
            return check == null || check.isPerfect();
        }

        Map<String, Double> figures() {
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("eventsPerSecond", perSecond());
            figures.put("bytesPerSecond", perSecond() * lineBytes);
            figures.put("cpuNsPerEvent", cpuNs);
            figures.put("callsPerSecond", events / callsNs * 1e9);
            figures.put("stealPercent", stealPercent);
            if (check != null) {
                figures.put("lostPercent", 100 * lostShare());
            }
            figures.putAll(memory);
            return figures;
        }
    }
}
