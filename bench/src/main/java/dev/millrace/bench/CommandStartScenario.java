package dev.millrace.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Short commands of the command line from the start of their process to its end, with the archive of classes. */
final class CommandStartScenario implements Scenario {
    private static final double TARGET_SECONDS = 0.25;
    private static final String EVENTS = "1000";
    private static final long LIMIT_SECONDS = 300;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    @Override
    public String name() {
        return "cli-start";
    }

    @Override
    public String summary() {
        return "short commands from start to end, with the archive of classes (<= 0.25 s)";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "jdks", "current,25",
                "runs", "20");
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(),
                        "The start of a command",
                        "How long does a short command take from its start to its end?")
                .column("seconds", "whole command", "ms", 1e3, 0)
                .settings(CommonOptions.runs(options))
                .note("Each JDK has made its archive of classes before; over a journal of " + EVENTS
                        + " events: this is the start, not the reading.");
        List<Tool> tools = new ArrayList<>();
        boolean met = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), CommonOptions.jdk(options)));
            String logs = journal(options, work);
            tools.add(Tool.millrace("--version"));
            tools.add(Tool.millrace("stat", logs));
            tools.add(Tool.millrace("cat", "-n", "10", logs));
            for (String word : options.words("jdks")) {
                Path jdk = Installation.jdk(word);
                Path cache = work.root().resolve("cache-" + word);
                awaitArchive(tools.get(0).caching(cache), jdk, cache);
                for (int round = 0; round <= options.count("runs"); round++) {
                    for (Tool tool : tools) {
                        double seconds = tool.caching(cache).run(jdk).seconds();
                        // The first round reads everything from disk and counts for nobody.
                        if (round > 0) {
                            section.run("", Backend.MILLRACE, title(word, tool, logs), Map.of("seconds", seconds));
                        }
                    }
                }
            }
            section.print("", out);
            for (String word : options.words("jdks")) {
                for (Tool tool : tools) {
                    met &= judge(title(word, tool, logs), section, results);
                }
            }
        }
        return met;
    }

    private static String title(String jdk, Tool tool, String logs) {
        List<String> arguments = tool.words().subList(2, tool.words().size());
        return "JDK " + jdk + ", millrace " + String.join(" ", arguments).replace(logs, "logs");
    }

    private static String journal(Options options, WorkDirectory work) throws IOException, InterruptedException {
        Path directory = work.freshRun(Backend.MILLRACE);
        List<String> arguments = new ArrayList<>(CommonOptions.jvmArguments(options));
        arguments.add("-Dmillrace.journal.retain=1GB");
        Fork fork = new Fork(Backend.MILLRACE, directory, CommonOptions.jdk(options), arguments);
        Figures ignored = fork.run(
                "search-log", Map.of("events", EVENTS, "needle", "needle", "rareLogger", "rare"), LIMIT_SECONDS);
        return directory.toString();
    }

    /** The first start makes the archive in the background. */
    private static void awaitArchive(Tool tool, Path jdk, Path cache) throws IOException, InterruptedException {
        double ignored = tool.run(jdk).seconds();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!hasArchive(cache)) {
            if (System.nanoTime() > deadline) {
                throw new IOException("no archive of classes was made in " + cache);
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    private static boolean hasArchive(Path cache) throws IOException {
        Path directory = cache.resolve("millrace");
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.toString().endsWith(".classes"));
        }
    }

    private boolean judge(String title, SectionBuilder section, Results results) {
        double measured = section.median("", title, "seconds");
        return results.verdict(
                name(),
                title,
                String.format(Locale.ROOT, "≤ %.0f ms", 1e3 * TARGET_SECONDS),
                String.format(Locale.ROOT, "%.0f ms", 1e3 * measured),
                measured <= TARGET_SECONDS);
    }
}
