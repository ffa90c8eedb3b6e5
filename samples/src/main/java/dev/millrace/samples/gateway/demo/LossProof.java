package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Kills a gateway with SIGKILL under load and shows what its log holds after the next start.
 *
 * <p>Which statements were answered is known outside the gateway's JVM. The kill comes when enough are answered and
 * enough of those are not in the log yet; when the renderer keeps up too well for that, the load asks for trace lines
 * as well, more each half second.
 */
final class LossProof {
    /** Answers before the kill, at least. */
    static final long MIN_ANSWERED = 100_000;

    /** Answered statements that must not be in the log at the kill, for the round to prove something. */
    static final long MIN_UNRENDERED = 1_000;

    private static final long UNRENDERED_AT_THE_TRIGGER = 3 * MIN_UNRENDERED;
    private static final int IN_FLIGHT_PER_CLIENT = 64;
    private static final int MAX_TRACE_LINES = 64;
    private static final long MORE_TRACE_EACH_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long MAX_LOAD_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int POLL_MS = 2;

    private final Stage stage;

    LossProof(Stage stage) {
        this.stage = stage;
    }

    /**
     * What one kill showed.
     *
     * @param unrendered answered statements that were not in the log right after the kill
     * @param afterRestart answered statements against the log after the restart
     * @param restartNs from starting the gateway again to its end
     * @param firstDamaged the first damaged line, or null
     */
    record Outcome(long unrendered, Tally afterRestart, long restartNs, String firstDamaged) {
        boolean isMeaningful() {
            return afterRestart.answered() >= MIN_ANSWERED && unrendered >= MIN_UNRENDERED;
        }
    }

    /** One gateway, one kill, one restart. */
    Outcome run(Backend backend, int round) throws IOException, InterruptedException {
        Path folder = stage.work().path().resolve("kill-" + round);
        Path log = folder.resolve("sql.log");
        stage.screen().progress("  starting");
        GatewayProcess gateway = GatewayProcess.start(stage.home(), backend, folder, stage.options(), stage.children());
        Load load = new Load(gateway.port(), stage.options().clients(), IN_FLIGHT_PER_CLIENT, new AnsweredIds());
        load.start();
        awaitBacklog(load, gateway, new SqlLogReader(log));
        gateway.kill();
        load.stop();
        long unrendered = Tally.of(load.ids(), new SqlLogReader(log).advance()).missing();

        stage.screen().progress("  starting again");
        long startNs = System.nanoTime();
        GatewayProcess.start(stage.home(), backend, folder, stage.options(), stage.children())
                .stop();
        long restartNs = System.nanoTime() - startNs;

        SqlLogReader after = new SqlLogReader(log).advance();
        Outcome outcome = new Outcome(unrendered, Tally.of(load.ids(), after), restartNs, after.firstDamaged());
        if (!stage.options().keep()) {
            WorkDirectory.delete(folder);
        }
        return outcome;
    }

    private void awaitBacklog(Load load, GatewayProcess gateway, SqlLogReader log)
            throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        long moreTraceNs = Long.MAX_VALUE;
        while (System.nanoTime() - startNs < MAX_LOAD_NS) {
            if (!gateway.isAlive()) {
                throw new DemoFailure(ExitCode.PROOF_FAILED, "the gateway ended under load" + gateway.errors());
            }
            stage.work().requireSpaceToGoOn();
            long answered = load.ids().count();
            long backlog = answered - log.advance().statements();
            stage.screen()
                    .progress(String.format(
                            Locale.ROOT,
                            "  full load: %,d answered, %,d not in the log yet",
                            answered,
                            Math.max(0, backlog)));
            if (answered >= MIN_ANSWERED) {
                if (backlog >= UNRENDERED_AT_THE_TRIGGER) {
                    return;
                }
                long nowNs = System.nanoTime();
                if (moreTraceNs == Long.MAX_VALUE) {
                    moreTraceNs = nowNs + MORE_TRACE_EACH_NS;
                } else if (nowNs >= moreTraceNs) {
                    load.traceEachStatement(Math.min(Math.max(1, 2 * load.traceLines()), MAX_TRACE_LINES));
                    moreTraceNs = nowNs + MORE_TRACE_EACH_NS;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }
}
