package dev.millrace.bench;

import dev.millrace.bench.report.Plot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command line over a retained journal in the page cache, beside text tools over the same events as text. */
final class SearchScenario implements Scenario {
    private static final long LIMIT_SECONDS = 900;
    private static final String NEEDLE = "needle-in-a-haystack";
    private static final String RARE_LOGGER = "com.acme.audit.Ledger";
    private static final String ERRORS = "level filter";
    private static final String START = "start";

    /** A row: what is run over how many bytes and events, and what it must reach behind its start. */
    private record Row(
            String title, Backend backend, Tool tool, long bytes, long events, String figure, double target) {}

    /** What is searched. */
    private record Haystack(String directory, Path text, Path json, long journalBytes, long events, long jsonEvents) {}

    @Override
    public String name() {
        return "search";
    }

    @Override
    public String summary() {
        return "grep, filters, cat and verify over a journal in the page cache, beside rg and jq over the same as text";
    }

    @Override
    public Map<String, String> optionDefaults() {
        return CommonOptions.with(
                "events", "30M",
                "json-events", "500k",
                "runs", "3");
    }

    @Override
    public boolean run(Options options, PrintStream out, Results results) throws IOException, InterruptedException {
        SectionBuilder section = results.section(
                        name(), "Searching", "How fast is a journal searched, and how fast the same events as text?")
                .column("seconds", "whole command", "s", 1, 2)
                .column("bytes", "of its own bytes", "GB/s", 1e-9, 2)
                .column("behind", "behind the start", "GB/s", 1e-9, 2)
                .column("events", "behind the start", "M events/s", 1e-6, 2)
                .plot(Plot.Kind.BARS, "events", "Events a second", "more")
                .settings(options.text("events") + " events, " + CommonOptions.runs(options))
                .note("Journal and text are in the page cache. The start of a JVM is that of millrace --version.")
                .note("jq reads the first events as JSON lines, because it would take minutes for all.");
        Path jdk = CommonOptions.jdk(options);
        boolean met = true;
        try (WorkDirectory work = WorkDirectory.open(options)) {
            out.println(Machine.describe(work.root(), jdk));
            Haystack haystack = write(options, work, jdk);
            out.printf(
                    Locale.ROOT,
                    "%,d events: journal %.2f GB, text %.2f GB%n",
                    haystack.events(),
                    haystack.journalBytes() / 1e9,
                    Files.size(haystack.text()) / 1e9);
            List<Row> rows = rows(haystack);
            for (int round = 1; round <= options.count("runs"); round++) {
                double startSeconds = Tool.millrace("--version").run(jdk).seconds();
                section.run("", Backend.MILLRACE, START, Map.of("seconds", startSeconds));
                for (Row row : rows) {
                    double seconds = row.tool().runInto(null, jdk).seconds();
                    boolean isOurs = row.backend() == Backend.MILLRACE;
                    double behind = Math.max(1e-3, isOurs ? seconds - startSeconds : seconds);
                    section.run(
                            "",
                            row.backend(),
                            row.title(),
                            Map.of(
                                    "seconds", seconds,
                                    "bytes", row.bytes() / seconds,
                                    "behind", row.bytes() / behind,
                                    "events", row.events() / behind));
                    out.printf(
                            Locale.ROOT,
                            "run %d/%d, %-24s %6.2f s, %5.2f GB/s, %5.2f behind the start%n",
                            round,
                            options.count("runs"),
                            row.title(),
                            seconds,
                            row.bytes() / seconds / 1e9,
                            row.bytes() / behind / 1e9);
                }
            }
            section.print("", out);
            for (Row row : rows) {
                met &= row.target() == 0 || judge(row, section, results);
            }
            boolean same = sameCounts(haystack, jdk, out);
            met &= results.verdict(
                    name(), "counts of grep over journal and text", "the same", same ? "the same" : "others", same);
        }
        return met;
    }

