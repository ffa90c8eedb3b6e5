package dev.millrace.cli;

import dev.millrace.cli.command.CatCommand;
import dev.millrace.cli.command.GrepCommand;
import dev.millrace.cli.command.RecoverCommand;
import dev.millrace.cli.command.RenderCommand;
import dev.millrace.cli.command.StatCommand;
import dev.millrace.cli.command.TailCommand;
import dev.millrace.cli.command.VacuumCommand;
import dev.millrace.cli.command.VerifyCommand;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.transfer.ExportCommand;
import dev.millrace.cli.transfer.ImportCommand;
import java.util.List;

/**
 * The commands by name. Only the one that is asked for is loaded: most of a short command's time is loading classes, and
 * a map of constructors would make one more of each.
 */
final class Commands {
    /** In the order in which they are shown. */
    static final List<String> NAMES = List.of(
            "cat",
            "tail",
            "grep",
            "render",
            "stat",
            "verify",
            "recover",
            "vacuum",
            "import",
            "export",
            "completion",
            "manual");

    private Commands() {}

    /** The command of that name; null when there is none. */
    static Subcommand named(String name, Console console) {
        return switch (name) {
            case "cat" -> new CatCommand(console);
            case "tail" -> new TailCommand(console);
            case "grep" -> new GrepCommand(console);
            case "render" -> new RenderCommand(console);
            case "stat" -> new StatCommand(console);
            case "verify" -> new VerifyCommand(console);
            case "recover" -> new RecoverCommand(console);
            case "vacuum" -> new VacuumCommand(console);
            case "import" -> new ImportCommand(console);
            case "export" -> new ExportCommand(console);
            case "completion" -> new CompletionCommand(console);
            case "manual" -> new ManualCommand(console);
            default -> null;
        };
    }
}
