package dev.millrace.cli;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.ExitCode;
import dev.millrace.cli.syntax.Subcommand;
import dev.millrace.cli.syntax.Syntax;
import java.io.IOException;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

final class CompletionCommand implements Subcommand {
    private final Console console;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec syntax() {
        return Syntax.of("completion", this, "Prints the completion script for bash and zsh.")
                .footer("Example:", "  source <(millrace completion)")
                .spec();
    }

    @Override
    public Integer call() throws IOException {
        console.out().print(AutoComplete.bash("millrace", Main.everyCommand(console)));
        return ExitCode.DONE;
    }
}
