package dev.millrace.cli;

import dev.millrace.cli.look.ColorChoice;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.look.Failures;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/**
 * The command line.
 *
 * @since 0.1.0
 */
public final class Main implements Runnable {
    private final Console console;

    private Main(Console console) {
        this.console = console;
    }

    private CommandSpec syntax() {
        CommandSpec spec = Syntax.of("millrace", this, "Reads, searches, follows, checks and turns journals.")
                .with(this::addColor)
                .footer("Exit codes: 0 done, 1 nothing found, 2 not understood, 3 cannot be used, "
                        + "4 done but something is damaged, 5 output failed, 70 a mistake of the program.")
                .spec();
        spec.usageMessage().synopsisSubcommandLabel("<command>");
        return spec.version("millrace 0.1.0");
    }

    private void addColor(CommandSpec command) {
        command.addOption(OptionSpec.builder("--color")
                .paramLabel("WHEN")
                .scopeType(ScopeType.INHERIT)
                .type(ColorChoice.class)
                .setter(new ISetter() {
                    @Override
                    public <T> T set(T choice) {
                        if (choice != null) {
                            console.colors((ColorChoice) choice);
                        }
                        return null;
                    }
                })
                .description("auto (on a terminal, unless NO_COLOR is set), always, never.")
                .build());
    }

    @Override
    public void run() {
        everyCommand(console).usage(console.err());
    }

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        int exitCode = run(arguments, Console.ofProcess());
        // Every thread is a daemon. An exit by call looks for somebody to log it first, which costs a hundredth of a
        // second.
        if (exitCode != ExitCode.DONE) {
            System.exit(exitCode);
        }
    }

    /** Runs one command; one of {@link ExitCode}. */
    public static int run(String[] arguments, Console console) {
        try {
            Subcommand wanted = arguments.length == 0 ? null : Commands.named(arguments[0], console);
            if (wanted == null && arguments.length > 0 && !arguments[0].startsWith("-")) {
                console.tell("no command: '" + arguments[0] + "' (millrace --help tells them)");
                return ExitCode.USAGE;
            }
            CommandLine line = wanted == null
                    ? everyCommand(console)
                    : configured(bare(console).addSubcommand(arguments[0], wanted.syntax()), console);
            int exitCode = line.execute(arguments);
            console.out().flush();
            if (exitCode == ExitCode.DONE) {
                console.out().requireWritten();
            }
            return arguments.length == 0 ? ExitCode.USAGE : exitCode;
        } catch (IOException | RuntimeException | Error e) {
            return Failures.handle(e, console);
        }
    }

    static CommandLine everyCommand(Console console) {
        CommandLine line = bare(console);
        for (String name : Commands.NAMES) {
            line.addSubcommand(name, Commands.named(name, console).syntax());
        }
        return configured(line, console);
    }

    private static CommandLine bare(Console console) {
        return new CommandLine(new Main(console).syntax());
    }

    private static CommandLine configured(CommandLine line, Console console) {
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setUsageHelpAutoWidth(console.outIsTerminal())
                .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(console.hasColors() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler((wrong, ignored) -> {
                    String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
                    console.tell(messageOf(wrong) + " (" + command + " --help tells the options)");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((thrown, ignored, result) -> Failures.handle(thrown, console));
    }

    /** Picocli says which of Java's types a number does not have, which helps nobody here. */
    private static String messageOf(CommandLine.ParameterException wrong) {
        return wrong.getMessage().replaceFirst("is not an? (long|int)$", "is not a whole number");
    }
}
