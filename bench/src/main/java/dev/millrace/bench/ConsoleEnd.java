package dev.millrace.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What standard output leads to. */
enum ConsoleEnd {
    /** A file, as behind {@code >}. */
    FILE("into a file"),
    /** A pipe that another process reads as fast as it can. */
    PIPE("into a pipe"),
    /** A pseudo-terminal, kept by {@code script}. */
    TERMINAL("on a terminal"),
    /** A pipe that nobody reads. */
    STALLED_PIPE("into a pipe that nobody reads");

    private final String title;

    ConsoleEnd(String title) {
        this.title = title;
    }

    /** Its word on the command line. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its name for readers. */
    String title() {
        return title;
    }

    /** By how much fewer lines a backend gets here, so that a slow one does not take minutes. */
    int divisor(ConsoleBackend backend) {
        boolean isFast = backend == ConsoleBackend.MILLRACE || backend == ConsoleBackend.WRITE;
        return this == TERMINAL ? 4 : isFast ? 1 : 10;
    }

    /** By how much shorter the warm-up is here; the same for all, so that nobody is measured half-compiled. */
    int warmupDivisor() {
        return this == TERMINAL ? 4 : 1;
    }

    /** The ends of an option's words. */
    static List<ConsoleEnd> named(List<String> words) {
        return words.stream()
                .map(word -> Arrays.stream(values())
                        .filter(end -> end.word().equals(word))
                        .findFirst()
                        .orElseThrow(() -> new UsageException("unknown end '" + word + "'; there are "
                                + String.join(
                                        ", ",
                                        Arrays.stream(values())
                                                .map(ConsoleEnd::word)
                                                .toList()))))
                .toList();
    }
}
