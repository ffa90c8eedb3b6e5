package dev.millrace.samples.gateway.demo;

import dev.millrace.samples.gateway.Gateway;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A gateway in a JVM of its own, with a folder for its log. Stops when told to, or when its standard input ends. */
final class GatewayProcess {
    private static final int START_TIMEOUT_S = 60;
    private static final int STOP_TIMEOUT_S = 60;

    private final Process process;
    private final Path folder;
    private final int port;

    private GatewayProcess(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    static GatewayProcess start(DemoHome home, Backend backend, Path folder, DemoOptions options, Children children)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path errors = folder.resolve("stderr.txt");
        Process process = children.start(new ProcessBuilder(command(home, backend, folder, options))
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
        CompletableFuture<String> firstLine = new CompletableFuture<>();
        Thread reader = new Thread(() -> follow(process, firstLine), "gateway-output");
        reader.setDaemon(true);
        reader.start();
        String line = await(firstLine, process, folder);
        if (line.startsWith(Gateway.FAILED)) {
            throw new DemoFailure(
                    ExitCode.ENVIRONMENT, "the gateway did not start: " + line.substring(Gateway.FAILED.length()));
        }
        return new GatewayProcess(process, folder, Integer.parseInt(line.substring(Gateway.READY.length())));
    }

    private static List<String> command(DemoHome home, Backend backend, Path folder, DemoOptions options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        command.add("-Dgateway.log.dir=" + folder);
        if (options.keep() && backend == Backend.MILLRACE) {
            // Something for the command line to read.
            command.add("-Dmillrace.journal.retain=256MB");
        }
        command.add("-cp");
        command.add(String.join(System.getProperty("path.separator"), backend.classPath(home)));
        command.add(Gateway.class.getName());
        command.add(Integer.toString(options.portOf(backend)));
        command.add(Integer.toString(options.clients()));
        return command;
    }

    private static void follow(Process process, CompletableFuture<String> firstLine) {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            while (line != null) {
                if (line.startsWith(Gateway.READY) || line.startsWith(Gateway.FAILED)) {
                    firstLine.complete(line);
                }
                line = out.readLine();
            }
        } catch (IOException e) {
            // The process is gone; that it ended is seen below.
        }
        firstLine.complete("");
    }

    private static String await(CompletableFuture<String> firstLine, Process process, Path folder)
            throws InterruptedException {
        try {
            String line = firstLine.get(START_TIMEOUT_S, TimeUnit.SECONDS);
            if (!line.isEmpty()) {
                return line;
            }
        } catch (TimeoutException | ExecutionException e) {
            process.destroyForcibly();
        }
        throw new DemoFailure(ExitCode.ENVIRONMENT, "the gateway did not start" + errorsIn(folder));
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Asks it to stop and waits; a {@link DemoFailure} when it does not end cleanly. */
    void stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new DemoFailure(
                    ExitCode.PROOF_FAILED, "the gateway did not end within " + STOP_TIMEOUT_S + " s of being asked to");
        }
        if (process.exitValue() != 0) {
            throw new DemoFailure(
                    ExitCode.PROOF_FAILED,
                    "the gateway ended with exit code " + process.exitValue() + errorsIn(folder));
        }
    }

    /** Ends it at once, as SIGKILL does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** What it wrote to standard error, its last lines, for a sentence's end. */
    String errors() {
        return errorsIn(folder);
    }

    private static String errorsIn(Path folder) {
        try {
            List<String> lines = Files.readAllLines(folder.resolve("stderr.txt"), StandardCharsets.UTF_8);
            if (!lines.isEmpty()) {
                return "; its last words:\n  "
                        + String.join("\n  ", lines.subList(Math.max(0, lines.size() - 12), lines.size()));
            }
        } catch (IOException e) {
            // Then there are no words to quote.
        }
        return "";
    }
}
