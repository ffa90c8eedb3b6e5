package dev.millrace.cli.command;

import dev.millrace.cli.read.EventSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** What is searched for, and the journals that are searched. */
final class SearchParameters {
    @Parameters(index = "0", paramLabel = "EXPRESSION", description = "A regular expression, as Java writes them.")
    private String expression;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "PLACE",
            description = "Journals, or directories of logs that have one; without any, this directory.")
    private List<Path> places = new ArrayList<>();

    String expression() {
        return expression;
    }

    List<EventSource> open() throws IOException {
        return PlacesParameter.open(places);
    }
}
