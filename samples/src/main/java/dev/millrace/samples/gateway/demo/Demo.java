package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** {@code ./millrace demo}: compares backends under a SQL gateway, then shows that a SIGKILL loses nothing. */
public final class Demo {
    /** System property: whether standard output is a terminal. The JDK alone cannot tell before version 22. */
    private static final String TERMINAL_PROPERTY = "millrace.demo.terminal";

    private static final int MAX_KILLS = 5;

    private final Stage stage;
    private volatile boolean ended;

    private Demo(Stage stage) {
        this.stage = stage;
    }

    public static void main(String[] args) {
        Screen screen = new Screen(System.out, Boolean.getBoolean(TERMINAL_PROPERTY));
        try {
            DemoOptions options = DemoOptions.parse(args);
            if (options.help()) {
                screen.line(DemoOptions.USAGE);
                return;
            }
            Stage stage = new Stage(
                    options, DemoHome.locate(), WorkDirectory.create(options.directory()), new Children(), screen);
            Demo demo = new Demo(stage);
            Runtime.getRuntime().addShutdownHook(new Thread(demo::cleanUp, "demo-cleanup"));
            System.exit(demo.runAndReport());
        } catch (DemoFailure e) {
            System.exit(report(screen, e));
        }
    }

    private static int report(Screen screen, DemoFailure failure) {
        screen.line("demo: " + failure.getMessage());
        return failure.exitCode();
    }

    private int runAndReport() {
        int exitCode;
        try {
            exitCode = run();
        } catch (DemoFailure e) {
            exitCode = report(stage.screen(), e);
        } catch (IOException e) {
            exitCode = report(stage.screen(), new DemoFailure(ExitCode.ENVIRONMENT, e.toString()));
        } catch (InterruptedException e) {
            exitCode = report(stage.screen(), new DemoFailure(ExitCode.ENVIRONMENT, "interrupted"));
        }
        ended = true;
        return exitCode;
    }

    /** Runs when the JVM ends, for whatever reason. */
    private void cleanUp() {
        if (!ended) {
            // The main thread is in the middle of things: what it says about their breaking would only confuse.
            stage.screen().lastLine("demo: interrupted; stopping the gateway and removing what was written");
        }
        stage.children().killAll();
        if (stage.options().keep()) {
            System.out.println("kept: " + stage.work().path());
            return;
        }
        try {
            WorkDirectory.delete(stage.work().path());
        } catch (IOException e) {
            System.err.println("demo: could not remove " + stage.work().path() + ": " + e);
        }
    }

    private int run() throws IOException, InterruptedException {
        DemoOptions options = stage.options();
        stage.work().requireSpaceToStart((options.warmupSeconds() + options.seconds()) * Backend.values().length);
        stage.screen()
                .line(String.format(
                        Locale.ROOT,
                        "SQL gateway on H2: point selects, one log line each; %d clients, a second in turn, %d s a backend after %d s of warm-up",
                        options.clients(),
                        options.seconds(),
                        options.warmupSeconds()));
        stage.screen()
                .line("JDK " + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors()
                        + " processors, logs in " + stage.work().path());
        stage.screen().line("");
        boolean compared = compare();
        boolean proved = prove();
        return compared && proved ? ExitCode.OK : ExitCode.PROOF_FAILED;
    }

    private boolean compare() throws IOException, InterruptedException {
        List<Measurement> measurements = new Comparison(stage).measure();
        stage.screen().line(Measurement.header());
        for (Measurement measurement : measurements) {
            stage.screen().line(measurement.row());
        }
        stage.screen().line("");
        stage.screen().line("  Millrace read the logback.xml of \"" + Backend.LOGBACK_SYNC.title() + "\", unchanged.");
        stage.screen()
                .line(
                        "  AsyncAppender: queueSize 1000, discardingThreshold 0, neverBlock true: a full queue loses lines.");
        stage.screen().line("");
        Tally millrace = measurements.get(measurements.size() - 1).tally();
        if (!millrace.isLossless()) {
            stage.screen().line("FAILED: Millrace, without a kill: " + describe(millrace));
        }
        return millrace.isLossless();
    }

    private boolean prove() throws IOException, InterruptedException {
        stage.screen().line("Loss proof: Millrace's gateway is killed with SIGKILL in full flight, then started again");
        LossProof proof = new LossProof(stage);
        for (int round = 1; round <= MAX_KILLS; round++) {
            LossProof.Outcome outcome = proof.run(Backend.MILLRACE, round);
            report(outcome);
            if (!outcome.afterRestart().isLossless()) {
                stage.screen().line("FAILED: " + describe(outcome.afterRestart()));
                if (outcome.firstDamaged() != null) {
                    stage.screen().line("  first damaged line: " + outcome.firstDamaged());
                }
                return false;
            }
            if (outcome.isMeaningful()) {
                stage.screen().line("PASSED: every answered statement is in sql.log exactly once.");
                return true;
            }
            stage.screen()
                    .line("  The kill found fewer than " + LossProof.MIN_UNRENDERED + " lines unrendered: once more.");
        }
        stage.screen().line("FAILED: nothing was lost, but no kill found enough unrendered lines to prove it.");
        return false;
    }

    private void report(LossProof.Outcome outcome) {
        Tally tally = outcome.afterRestart();
        fact("answered before the kill", tally.answered());
        fact("of these not in sql.log at the kill", outcome.unrendered());
        stage.screen()
                .line(String.format(
                        Locale.ROOT,
                        "  %-40s %10.1f s",
                        "start, recovery and clean end took",
                        outcome.restartNs() / 1e9));
        fact("came out of the journal", outcome.unrendered() - tally.missing());
        fact("answered and in sql.log exactly once", tally.once());
        fact("missing", tally.missing());
        fact("doubled", tally.doubled());
        fact("damaged", tally.damaged());
        fact("logged, their answer cut off by the kill", tally.unansweredLogged());
    }

    private void fact(String name, long count) {
        stage.screen().line(String.format(Locale.ROOT, "  %-40s %,10d", name, count));
    }

    private static String describe(Tally tally) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d answered statements are missing, %,d doubled, %,d lines damaged",
                tally.missing(),
                tally.answered(),
                tally.doubled(),
                tally.damaged());
    }
}
