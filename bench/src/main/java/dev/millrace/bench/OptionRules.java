package dev.millrace.bench;

import dev.millrace.bench.driver.CallKind;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the value of each option can be: looked at before anything is held, started or written. */
final class OptionRules {
    /** As many as a line tells apart. */
    private static final int MOST_THREADS = 100_000;

    private static final String SIZE = "[1-9][0-9]*(KB|MB|GB)";

    /** Reads a value as its scenario will, and throws a {@link UsageException} where it is none. */
    private interface Rule {
        void check(Options options, String name) throws IOException;
    }

    /** By the option's name; where it means something else in one scenario, with {@code scenario.} before it. */
    private static final Map<String, Rule> RULES = new HashMap<>();

    static {
        Rule number = Options::count;
        Rule words = Options::words;
        for (String name : List.of(
                "calls",
                "clients",
                "events",
                "idle-events",
                "idle-seconds",
                "json-events",
                "keys",
                "lines",
                "records",
                "runs",
                "seconds",
                "tailed-rate",
                "top",
                "warmup",
                "warmup-calls",
                "warmup-seconds",
                "rate")) {
            RULES.put(name, number);
        }
        for (String name : List.of("cores", "fields", "formats", "inputs", "rows", "variants")) {
            RULES.put(name, words);
        }
        for (String name : List.of("jvm", "out", "work")) {
            RULES.put(name, (options, any) -> {});
        }
        RULES.put("threads", (options, name) -> options.countUpTo(name, MOST_THREADS));
        RULES.put("throughput.threads", (options, name) -> options.countsUpTo(name, MOST_THREADS));
        RULES.put("latency.rate", Options::longCounts);
        RULES.put("rolling.rate", (options, name) -> options.countOr(name, "full"));
        RULES.put("messages", Options::messageLengths);
        RULES.put("trace", Options::linesOfTrace);
        RULES.put("console.backends", (options, name) -> ConsoleBackend.named(options.words(name)));
        RULES.put("loss.ends", (options, name) -> options.eachOf(name, LossScenario.ENDS));
        RULES.put("console.ends", (options, name) -> ConsoleEnd.named(options.words(name)));
        RULES.put("kinds", (options, name) -> options.eachOf(name, CallKind.words()));
        RULES.put("queue-paced.rows", (options, name) -> options.eachOf(name, List.of("calls", "tailers")));
        RULES.put("by", (options, name) -> options.oneOf(name, "line", "method"));
        RULES.put("hold", (options, name) -> options.oneOf(name, "auto", "never"));
        RULES.put("size", OptionRules::size);
        RULES.put("retain", OptionRules::size);
        RULES.put("loss.seconds", (options, name) -> options.countUpTo(name, LossScenario.MOST_SECONDS));
        RULES.put("jdk", (options, name) -> Installation.jdk(options.text(name)));
        RULES.put("jdks", OptionRules::jdks);
    }

    private OptionRules() {}

    /** The options of a scenario, each of them with a value that it can have. */
    static Options parse(Scenario scenario, List<String> arguments) throws IOException {
        Map<String, String> defaults = scenario.optionDefaults();
        Options options = Options.parse(arguments, defaults);
        for (String name : defaults.keySet()) {
            if (!defaults.get(name).equals(Options.OFF)) {
                rule(scenario, name).check(options, name);
            }
        }
        switch (scenario.name()) {
            case "throughput", "sifting" -> eventForEachThread(options, slowest(options));
            case "profile" -> eventForEachThread(options, 1);
            default -> {
                // The others do not share out a number of events.
            }
        }
        return options;
    }

    private static Rule rule(Scenario scenario, String name) {
        Rule rule = RULES.getOrDefault(scenario.name() + "." + name, RULES.get(name));
        if (rule == null && name.equals("backends")) {
            return (options, any) -> options.words(any).forEach(word -> Backend.named(word, scenario::canMeasure));
        }
        if (rule == null) {
            throw new IllegalStateException("no rule for the option '" + name + "' of " + scenario.name());
        }
        return rule;
    }

    private static void size(Options options, String name) {
        if (!options.text(name).matches(SIZE)) {
            throw new UsageException("option '--" + name + "' needs a size such as 100KB, 20MB or 1GB, not '"
                    + options.text(name) + "'");
        }
    }

    /** Where there is no JDK 25, scenarios that have it in a list say so and do without, unless it is all there is. */
    private static void jdks(Options options, String name) throws IOException {
        List<String> words = options.words(name);
        for (String word : words) {
            if (!word.equals("25") || words.size() == 1) {
                Installation.jdk(word);
            }
        }
    }

    private static int slowest(Options options) {
        return options.backends("backends").stream()
                .mapToInt(Backend::divisor)
                .max()
                .orElseThrow();
    }

    private static void eventForEachThread(Options options, int divisor) {
        for (int threads : options.counts("threads")) {
            long least = (long) threads * divisor;
            if (options.longCount("events") < least) {
                throw new UsageException("option '--events' needs " + least + " or more, an event for each of "
                        + threads
                        + " threads" + (divisor > 1 ? " of slow backends, too, which have a fifth" : "") + ", not '"
                        + options.text("events") + "'");
            }
        }
    }
}
