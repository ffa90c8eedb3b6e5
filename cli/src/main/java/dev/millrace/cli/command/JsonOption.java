package dev.millrace.cli.command;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.JsonText;
import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** The option of commands that say something about each journal. */
final class JsonOption implements Arguments {
    private final Given<Boolean> json = Given.flag("--json").says("One object a journal.");

    @Override
    public void addTo(CommandSpec command) {
        json.addTo(command);
    }

    /** Prints the facts of a journal as an object, if that is wanted; else false. */
    boolean print(Console console, Map<String, Object> facts) throws IOException {
        if (json.value()) {
            console.out().println(JsonText.of(facts));
        }
        return json.value();
    }
}
