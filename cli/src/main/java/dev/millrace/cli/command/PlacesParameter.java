package dev.millrace.cli.command;

import dev.millrace.cli.read.EventSource;
import dev.millrace.cli.read.JournalFinder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The journals that a command reads. */
final class PlacesParameter {
    private static final List<Path> HERE = List.of(Path.of("."));

    @Parameters(
            paramLabel = "PLACE",
            arity = "0..*",
            description = "Journals, or directories of logs that have one; without any, this directory.")
    private List<Path> places = new ArrayList<>();

    List<Path> journals() throws IOException {
        return journals(places);
    }

    /** Those that there are: of several places, some may have none. */
    List<Path> anyJournals() throws IOException {
        return JournalFinder.findAny(places.isEmpty() ? HERE : places);
    }

    List<EventSource> open() throws IOException {
        return open(places);
    }

    private static List<Path> journals(List<Path> places) throws IOException {
        return JournalFinder.find(places.isEmpty() ? HERE : places);
    }

    static List<EventSource> open(List<Path> places) throws IOException {
        List<EventSource> sources = new ArrayList<>();
        for (Path journal : journals(places)) {
            sources.add(EventSource.open(journal));
        }
        return sources;
    }
}