    private static Haystack write(Options options, WorkDirectory work, Path jdk)
            throws IOException, InterruptedException {
        long events = options.longCount("events");
        Path directory = work.freshRun(Backend.MILLRACE);
        List<String> arguments = new ArrayList<>(CommonOptions.jvmArguments(options));
        arguments.add("-Dmillrace.journal.retain=64GB");
        arguments.add("-Dmillrace.overflow=block");
        Fork fork = new Fork(Backend.MILLRACE, directory, jdk, arguments);
        Figures ignored = fork.run(
                "search-log",
                Map.of("events", Long.toString(events), "needle", NEEDLE, "rareLogger", RARE_LOGGER),
                LIMIT_SECONDS);
        String place = directory.toString();
        String verified = Tool.millrace("verify", "--json", place).run(jdk).output();
        if (number(verified, "events") != events || number(verified, "damagedBytes") != 0) {
            throw new IOException("the journal does not hold what was logged: " + verified + fork.outputTail());
        }
        long jsonEvents = Math.min(events, options.longCount("json-events"));
        Path json = directory.resolve("events.json");
        Tool.Run written = Tool.millrace("cat", "-o", "json", "-n", Long.toString(jsonEvents), place)
                .runInto(json, jdk);
        Tool.Run text = Tool.of("cat", fork.logFile().toString()).runInto(null, jdk);
        if (written.seconds() < 0 || text.seconds() < 0) {
            throw new IOException("time runs backwards");
        }
        return new Haystack(place, fork.logFile(), json, number(verified, "bytes"), events, jsonEvents);
    }

    private static long number(String json, String name) {
        String key = "\"" + name + "\":";
        int from = json.indexOf(key) + key.length();
        int to = from;
        while (to < json.length() && Character.isDigit(json.charAt(to))) {
            to++;
        }
        return Long.parseLong(json.substring(from, to));
    }

    private static List<Row> rows(Haystack haystack) throws IOException {
        String place = haystack.directory();
        List<Row> rows = new ArrayList<>();
        rows.add(ours("grep, a rare word", haystack, "behind", 1e9, "grep", "-c", NEEDLE, place));
        rows.add(ours(ERRORS, haystack, "behind", 3e9, "cat", "-p", "error", place));
        rows.add(ours("logger filter", haystack, "behind", 3e9, "cat", "--logger", RARE_LOGGER, place));
        rows.add(ours("cat", haystack, "events", 3e6, "cat", "--pattern", "%d %msg", place));
        rows.add(ours("verify", haystack, "behind", 2e9, "verify", place));
        String text = haystack.text().toString();
        if (Tool.isInstalled("rg")) {
            rows.add(rival("rg, a rare word", haystack, Tool.of("rg", "-c", NEEDLE, text)));
            rows.add(rival("rg, errors", haystack, Tool.of("rg", "-c", "\\] ERROR ", text)));
        }
        if (Tool.isInstalled("jq")) {
            Tool jq = Tool.of(
                    "jq", "-c", "select(.level == \"ERROR\")", haystack.json().toString());
            rows.add(new Row(
                    "jq, errors", Backend.NONE, jq, Files.size(haystack.json()), haystack.jsonEvents(), "behind", 0));
        }
        return rows;
    }

    private static Row ours(String title, Haystack haystack, String figure, double target, String... arguments)
            throws IOException {
        return new Row(
                title,
                Backend.MILLRACE,
                Tool.millrace(arguments),
                haystack.journalBytes(),
                haystack.events(),
                figure,
                target);
    }

    private static Row rival(String title, Haystack haystack, Tool tool) throws IOException {
        return new Row(title, Backend.NONE, tool, Files.size(haystack.text()), haystack.events(), "behind", 0);
    }

    /** The journal and the text must answer the same. */
    private static boolean sameCounts(Haystack haystack, Path jdk, PrintStream out)
            throws IOException, InterruptedException {
        String place = haystack.directory();
        String text = haystack.text().toString();
        boolean same = true;
        for (String word : List.of(NEEDLE, "refused after 7 ms")) {
            String ours = Tool.millrace("grep", "-c", word, place).run(jdk).output();
            String theirs = Tool.of("grep", "-c", word, text).run(jdk).output();
            out.println("'" + word + "': " + ours + " events, " + theirs + " lines");
            same &= ours.equals(theirs);
        }
        return same;
    }

    private boolean judge(Row row, SectionBuilder section, Results results) {
        double measured = section.median("", row.title(), row.figure());
        boolean isRate = row.figure().equals("events");
        String unit = isRate ? "%.1f M events/s" : "%.1f GB/s";
        double scale = isRate ? 1e-6 : 1e-9;
        return results.verdict(
                name(),
                row.title() + ", behind the start",
                String.format(Locale.ROOT, "≥ " + unit, row.target() * scale),
                String.format(Locale.ROOT, unit, measured * scale),
                measured >= row.target());
    }
}
