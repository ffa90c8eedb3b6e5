package dev.millrace.bench;

import dev.millrace.bench.driver.DriverMain;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A JVM whose backend writes to standard output. Whatever that leads to, its bytes end up in one file, which the driver
 * watches. It is killed with the workbench.
 *
 * @param backend what writes
 * @param end where to
 * @param directory fresh directory for everything that belongs to the run
 * @param javaHome which JDK
 * @param jvmArguments further arguments of the JVM
 */
record ConsoleFork(ConsoleBackend backend, ConsoleEnd end, Path directory, Path javaHome, List<String> jvmArguments) {
    private static final String SCRIPT = "/usr/bin/script";
    private static final String ERRORS = "fork.err";

    /** Whether pseudo-terminals can be had here. */
    static boolean hasTerminals() {
        return Files.isExecutable(Path.of(SCRIPT));
    }

    /** Where the lines end up. */
    Path lines() {
        return directory.resolve("bench.log");
    }

    /** Runs a driver to its end. */
    Figures run(String driver, Map<String, String> parameters, long limitSeconds)
            throws IOException, InterruptedException {
        List<Process> processes = end == ConsoleEnd.PIPE
                ? LiveForks.startPipeline(List.of(builder(driver, parameters), reader()))
                : List.of(start(driver, parameters));
        Process process = processes.get(0);
        try {
            for (Process each : processes) {
                if (!each.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                    throw new IOException(
                            "the fork of " + backend.word() + " did not end within " + limitSeconds + " s" + errors());
                }
            }
            if (process.exitValue() != 0 || !Files.exists(figures())) {
                throw new IOException(
                        "the fork of " + backend.word() + " ended with code " + process.exitValue() + errors());
            }
            return Figures.read(figures());
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    /** Reads the pipe as fast as it can, into the file; costs the machine less than a reader in Java. */
    private ProcessBuilder reader() {
        return new ProcessBuilder("cat")
                .redirectOutput(lines().toFile())
                .redirectError(directory.resolve("reader.err").toFile());
    }

    /** Starts a driver; what it writes into a pipe is the caller's to read. */
    Process start(String driver, Map<String, String> parameters) throws IOException {
        return LiveForks.start(builder(driver, parameters));
    }

    private ProcessBuilder builder(String driver, Map<String, String> parameters) throws IOException {
        Path input = ForkParameters.write(directory, parameters, lines());
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin/java").toString());
        command.addAll(jvmArguments);
        command.addAll(backend.configure(directory));
        List<Path> classPath = new ArrayList<>(Installation.driverClassPath());
        classPath.addAll(backend.backend().jars());
        command.add("-cp");
        command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.addAll(List.of(
                DriverMain.class.getName(), driver, input.toString(), figures().toString()));
        File errors = directory.resolve(ERRORS).toFile();
        ProcessBuilder builder = new ProcessBuilder(end == ConsoleEnd.TERMINAL ? onTerminal(command) : command)
                .directory(directory.toFile())
                .redirectError(errors);
        if (end == ConsoleEnd.FILE || end == ConsoleEnd.TERMINAL) {
            builder.redirectOutput(lines().toFile());
        }
        return builder;
    }

    /** Without output processing, so that a line on the terminal has the bytes that were written. */
    private List<String> onTerminal(List<String> command) throws IOException {
        if (!hasTerminals()) {
            throw new IOException("no " + SCRIPT + " (util-linux), which makes the terminal");
        }
        String line = command.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "stty -opost && exec ", " 2> " + ERRORS));
        return List.of(SCRIPT, "-q", "-e", "-f", "-c", line, "/dev/null");
    }

    private Path figures() {
        return directory.resolve("figures.properties");
    }

    /** Whether the figures are there; the program may have ended in another way. */
    Figures figuresSoFar() throws IOException {
        return Files.exists(figures()) ? Figures.read(figures()) : null;
    }

    /** What the fork said about itself, for a message. */
    private String errors() throws IOException {
        Path errors = directory.resolve(ERRORS);
        return Files.exists(errors) ? "; it said: " + Files.readString(errors).trim() : "";
    }
}
