package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Runs the gateway on each backend under the same load: every client waits for an answer before it asks again. */
final class Comparison {
    private static final int TICK_MS = 200;

    private final Stage stage;

    Comparison(Stage stage) {
        this.stage = stage;
    }

    /** Starts the gateway on a backend, measures it and ends it cleanly. */
    Measurement measure(Backend backend) throws IOException, InterruptedException {
        Path folder = stage.work().path().resolve(backend.folder());
        stage.screen().progress("  " + backend.title() + ": starting");
        GatewayProcess gateway = GatewayProcess.start(stage.home(), backend, folder, stage.options(), stage.children());
        Load load = new Load(gateway.port(), stage.options().clients(), 1);
        load.start();
        run(backend, load, gateway, stage.options().warmupSeconds(), "warming up");
        load.measure(true);
        long startNs = System.nanoTime();
        run(backend, load, gateway, stage.options().seconds(), "measuring");
        load.measure(false);
        long measuredNs = System.nanoTime() - startNs;
        long answers = load.measuredAnswers();
        load.stop();
        if (load.failure() != null) {
            throw new DemoFailure(
                    ExitCode.PROOF_FAILED,
                    backend.title() + ": a connection broke under load: " + load.failure() + gateway.errors());
        }
        gateway.stop();
        return result(backend, folder, load, answers, measuredNs);
    }

    private void run(Backend backend, Load load, GatewayProcess gateway, int seconds, String phase)
            throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        long endNs = startNs + TimeUnit.SECONDS.toNanos(seconds);
        long startCount = load.ids().count();
        for (long nowNs = startNs; nowNs < endNs && gateway.isAlive(); nowNs = System.nanoTime()) {
            stage.work().requireSpaceToGoOn();
            TimeUnit.NANOSECONDS.sleep(Math.min(endNs - nowNs, TimeUnit.MILLISECONDS.toNanos(TICK_MS)));
            double elapsedS = (System.nanoTime() - startNs) / 1e9;
            stage.screen()
                    .progress(String.format(
                            Locale.ROOT,
                            "  %-24s %s %4.1f of %d s, %,.0f statements/s",
                            backend.title(),
                            phase,
                            elapsedS,
                            seconds,
                            (load.ids().count() - startCount) / elapsedS));
        }
    }

    private Measurement result(Backend backend, Path folder, Load load, long answers, long measuredNs)
            throws IOException {
        Histogram latency = load.latencyMicros();
        long logBytes = 0;
        Tally tally = null;
        if (backend.logs()) {
            stage.screen().progress("  " + backend.title() + ": looking for every statement in its log");
            Path log = folder.resolve("sql.log");
            logBytes = Files.exists(log) ? Files.size(log) : 0;
            tally = Tally.of(load.ids(), new SqlLogReader(log).advance());
        }
        if (!stage.options().keep()) {
            WorkDirectory.delete(folder);
        }
        return new Measurement(
                backend,
                answers,
                measuredNs,
                latency.getValueAtPercentile(95),
                latency.getValueAtPercentile(99),
                logBytes,
                tally);
    }
}
