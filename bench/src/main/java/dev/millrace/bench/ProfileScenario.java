package dev.millrace.bench;

import dev.millrace.bench.driver.LineFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Where a backend's processor time and allocations go under saturated load, from a flight recording. */
final class ProfileScenario implements Scenario {
    private static final long LIMIT_SECONDS = 900;

    @Override
    public String name() {
        return "profile";
    }

    @Override
    public String summary() {
        return "hottest lines (--by method: methods) and allocation sites under the load of 'throughput', sampled by JFR";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "backends", "millrace",
                "threads", "4",
                "warmup", "2M",
                "events", "10M",
                "top", "25",
                "by", "line");
    }

    @Override
    public boolean canMeasure(Backend backend) {
        return backend.writesLines();
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            for (Backend backend : options.backends("backends")) {
                Path directory = work.freshRun(backend);
                Path recording = directory.resolve("recording.jfr");
                List<String> jvmArguments = new ArrayList<>(CommonOptions.jvmArguments(options));
                jvmArguments.add("-XX:+UnlockDiagnosticVMOptions");
                jvmArguments.add("-XX:+DebugNonSafepoints");
                jvmArguments.add(
                        "-XX:StartFlightRecording=filename=" + recording + ",settings=profile,dumponexit=true");
                jvmArguments.add("-Xlog:jfr*=off");
                Fork fork = new Fork(backend, directory, CommonOptions.jdk(options), jvmArguments);
                Figures figures = fork.run(
                        "throughput",
                        new Case(options.count("threads"), false, LineFormat.STANDARD_MESSAGE, false, "")
                                .parameters(backend, options.longCount("warmup"), options.longCount("events")),
                        LIMIT_SECONDS);
                out.printf(
                        Locale.ROOT,
                        "%s: %.2f M/s, %.0f ns of CPU an event while recorded%n",
                        backend.word(),
                        figures.count("events") / figures.number("fileNs") * 1e3,
                        figures.number("cpuNs") / figures.count("events"));
                print(recording, options.text("by").equals("line"), options.count("top"), out);
                work.done(directory);
            }
        }
        return true;
    }

    private static void print(Path recording, boolean byLine, int top, PrintStream out) throws IOException {
        Tally threads = new Tally();
        Map<String, Tally> lines = new LinkedHashMap<>();
        lines.put("callers", new Tally());
        lines.put("background", new Tally());
        Tally inNative = new Tally();
        Tally allocations = new Tally();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                switch (event.getEventType().getName()) {
                    case "jdk.ExecutionSample" -> {
                        String thread = threadName(event.getThread("sampledThread"));
                        threads.add(group(thread), 1);
                        lines.get(isCaller(thread) ? "callers" : "background")
                                .add(topPlace(event.getStackTrace(), byLine), 1);
                    }
                    case "jdk.NativeMethodSample" -> {
                        String line = topPlace(event.getStackTrace(), byLine);
                        if (!isParked(line)) {
                            inNative.add(group(threadName(event.getThread("sampledThread"))) + ": " + line, 1);
                        }
                    }
                    case "jdk.ObjectAllocationSample" ->
                        allocations.add(
                                event.getClass("objectClass").getName() + " at "
                                        + topPlace(event.getStackTrace(), byLine),
                                event.getLong("weight"));
                    default -> {
                        // Everything else of the profile's settings.
                    }
                }
            }
        }
        threads.print("samples in Java by thread", top, out);
        lines.forEach((who, tally) -> tally.print("hottest lines in Java, " + who, top, out));
        inNative.print("samples in native code, working or waiting", top, out);
        allocations.print("allocation, by bytes", top, out);
    }

    private static boolean isCaller(String thread) {
        return thread.startsWith("bench-");
    }

    private static String group(String thread) {
        return isCaller(thread) ? "bench-*" : thread;
    }

    /** The native sampler also meets threads that wait; they cost nothing. */
    private static boolean isParked(String line) {
        return line.startsWith("jdk.internal.misc.Unsafe.park")
                || line.contains("EPoll.wait")
                || line.startsWith("java.lang.Object.wait");
    }

    private static String threadName(RecordedThread thread) {
        return thread == null || thread.getJavaName() == null ? "(JVM)" : thread.getJavaName();
    }

    private static String topPlace(RecordedStackTrace stack, boolean byLine) {
        if (stack == null || stack.getFrames().isEmpty()) {
            return "(no stack)";
        }
        List<RecordedFrame> frames = stack.getFrames();
        String first = place(frames.get(0), byLine);
        for (int i = 0; i < frames.size(); i++) {
            // A frame of the JDK says little without the frame of others that called it.
            if (!isOfTheJdk(frames.get(i))) {
                return i == 0 ? first : first + "  <- " + place(frames.get(i), byLine);
            }
        }
        return first;
    }

    private static boolean isOfTheJdk(RecordedFrame frame) {
        String name = frame.getMethod().getType().getName();
        return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
    }

    private static String place(RecordedFrame frame, boolean withLine) {
        String method =
                frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
        return withLine ? method + ":" + frame.getLineNumber() : method;
    }

    /** Weights by key. */
    private static final class Tally {
        private final Map<String, Long> weights = new HashMap<>();
        private long sum;

        void add(String key, long weight) {
            weights.merge(key, weight, Long::sum);
            sum += weight;
        }

        void print(String title, int top, PrintStream out) {
            out.println();
            out.println(title + " (" + sum + ")");
            weights.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(top)
                    .forEach(entry -> out.printf(
                            Locale.ROOT, "  %5.1f %%  %s%n", 100.0 * entry.getValue() / sum, entry.getKey()));
        }
    }
}
