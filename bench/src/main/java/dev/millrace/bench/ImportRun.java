package dev.millrace.bench;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JVM with 128 MB of heap that reads lines, from files or from what this process writes into its standard input.
 *
 * @param javaHome which JDK
 * @param oneProcessor whether the whole JVM runs on one processor
 * @param directory where its output and the log of its collector go
 */
record ImportRun(Path javaHome, boolean oneProcessor, Path directory) {
    static final String TASKSET = "taskset";

    private static final long LIMIT_SECONDS = 1800;
    private static final Pattern COLLECTION = Pattern.compile("Pause .* \\d+M->(\\d+)M\\(\\d+M\\)");

    /** Writes what a JVM reads. */
    interface Input {
        void writeTo(OutputStream out) throws IOException;
    }

    private List<String> java(List<Path> classPath, String mainClass, List<String> arguments) {
        List<String> words = new ArrayList<>();
        if (oneProcessor) {
            words.addAll(List.of(TASKSET, "-c", "0"));
        }
        words.add(javaHome.resolve("bin/java").toString());
        words.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-Xlog:disable", "-Xlog:gc:file=" + collections()));
        words.add("-cp");
        words.add(String.join(
                File.pathSeparator, classPath.stream().map(Path::toString).toList()));
        words.add(mainClass);
        words.addAll(arguments);
        return words;
    }

    private Path collections() {
        return directory.resolve("gc.log");
    }

    /** The command line of Millrace. */
    List<String> millrace(List<String> arguments) throws IOException {
        return java(List.of(Path.of(Installation.commandLineLibrary() + "/*")), "dev.millrace.cli.Main", arguments);
    }

    /** A class of the workbench. */
    List<String> bench(String mainClass, List<String> arguments) {
        return java(List.of(Installation.classes()), mainClass, arguments);
    }

    /**
     * Runs it from its start to its end, which must be in order.
     *
     * @param input what it reads; null for nothing
     * @return {@code seconds}, {@code collections}, {@code heapBytes} (the most that a collection left) and the numbers
     *     of the JSON object that it printed, by their names
     */
    Map<String, Double> run(List<String> words, Input input) throws IOException, InterruptedException {
        Path printed = directory.resolve("printed");
        long start = System.nanoTime();
        Process process = LiveForks.start(new ProcessBuilder(words)
                .redirectOutput(printed.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        try (OutputStream in = process.getOutputStream()) {
            if (input != null) {
                input.writeTo(in);
            }
        }
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(words + " did not end as it should");
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("seconds", (System.nanoTime() - start) / 1e9);
        readCollections(figures);
        Matcher numbers = Pattern.compile("\"(\\w+)\":(\\d+)").matcher(Files.readString(printed));
        while (numbers.find()) {
            figures.put(numbers.group(1), Double.valueOf(numbers.group(2)));
        }
        return figures;
    }

    private void readCollections(Map<String, Double> figures) throws IOException {
        double count = 0;
        double most = 0;
        for (String line : Files.readAllLines(collections(), StandardCharsets.UTF_8)) {
            Matcher collection = COLLECTION.matcher(line);
            if (collection.find()) {
                count++;
                most = Math.max(most, Double.parseDouble(collection.group(1)) * (1 << 20));
            }
        }
        figures.put("collections", count);
        figures.put("heapBytes", most);
    }

    /** How many bytes a queue has by now. */
    static LongSupplier bytesOf(Path queue) {
        return () -> {
            long bytes = 0;
            if (Files.isDirectory(queue.resolve("0"))) {
                try (DirectoryStream<Path> segments = Files.newDirectoryStream(queue.resolve("0"), "*.seg")) {
                    for (Path segment : segments) {
                        bytes += segment.toFile().length();
                    }
                } catch (IOException e) {
                    return bytes;
                }
            }
            return bytes;
        };
    }
}
