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
 * A JVM that measures one backend and leaves its figures in a file. It is killed with the workbench.
 *
 * @param backend whose jars are on its class path
 * @param layout what its lines show
 * @param roll whether its file rolls
 * @param directory fresh directory for the log, the configuration, the output and the figures
 * @param javaHome which JDK
 * @param jvmArguments further arguments of the JVM
 */
record Fork(
        Backend backend, LineLayout layout, FileRoll roll, Path directory, Path javaHome, List<String> jvmArguments) {
    Fork(Backend backend, Path directory, Path javaHome, List<String> jvmArguments) {
        this(backend, LineLayout.PLAIN, directory, javaHome, jvmArguments);
    }

    Fork(Backend backend, LineLayout layout, Path directory, Path javaHome, List<String> jvmArguments) {
        this(backend, layout, FileRoll.NONE, directory, javaHome, jvmArguments);
    }

    /** Same heap for everybody, large and touched at once, so that its growth is in nobody's figures. */
    static final List<String> STEADY_HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

    private static final String OUTPUT = "fork.out";
    private static final int TAIL_LINES = 20;

    /** The file that the backend logs to. */
    Path logFile() {
        return directory.resolve("bench.log");
    }

    /** Starts a driver whose end the caller waits for. */
    Process startDriver(String driver, Map<String, String> parameters) throws IOException {
        Path input = ForkParameters.write(directory, parameters, logFile());
        return start(
                DriverMain.class.getName(), driver, input.toString(), figures().toString());
    }

    private Path figures() {
        return directory.resolve("figures.properties");
    }

    /** Runs a driver to its end. */
    Figures run(String driver, Map<String, String> parameters, long limitSeconds)
            throws IOException, InterruptedException {
        return await(startDriver(driver, parameters), limitSeconds);
    }

    /** The figures of a driver that was started, once it has ended. */
    Figures await(Process process, long limitSeconds) throws IOException, InterruptedException {
        try {
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                throw new IOException(
                        "the fork of " + backend.word() + " did not end within " + limitSeconds + " s" + outputTail());
            }
            if (process.exitValue() != 0 || !Files.exists(figures())) {
                throw new IOException(
                        "the fork of " + backend.word() + " ended with code " + process.exitValue() + outputTail());
            }
        } finally {
            process.destroyForcibly();
        }
        return Figures.read(figures());
    }

    /** Starts a JVM; its output goes to a file of the directory, its input stays open until the caller closes it. */
    Process start(String mainClass, String... arguments) throws IOException {
        return startWith(Installation.driverClassPath(), mainClass, arguments);
    }

    /** The same with other classes than the driver's. */
    Process startWith(List<Path> classes, String mainClass, String... arguments) throws IOException {
        List<Path> classPath = new ArrayList<>(classes);
        classPath.addAll(backend.jars());
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin/java").toString());
        command.addAll(jvmArguments);
        command.addAll(backend.configure(directory, logFile(), layout, roll));
        command.add("-cp");
        command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(mainClass);
        command.addAll(List.of(arguments));
        return LiveForks.start(new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(OUTPUT).toFile()));
    }

    /** The last lines that the fork printed, for a message. */
    String outputTail() throws IOException {
        Path output = directory.resolve(OUTPUT);
        if (!Files.exists(output)) {
            return "";
        }
        List<String> lines = Files.readAllLines(output);
        return lines.isEmpty()
                ? " and printed nothing"
                : "; it printed:\n  "
                        + String.join("\n  ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /** Lines that the backend printed by itself: a clean run has none. */
    List<String> output() throws IOException {
        Path output = directory.resolve(OUTPUT);
        return Files.exists(output) ? Files.readAllLines(output) : List.of();
    }
}
