package dev.millrace.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What the workbench says about its command line, for terminals of 80 columns. */
final class Usage {
    static final int COLUMNS = 80;

    private static final List<String> COMMANDS = List.of(
            "usage: bench --quick | --full [options of suites]",
            "       bench <scenario> [--option value]... | --help",
            "       bench report <json file> [html file]");

    private static final List<String> SUITES = List.of(
            "--quick has a verdict in under three minutes, --full the tables of log calls,",
            "files and consoles in about two and a half hours. Both leave a report in HTML",
            "and its data in JSON. By themselves only: queue, import, search, follow,",
            "cli-start, queue-paced and profile.",
            "",
            "options of suites:",
            "      --runs N            interleaved runs of a figure  (1, with --full " + Suite.FULL_RUNS + ")",
            "      --only scenario,... those of the suite alone  (all)",
            "      --hold auto|never   whether free memory is held  (as each scenario says)",
            "      --out dir           where the report goes  (bench/target/reports)",
            "      --work dir          where runs leave their files  (bench/target/work)");

    private Usage() {}

    static boolean isHelp(String argument) {
        return argument.equals("help") || argument.equals("--help") || argument.equals("-h");
    }

    /** All of it. */
    static void print(List<Scenario> scenarios, PrintStream out) {
        COMMANDS.forEach(out::println);
        out.println();
        suites(out);
        for (Scenario scenario : scenarios) {
            out.println();
            print(scenario, out);
        }
    }

    /** What {@code --quick} and {@code --full} take. */
    static void suites(PrintStream out) {
        SUITES.forEach(out::println);
    }

    /** One scenario with its options. */
    static void print(Scenario scenario, PrintStream out) {
        wrapped("  ", scenario.name() + ": " + scenario.summary(), out);
        scenario.optionDefaults()
                .forEach((option, value) -> wrapped(
                        "      ",
                        "--" + option
                                + (value.equals(Options.OFF) ? "" : "  (" + (value.isEmpty() ? "none" : value) + ")"),
                        out));
    }

    private static void wrapped(String indent, String text, PrintStream out) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : words(text)) {
            if (line.length() + word.stripTrailing().length() > COLUMNS
                    && !line.toString().isBlank()) {
                out.println(line.toString().stripTrailing());
                line = new StringBuilder(indent).append("    ");
            }
            line.append(word);
        }
        out.println(line.toString().stripTrailing());
    }

    /** With what follows them: a line ends behind a space or a comma. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            boolean lastSpace = text.charAt(i) == ' ' && (i + 1 == text.length() || text.charAt(i + 1) != ' ');
            if (lastSpace || text.charAt(i) == ',') {
                words.add(text.substring(begin, i + 1));
                begin = i + 1;
            }
        }
        words.add(text.substring(begin));
        return words;
    }
}
