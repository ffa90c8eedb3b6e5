package dev.millrace.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options that every scenario has. */
final class CommonOptions {
    private CommonOptions() {}

    /** A scenario's own options, each name followed by its default, and behind them those that all have. */
    static Map<String, String> with(String... namesAndDefaults) {
        Map<String, String> defaults = new LinkedHashMap<>();
        for (int i = 0; i < namesAndDefaults.length; i += 2) {
            defaults.put(namesAndDefaults[i], namesAndDefaults[i + 1]);
        }
        defaults.put("jdk", "current");
        defaults.put("jvm", "");
        defaults.put("work", "");
        defaults.put("out", "");
        defaults.put("keep", Options.OFF);
        return Collections.unmodifiableMap(defaults);
    }

    /** The JDK of a scenario that measures on one. */
    static Path jdk(Options options) throws IOException {
        return Installation.jdk(options.text("jdk"));
    }

    /** A steady heap, then what the command line adds. */
    static List<String> jvmArguments(Options options) {
        List<String> arguments = new ArrayList<>(Fork.STEADY_HEAP);
        for (String argument : options.text("jvm").split(" ")) {
            if (!argument.isBlank()) {
                arguments.add(argument);
            }
        }
        return arguments;
    }

    /** How many runs a figure is made of, for readers. */
    static String runs(Options options) {
        int runs = options.count("runs");
        return runs == 1 ? "one run" : "medians of " + runs + " interleaved runs";
    }
}
