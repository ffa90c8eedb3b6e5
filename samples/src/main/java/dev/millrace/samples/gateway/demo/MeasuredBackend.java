package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A gateway on one backend, and what came of each turn in which it had the load. */
final class MeasuredBackend {
    private static final int TICK_MS = 100;

    private final Stage stage;
    private final Backend backend;
    private final Path folder;
    private final GatewayProcess gateway;
    private final LoadTurns load;

    private MeasuredBackend(Stage stage, Backend backend, Path folder, GatewayProcess gateway) {
        this.stage = stage;
        this.backend = backend;
        this.folder = folder;
        this.gateway = gateway;
        this.load = new LoadTurns(gateway.port(), stage.options().clients(), 0);
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
        IOException failure = load.take(measured, () -> watch(turnNs, progress));
        if (failure != null) {
            throw new DemoFailure(
                    ExitCode.PROOF_FAILED,
                    backend.title() + ": a connection broke under load: " + failure + gateway.errors());
        }
    }

    private void watch(long turnNs, String progress) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        long endNs = startNs + turnNs;
        long countBefore = load.ids().count();
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
                            (load.ids().count() - countBefore) / elapsedS));
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
            tally = Tally.of(load.ids(), new SqlLogReader(log).advance());
        }
        if (!stage.options().keep()) {
            WorkDirectory.delete(folder);
        }
        return new Measurement(
                backend, load.answers(), load.measuredNs(), load.micros(95), load.micros(99), logBytes, tally);
    }
}
