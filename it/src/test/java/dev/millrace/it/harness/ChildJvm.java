package dev.millrace.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A forked JVM that runs one child program with a backend. It ends by itself when this JVM ends, because its standard
 * input is then at its end. Standard output and error go to files unless a proof wants to read output as a pipe.
 */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final Path out;
    private final Path err;
    private final Path home;

    private ChildJvm(Process process, Path home, Path out, Path err) {
        this.process = process;
        this.home = home;
        this.out = out;
        this.err = err;
    }

    /** How a child is started. */
    public static final class Start {
        private final Jdk jdk;
        private final String main;
        private final Path home;
        private final List<String> launcher = new ArrayList<>();
        private final List<String> jvmArguments = new ArrayList<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private List<Path> classPath = Backend.chosen().classPath();
        private String[] arguments = {};
        private boolean outputAsPipe;

        private Start(Jdk jdk, String main, Path home) {
            this.jdk = jdk;
            this.main = main;
            this.home = home;
        }

        /** Sets a system property. */
        public Start property(String name, Object value) {
            jvmArguments.add("-D" + name + "=" + value);
            return this;
        }

        /** Names the configuration file. */
        public Start configuration(Path file) {
            return property("logback.configurationFile", file);
        }

        /** Adds arguments for the JVM. */
        public Start jvm(String... more) {
            jvmArguments.addAll(List.of(more));
            return this;
        }

        /** Puts a command before the JVM's own. */
        public Start launcher(String... command) {
            launcher.addAll(List.of(command));
            return this;
        }

        /** Sets a variable of the environment. */
        public Start environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Replaces the class path. */
        public Start classPath(List<Path> places) {
            classPath = places;
            return this;
        }

        /** The program's arguments. */
        public Start arguments(Object... values) {
            arguments = new String[values.length];
            for (int i = 0; i < values.length; i++) {
                arguments[i] = String.valueOf(values[i]);
            }
            return this;
        }

        /** Lets the proof read the output as a pipe. */
        public Start outputAsPipe() {
            outputAsPipe = true;
            return this;
        }

        /** Starts it. */
        public ChildJvm start() {
            List<String> command = new ArrayList<>(launcher);
            command.add(jdk.java().toString());
            command.add("-Xmx256m");
            command.add("-XX:ErrorFile=" + home.resolve("hs_err_%p.log"));
            command.addAll(jvmArguments);
            command.add("-cp");
            command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
            command.add(main);
            command.addAll(List.of(arguments));
            try {
                Path out = Files.createTempFile(home, "out", ".txt");
                Path err = Files.createTempFile(home, "err", ".txt");
                ProcessBuilder builder =
                        new ProcessBuilder(command).directory(home.toFile()).redirectError(err.toFile());
                if (!outputAsPipe) {
                    builder.redirectOutput(out.toFile());
                }
                builder.environment().remove("JAVA_TOOL_OPTIONS");
                builder.environment().putAll(environment);
                return new ChildJvm(builder.start(), home, out, err);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Prepares a child; {@code home} is its working directory and gets its output. */
    public static Start of(Jdk jdk, Class<?> main, Path home) {
        return of(jdk, main.getName(), home);
    }

    /** Prepares a program that the proofs do not know at compile time. */
    public static Start of(Jdk jdk, String main, Path home) {
        return new Start(jdk, main, home);
    }

    /** Sends a line to the program's standard input. */
    public void say(String line) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the child has gone: " + tail(), e);
        }
    }

    /** SIGKILL, and waits until the process is gone. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** Waits for the end and returns the exit code, or -1 after the time-out, when it is killed. */
    public int join(int timeoutSeconds) {
        try {
            if (process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            kill();
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Whether it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Its output, when that was asked for as a pipe. */
    public InputStream pipe() {
        return process.getInputStream();
    }

    /** What it has printed so far. */
    public String output() {
        return read(out);
    }

    /** What it has printed to standard error so far. */
    public String errors() {
        return read(err);
    }

    /** The last of both, for messages. */
    public String tail() {
        String all = output() + errors();
        return all.length() <= 3000 ? all : "…" + all.substring(all.length() - 3000);
    }

    /** Whether the JVM left a crash report. */
    public boolean crashed() {
        String[] reports = home.toFile().list((dir, name) -> name.startsWith("hs_err_"));
        return reports != null && reports.length > 0;
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
