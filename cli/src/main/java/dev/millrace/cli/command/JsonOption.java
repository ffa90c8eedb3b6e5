package dev.millrace.cli.command;

import dev.millrace.cli.look.Console;
import dev.millrace.cli.look.JsonText;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option of commands that say something about each journal. */
final class JsonOption {
    @Option(names = "--json", description = "One object a journal.")
    private boolean json;

    /** Prints the facts of a journal as an object, if that is wanted; else false. */
    boolean print(Console console, Map<String, Object> facts) throws IOException {
        if (json) {
            console.out().println(JsonText.of(facts));
        }
        return json;
    }
}
