package dev.millrace.cli;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.syntax.Given;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

final class ManualCommand implements Subcommand {
    private final Console console;

    private final Given<Path> directory =
            Given.option(Path.class, "DIRECTORY", "--directory").says("Writes the pages of all commands there.");

    private final Given<String> command =
            Given.parameter(String.class, "COMMAND").says("The command; none for millrace itself.");

    ManualCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of("manual", this, "Prints the manual page of a command, or that of millrace.")
                .with(directory, command)
                .footer(
                        "Examples:",
                        "  millrace manual grep | man -l -",
                        "  millrace manual --directory ~/.local/share/man/man1")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        CommandLine all = Main.everyCommand(console);
        if (directory.value() != null && command.value() != null) {
            throw CommandFailure.usage(
                    "--directory writes the pages of all commands (leave it out, or " + command.value() + ")");
        }
        if (directory.value() != null) {
            Files.createDirectories(directory.value());
            write(new ManualPage(all));
            for (CommandLine each : all.getSubcommands().values()) {
                write(new ManualPage(each));
            }
        } else {
            console.out().print(new ManualPage(wanted(all)).text());
        }
        return ExitCode.DONE;
    }

    private CommandLine wanted(CommandLine all) {
        CommandLine wanted =
                command.value() == null ? all : all.getSubcommands().get(command.value());
        if (wanted == null) {
            throw CommandFailure.usage("no command: " + command.value() + " (millrace --help tells them)");
        }
        return wanted;
    }

    private void write(ManualPage page) throws IOException {
        Path file = directory.value().resolve(page.name() + ".1");
        try {
            Files.writeString(file, page.text());
        } catch (FileSystemException e) {
            // It names the file.
            throw e;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.OUTPUT_FAILED, "the page cannot be written: " + file + ": " + e.getMessage());
        }
    }
}
