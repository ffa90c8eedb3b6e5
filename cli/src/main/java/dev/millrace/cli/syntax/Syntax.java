package dev.millrace.cli.syntax;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Puts together what a command takes.
 *
 * @since 0.1.0
 */
public final class Syntax {
    private final CommandSpec spec;

    private Syntax(CommandSpec spec) {
        this.spec = spec;
    }

    /** {@code command} is run, or called for an exit code. */
    public static Syntax of(String name, Object command, String description) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name);
        spec.usageMessage().description(description);
        return new Syntax(spec);
    }

    /** Adds arguments; parameters in the order in which they are written. */
    public Syntax with(Arguments... arguments) {
        for (Arguments some : arguments) {
            some.addTo(spec);
        }
        return this;
    }

    /** What the help ends with, behind an empty line; usually examples. */
    public Syntax footer(String... lines) {
        String[] footer = new String[lines.length + 1];
        footer[0] = "";
        System.arraycopy(lines, 0, footer, 1, lines.length);
        spec.usageMessage().footer(footer);
        return this;
    }

    /** The whole, as picocli takes it, with the options for help at its end. */
    public CommandSpec spec() {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
        return spec;
    }
}
