package dev.millrace.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command that reads logs, run from its start to its end.
 *
 * @param words the command line
 * @param cache the user's cache directory; null for the usual one
 */
record Tool(List<String> words, Path cache) {
    private static final long LIMIT_SECONDS = 600;

    /**
     * A run.
     *
     * @param seconds from the start of the process to its end
     * @param output what it printed; empty when that was thrown away
     */
    record Run(double seconds, String output) {}

    /** Millrace's command line on that JDK. */
    static Tool millrace(String... arguments) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("sh", Installation.commandLine().toString()));
        words.addAll(List.of(arguments));
        return new Tool(words, null);
    }

    static Tool of(String... words) {
        return new Tool(List.of(words), null);
    }

    /** The same with a cache directory of its own. */
    Tool caching(Path directory) {
        return new Tool(words, directory);
    }

    /** Whether the program is on the path. */
    static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    ProcessBuilder process(Path javaHome) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("JAVA_HOME", javaHome.toString());
        if (cache != null) {
            builder.environment().put("XDG_CACHE_HOME", cache.toString());
        }
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** Runs it and keeps what it prints, which should be little. */
    Run run(Path javaHome) throws IOException, InterruptedException {
        return run(process(javaHome));
    }

    /** Runs it; what it prints goes nowhere, or to a file. */
    Run runInto(Path file, Path javaHome) throws IOException, InterruptedException {
        return run(process(javaHome)
                .redirectOutput(
                        file == null ? ProcessBuilder.Redirect.DISCARD : ProcessBuilder.Redirect.to(file.toFile())));
    }

    private Run run(ProcessBuilder builder) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = LiveForks.start(builder);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(words + " did not end as it should");
        }
        return new Run((System.nanoTime() - start) / 1e9, output.trim());
    }
}
