package dev.millrace.it.proof;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.harness.Waiting;
import java.util.List;
import java.util.Random;

/** A configuration that changes under load: each event is where exactly one of its generations says. */
public final class Reload implements Proof {
    private static final int FULL_RELOADS = 100;
    private static final int FULL_KILLS = Integer.getInteger("millrace.it.rounds", 40);
    private static final long EVENTS_A_SECOND = 100_000;
    private static final long MORE_THAN_IT_TAKES = 1_000_000;
    private static final long FEW = 1_000;

    @Override
    public String name() {
        return "reload";
    }

    @Override
    public String shows() {
        return "100 reloads at 100,000 events/s, and SIGKILL around reloads: 0 missing, 0 doubled, no event in the"
                + " files of two generations";
    }

    @Override
    public void run(Findings findings) {
        Random random = Seed.random(name());
        reloads(findings, Jdk.running(), FULL_RELOADS, EVENTS_A_SECOND, random);
        List<Jdk> jdks = Jdk.all();
        for (int i = 0; i < FULL_KILLS; i++) {
            killed(findings, jdks.get(i % jdks.size()), random);
            findings.progress("kill %d of %d", i + 1, FULL_KILLS);
        }
        findings.figure("%d kills around a reload", FULL_KILLS);
    }

    /** So many reloads while events are logged. */
    public void reloads(Findings findings, Jdk jdk, int reloads, long eventsASecond, Random random) {
        String title = "%d reloads on %s at %,d events/s".formatted(reloads, jdk, eventsASecond);
        try (ReloadStage stage = new ReloadStage(true, false)) {
            stage.configure(true);
            stage.start(jdk, eventsASecond);
            long beginNs = System.nanoTime();
            for (int i = 0; i < reloads; i++) {
                stage.configure(random.nextBoolean());
                if (!findings.require(stage.awaitGeneration(), "%s: reload %d does not come", title, i + 1)) {
                    break;
                }
                findings.progress("reload %d of %d", i + 1, reloads);
            }
            double seconds = (System.nanoTime() - beginNs) / 1e9;
            stage.stop(findings, title);
            long events = stage.check(findings, title, false);
            findings.figure("%s: %,d events in %.0f s", title, events, seconds);
        }
    }

    /** A kill shortly before, in or after a reload; then a restart with what is configured by then. */
    public void killed(Findings findings, Jdk jdk, Random random) {
        long eventsASecond = random.nextBoolean() ? EVENTS_A_SECOND : MORE_THAN_IT_TAKES;
        String title = "kill around a reload on %s at %,d events/s".formatted(jdk, eventsASecond);
        // With another first file, a start finds the journal only once the reload has left a note of it.
        boolean movingFirst = random.nextBoolean();
        try (ReloadStage stage = new ReloadStage(movingFirst, random.nextBoolean())) {
            stage.configure(true);
            for (int life = 0; life < 2; life++) {
                var child = stage.start(jdk, eventsASecond);
                if (random.nextBoolean()) {
                    stage.configure(true);
                    findings.require(stage.awaitGeneration(), "%s: the first reload does not come", title);
                }
                stage.configure(random.nextBoolean());
                if (movingFirst || random.nextBoolean()) {
                    // As it comes into force, or a moment later.
                    findings.require(stage.awaitGeneration(), "%s: the reload does not come", title);
                    Waiting.pass((long) (random.nextDouble() * random.nextDouble() * 20_000));
                } else {
                    Waiting.pass(random.nextInt(500_000));
                }
                child.kill();
            }
            stage.start(jdk, FEW);
            findings.require(stage.awaitRecovery(), "%s: earlier journals are not finished", title);
            stage.stop(findings, title);
            stage.check(findings, title, true);
        }
    }
}
