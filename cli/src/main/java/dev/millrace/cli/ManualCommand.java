package dev.millrace.cli;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "manual",
        mixinStandardHelpOptions = true,
        description = "Prints the manual page of a command, or that of millrace.",
        footer = {
            "",
            "Examples:",
            "  millrace manual grep | man -l -",
            "  millrace manual --directory ~/.local/share/man/man1"
        })
final class ManualCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--directory", paramLabel = "DIRECTORY", description = "Writes the pages of all commands there.")
    private Path directory;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command; none for millrace itself.")
    private String command;

    ManualCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        CommandLine all = Main.everyCommand(console);
        if (directory != null && command != null) {
            throw CommandFailure.usage(
                    "--directory writes the pages of all commands (leave it out, or " + command + ")");
        }
        if (directory != null) {
            Files.createDirectories(directory);
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
        CommandLine wanted = command == null ? all : all.getSubcommands().get(command);
        if (wanted == null) {
            throw CommandFailure.usage("no command: " + command + " (millrace --help tells them)");
        }
        return wanted;
    }

    private void write(ManualPage page) throws IOException {
        Path file = directory.resolve(page.name() + ".1");
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
