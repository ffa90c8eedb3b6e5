package dev.millrace.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command, made of what its {@code --help} says; in the language of man(7). */
final class ManualPage {
    private static final List<String[]> EXIT_CODES = List.of(
            new String[] {"0", "Done; also when the reader of the output closed the pipe."},
            new String[] {"1", "Done, and nothing was found."},
            new String[] {"2", "The command line was not understood."},
            new String[] {"3", "What was named cannot be used."},
            new String[] {"4", "Done as far as possible, but something is damaged."},
            new String[] {"5", "The output could not be written."},
            new String[] {"70", "A mistake of the program."});
    private static final List<String[]> ENVIRONMENT = List.of(
            new String[] {"JAVA_HOME", "The JDK that runs it, 17 or newer; else java on the PATH."},
            new String[] {"NO_COLOR", "Not empty: no colours, on a terminal either."},
            new String[] {"MILLRACE_CACHE", "off: makes and uses no archive of classes in the user's cache directory."},
            new String[] {"MILLRACE_DEBUG", "Set: a mistake of the program is shown with its stack."});

    /** The page wraps it itself. */
    private static final int WHOLE_SYNOPSIS = 10_000;

    private final CommandLine command;
    private final CommandSpec spec;
    private final StringBuilder page = new StringBuilder(4096);

    ManualPage(CommandLine command) {
        this.command = command;
        this.spec = command.getCommandSpec();
    }

    /** As {@code millrace-cat}. */
    String name() {
        return spec.qualifiedName("-");
    }

    /** The whole page. */
    String text() {
        page.setLength(0);
        line(".TH " + name().toUpperCase(Locale.ROOT) + " 1 \"\" \"Millrace\" \"Millrace Manual\"");
        line(".nh");
        line(".ad l");
        String purpose = String.join(" ", spec.usageMessage().description());
        section("NAME");
        line(escaped(name()) + " \\- " + escaped(purpose.replaceFirst("\\.$", "")));
        section("SYNOPSIS");
        spec.usageMessage().autoWidth(false).width(WHOLE_SYNOPSIS);
        text(command.getHelp().synopsis(0).replaceAll("\\s+", " ").strip());
        section("DESCRIPTION");
        text(purpose);
        List<String> footer = List.of(spec.usageMessage().footer());
        int examples = Math.max(footer.indexOf("Examples:"), footer.indexOf("Example:"));
        paragraph(footer.subList(0, examples < 0 ? footer.size() : examples));
        commands();
        arguments();
        if (examples >= 0) {
            section("EXAMPLES");
            verbatim(footer.subList(examples + 1, footer.size()));
        }
        pairs("EXIT STATUS", EXIT_CODES);
        pairs("ENVIRONMENT", ENVIRONMENT);
        return page.toString();
    }

    private void commands() {
        if (command.getSubcommands().isEmpty()) {
            return;
        }
        section("COMMANDS");
        for (Map.Entry<String, CommandLine> each : command.getSubcommands().entrySet()) {
            String purpose = String.join(
                    " ", each.getValue().getCommandSpec().usageMessage().description());
            item(each.getKey(), purpose + " See millrace-" + each.getKey() + "(1).");
        }
    }

    private void arguments() {
        section("OPTIONS");
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            item(parameter.paramLabel(), description(parameter));
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
                item(String.join(", ", option.names()) + value, description(option));
            }
        }
    }

    private static String description(ArgSpec argument) {
        return Stream.of(argument.description())
                .map(sentence -> sentence.replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue())))
                .map(sentence -> Ansi.OFF.string(sentence))
                .collect(Collectors.joining(" "));
    }

    private void pairs(String title, List<String[]> pairs) {
        section(title);
        pairs.forEach(pair -> item(pair[0], pair[1]));
    }

    private void section(String title) {
        line(".SH " + title);
    }

    private void item(String tag, String description) {
        line(".TP");
        line("\\fB" + escaped(tag) + "\\fR");
        text(description);
    }

    /** Lines that belong together; an empty one begins the next paragraph. */
    private void paragraph(List<String> lines) {
        for (String each : lines) {
            if (each.isEmpty()) {
                line(".PP");
            } else {
                text(each);
            }
        }
    }

    private void verbatim(List<String> lines) {
        line(".nf");
        lines.forEach(this::text);
        line(".fi");
    }

    private void text(String words) {
        String escaped = escaped(words);
        boolean command = escaped.startsWith(".") || escaped.startsWith("'");
        line(command ? "\\&" + escaped : escaped);
    }

    private void line(String written) {
        page.append(written).append('\n');
    }

    private static String escaped(String words) {
        return words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
    }
}
