package dev.millrace.cli;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints the completion script for bash and zsh.",
        footer = {"", "Example:", "  source <(millrace completion)"})
final class CompletionCommand implements Callable<Integer> {
    private final Console console;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        console.out().print(AutoComplete.bash("millrace", Main.everyCommand(console)));
        return ExitCode.DONE;
    }
}
