package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A gateway on one backend, and what came of each turn in which it had the load. */
final class MeasuredBackend {
    private static final int TICK_MS = 100;

    /** For as long as the clients connect. */
    private static final int CONNECT_MS = 50;

    private final Stage stage;
    private final Backend backend;
    private final Path folder;
    private final GatewayProcess gateway;
    private final AnsweredIds ids = new AnsweredIds();
    private final Histogram latencyMicros = new Histogram(3);
    private long answers;
    private long measuredNs;

    private MeasuredBackend(Stage stage, Backend backend, Path folder, GatewayProcess gateway) {
        this.stage = stage;
        this.backend = backend;
        this.folder = folder;
        this.gateway = gateway;
    }

    /** Starts the gateway. */
    static MeasuredBackend start(Stage stage, Backend backend) throws IOException, InterruptedException {
        Path folder = stage.work().path().resolve(backend.folder());
        stage.screen().progress("  " + backend.title() + ": starting");
        return new MeasuredBackend(
                stage,
                backend,
                folder,
                GatewayProcess.start(stage.home(), backend, folder, stage.options(), stage.children()));
    }

    /** Gives it the load for so long; one that is not measured warms it up. */
    void turn(long turnNs, boolean measured, String progress) throws IOException, InterruptedException {
        Load load = new Load(gateway.port(), stage.options().clients(), 1, ids);
        load.start();
        TimeUnit.MILLISECONDS.sleep(CONNECT_MS);
        load.measure(measured);
        long startNs = System.nanoTime();
        watch(turnNs, progress);
        load.measure(false);
        long tookNs = System.nanoTime() - startNs;
        long answered = load.measuredAnswers();
        load.stop();
        if (load.failure() != null) {
            throw new DemoFailure(
                    ExitCode.PROOF_FAILED,
                    backend.title() + ": a connection broke under load: " + load.failure() + gateway.errors());
        }
        if (measured) {
            answers += answered;
            measuredNs += tookNs;
            latencyMicros.add(load.latencyMicros());
        }
    }

    private void watch(long turnNs, String progress) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        long endNs = startNs + turnNs;
        long countBefore = ids.count();
        for (long nowNs = startNs; nowNs < endNs && gateway.isAlive(); nowNs = System.nanoTime()) {
            stage.work().requireSpaceToGoOn();
            TimeUnit.NANOSECONDS.sleep(Math.min(endNs - nowNs, TimeUnit.MILLISECONDS.toNanos(TICK_MS)));
            double elapsedS = (System.nanoTime() - startNs) / 1e9;
            stage.screen()
                    .progress(String.format(
                            Locale.ROOT,
                            "  %s %-24s %,.0f statements/s",
                            progress,
                            backend.title(),
                            (ids.count() - countBefore) / elapsedS));
        }
    }

    /** Ends the gateway cleanly and looks for every statement in its log. */
    Measurement end() throws IOException, InterruptedException {
        gateway.stop();
        long logBytes = 0;
        Tally tally = null;
        if (backend.logs()) {
            stage.screen().progress("  " + backend.title() + ": looking for every statement in its log");
            Path log = folder.resolve("sql.log");
            logBytes = Files.exists(log) ? Files.size(log) : 0;
            tally = Tally.of(ids, new SqlLogReader(log).advance());
        }
        if (!stage.options().keep()) {
            WorkDirectory.delete(folder);
        }
        return new Measurement(
                backend,
                answers,
                measuredNs,
                latencyMicros.getValueAtPercentile(95),
                latencyMicros.getValueAtPercentile(99),
                logBytes,
                tally);
    }
}
