package dev.millrace.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A SQL gateway of the samples on one backend, from its start to what it has logged. It is killed with the workbench. */
final class GatewayFork implements AutoCloseable {
    private static final String GATEWAY = "dev.millrace.samples.gateway.Gateway";
    private static final String READY = "READY ";
    private static final String STATEMENT = " gateway.sql - ";
    private static final long START_SECONDS = 90;
    private static final long END_SECONDS = 120;
    private static final long POLL_MS = 20;

    private final Fork fork;
    private final Process process;
    private final String port;

    private GatewayFork(Fork fork, Process process, String port) {
        this.fork = fork;
        this.process = process;
        this.port = port;
    }

    /** Starts it, and returns when it can be asked. */
    static GatewayFork start(Backend backend, Options options, WorkDirectory work)
            throws IOException, InterruptedException {
        Fork fork = new Fork(
                backend, work.freshRun(backend), CommonOptions.jdk(options), CommonOptions.jvmArguments(options));
        Process process = fork.startWith(
                Installation.gatewayClassPath(), GATEWAY, "0", Integer.toString(options.count("clients")));
        String port = null;
        try {
            port = awaitPort(process, fork);
            return new GatewayFork(fork, process, port);
        } finally {
            if (port == null) {
                process.destroyForcibly();
            }
        }
    }

    Backend backend() {
        return fork.backend();
    }

    /** Where it listens. */
    String port() {
        return port;
    }

    /** Ends it cleanly; what it has answered by {@code load}, which knows it by its port, and what it has logged. */
    Map<String, Double> end(Figures load, double seconds, WorkDirectory work) throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("the gateway on " + backend().word() + " did not end cleanly" + fork.outputTail());
        }
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("tps", load.number(port + ".answers") / load.number(port + ".measuredNs") * 1e9);
        row.put("p50", load.number(port + ".p50Micros"));
        row.put("p95", load.number(port + ".p95Micros"));
        row.put("p99", load.number(port + ".p99Micros"));
        if (backend() != Backend.NONE) {
            row.put("logBytesPerSecond", Files.size(fork.logFile()) / seconds);
            row.put("lost", (double) (load.count(port + ".answeredInAll") - statements(fork.logFile())));
        }
        work.done(fork.directory());
        return row;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static String awaitPort(Process process, Fork fork) throws IOException, InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < limit) {
            for (String line : fork.output()) {
                if (line.startsWith(READY)) {
                    return line.substring(READY.length()).trim();
                }
            }
            if (process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        throw new IOException("the gateway on " + fork.backend().word() + " did not start" + fork.outputTail());
    }

    private static long statements(Path log) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
            long count = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                count += line.contains(STATEMENT) ? 1 : 0;
            }
            return count;
        }
    }
}
