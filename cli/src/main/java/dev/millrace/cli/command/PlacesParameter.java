package dev.millrace.cli.command;

import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.JournalFinder;
import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** The journals that a command reads. */
final class PlacesParameter implements Arguments {
    private static final List<Path> HERE = List.of(Path.of("."));

    private final Given<List<Path>> places = Given.parameters(Path.class, "PLACE")
            .says("Journals, or directories of logs that have one; without any, this directory.");

    @Override
    public void addTo(CommandSpec command) {
        places.addTo(command);
    }

    List<Path> journals() throws IOException {
        return journals(places.value());
    }

    /** Those that there are: of several places, some may have none, and one that cannot be looked at is told of. */
    List<Path> anyJournals(EachJournal each) throws IOException {
        if (places.value().size() < 2) {
            return journals();
        }
        TreeSet<Path> found = new TreeSet<>();
        for (Path place : places.value()) {
            each.run(() -> found.addAll(JournalFinder.findAny(place)));
        }
        return List.copyOf(found);
    }

    List<EventSource> open() throws IOException {
        return open(places.value());
    }

    private static List<Path> journals(List<Path> places) throws IOException {
        return JournalFinder.find(places.isEmpty() ? HERE : places);
    }

    private static List<EventSource> open(List<Path> places) throws IOException {
        List<EventSource> sources = new ArrayList<>();
        for (Path journal : journals(places)) {
            sources.add(EventSource.open(journal));
        }
        return sources;
    }
}
