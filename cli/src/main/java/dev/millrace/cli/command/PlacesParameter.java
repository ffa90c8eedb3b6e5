package dev.millrace.cli.command;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.JournalFinder;
import dev.millrace.cli.syntax.Arguments;
import dev.millrace.cli.syntax.Given;
import java.io.IOException;
import java.nio.file.Files;
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
        return JournalFinder.find(places());
    }

    /**
     * Those that there are, and what was set aside of such: of several places, some may have none, and one that cannot be
     * looked at is told of.
     */
    List<Path> anyJournalsAndSetAside(EachJournal each) throws IOException {
        if (places.value().size() < 2) {
            List<Path> found = JournalFinder.findAnyAndSetAside(places().get(0));
            return found.isEmpty() ? journals() : found;
        }
        TreeSet<Path> found = new TreeSet<>();
        for (Path place : places()) {
            each.run(() -> found.addAll(JournalFinder.findAnyAndSetAside(place)));
        }
        return List.copyOf(found);
    }

    /** Those of the places that have some; of the others is told. */
    List<Path> journals(EachJournal each) throws IOException {
        TreeSet<Path> found = new TreeSet<>();
        for (Path place : places()) {
            each.run(() -> found.addAll(JournalFinder.find(List.of(place))));
        }
        return List.copyOf(found);
    }

    /** What starts have set aside beside those of the places. */
    List<Path> setAside() {
        TreeSet<Path> found = new TreeSet<>();
        for (Path place : placesOrHere()) {
            try {
                found.addAll(JournalFinder.findSetAside(place));
            } catch (CommandFailure | IOException e) {
                // That was told when its journals were looked for.
            }
        }
        return List.copyOf(found);
    }

    /** Those that there are by now; nothing is told of places that have none, or are gone. */
    List<Path> journalsByNow() {
        return JournalFinder.findByNow(placesOrHere());
    }

    /** Opens those that can be read; of the others is told. */
    List<EventSource> open(EachJournal each) throws IOException {
        List<EventSource> sources = new ArrayList<>();
        for (Path journal : journals(each)) {
            each.run(() -> sources.add(EventSource.open(journal)));
        }
        return sources;
    }

    private List<Path> places() {
        for (Path place : places.value()) {
            String text = CommandFailure.requireNamed(place).toString();
            // As head and tail know it. What looks like a number below zero is no option to the parser.
            if (text.matches("-[0-9]+") && !Files.exists(place)) {
                throw CommandFailure.usage(
                        "no option: " + text + " (for the last events: -n " + text.substring(1) + ")");
            }
        }
        return placesOrHere();
    }

    private List<Path> placesOrHere() {
        return places.value().isEmpty() ? HERE : places.value();
    }
}
