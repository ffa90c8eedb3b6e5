package dev.millrace.cli.command;

import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** What is searched for, and the journals that are searched. */
final class SearchParameters implements Arguments {
    private final Given<String> expression =
            Given.parameter(String.class, "EXPRESSION").required().says("A regular expression, as Java writes them.");

    private final PlacesParameter places = new PlacesParameter();

    @Override
    public void addTo(CommandSpec command) {
        expression.addTo(command);
        places.addTo(command);
    }

    String expression() {
        return expression.value();
    }

    List<EventSource> open(EachJournal each) throws IOException {
        return places.open(each);
    }
}
