package dev.millrace.bench;

import dev.millrace.bench.report.MachineFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a report says about its run beside the figures, read when the run begins.
 *
 * @param command the words on the command line, as a shell takes them
 * @param machine what it runs on; steal is not known yet
 */
record RunFacts(String command, MachineFacts machine) {
    private static final String PLAIN = "[\\w@%+=:,./-]+";

    /** Reads them, for the work directory and the JDK that the options choose. */
    static RunFacts read(String word, List<String> arguments, Options options) throws IOException {
        Path javaHome = options.has("jdk") ? CommonOptions.jdk(options) : Installation.jdk("current");
        String command = Stream.concat(Stream.of(word), arguments.stream())
                .map(RunFacts::quoted)
                .collect(Collectors.joining(" "));
        Path other = usesBothJdks(word, options) ? Installation.jdk25() : null;
        return new RunFacts(command, Machine.facts(WorkDirectory.parent(options), javaHome, other));
    }

    private static boolean usesBothJdks(String word, Options options) {
        return options.has("jdks") ? options.words("jdks").contains("25") : word.equals("--full");
    }

    private static String quoted(String word) {
        return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
