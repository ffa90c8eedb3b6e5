package dev.millrace.it.proof;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.proof.KillStage.Life;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle.Phase;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Every call that has returned is in its files once after SIGKILL and a restart. */
public final class SigKill implements Proof {
    /** At which instant the kill comes, and what is different afterwards. */
    public enum Variant {
        /** At any time. */
        ANY_TIME,
        /** While the program starts. */
        DURING_START,
        /** While a restarted program recovers, several times. */
        DURING_RECOVERY,
        /** When the journal goes on to another segment. */
        AT_SEGMENT_CHANGE,
        /** While the program closes the backend. */
        DURING_CLOSE,
        /** While others still log, and the closed journal's files go. */
        DURING_REMOVAL,
        /** At any time; the restart has another pattern, time zone or JDK. */
        CHANGED_RESTART
    }

    private static final int FULL_ROUNDS = Integer.getInteger("millrace.it.rounds", 200);
    private static final int FULL_VARIANT_ROUNDS = Math.max(1, FULL_ROUNDS / 10);
    private static final String SHAPES = System.getProperty("millrace.it.shapes", "");
    private static final int WISHED_UNRENDERED = 10_000;

    private long cutLateLines;

    @Override
    public String name() {
        return "sigkill";
    }

    @Override
    public String shows() {
        return "SIGKILL at random instants under 4 threads: 0 missing, 0 doubled, 0 damaged after the restart";
    }

    @Override
    public void run(Findings findings) {
        Random random = Seed.random(name());
        List<Jdk> jdks = Jdk.all();
        if (SHAPES.isEmpty()) {
            anyTime(findings, jdks, random);
        }
        for (Variant variant : Variant.values()) {
            if (SHAPES.isEmpty() ? variant != Variant.ANY_TIME : variant.name().matches(SHAPES)) {
                int rounds = SHAPES.isEmpty() ? FULL_VARIANT_ROUNDS : FULL_ROUNDS;
                for (int i = 0; i < rounds; i++) {
                    round(findings, jdks.get(i % jdks.size()), variant, random);
                    findings.progress("%s: round %d of %d", variant, i + 1, rounds);
                }
                findings.figure("%d rounds %s", rounds, variant);
            }
        }
        findings.figure("%d lines cut of calls in flight behind the end of a program that logs on", cutLateLines);
    }

    private void anyTime(Findings findings, List<Jdk> jdks, Random random) {
        long[] unrendered = new long[FULL_ROUNDS];
        for (int i = 0; i < FULL_ROUNDS; i++) {
            unrendered[i] = round(findings, jdks.get(i % jdks.size()), Variant.ANY_TIME, random);
            findings.progress("round %d of %d: %,d unrendered at the kill", i + 1, FULL_ROUNDS, unrendered[i]);
        }
        long many = LongStream.of(unrendered)
                .filter(count -> count >= WISHED_UNRENDERED)
                .count();
        findings.figure(
                "%d rounds at any time; unrendered at the kill: median %,d, most %,d; at least %,d in %d rounds",
                FULL_ROUNDS,
                LongStream.of(unrendered).sorted().toArray()[FULL_ROUNDS / 2],
                LongStream.of(unrendered).max().orElse(0),
                WISHED_UNRENDERED,
                many);
        findings.require(
                2 * many >= FULL_ROUNDS,
                "only %d of %d rounds had %,d unrendered",
                many,
                FULL_ROUNDS,
                WISHED_UNRENDERED);
    }

    /** One round. Returns how many returned calls had no line right after the (last) kill of a writer. */
    public long round(Findings findings, Jdk jdk, Variant variant, Random random) {
        try (KillStage stage = new KillStage()) {
            int kills =
                    switch (variant) {
                        case ANY_TIME -> anyTime(stage, jdk, random, 1 + random.nextInt(2));
                        case DURING_START -> duringStart(stage, jdk, random);
                        case DURING_RECOVERY -> duringRecovery(stage, jdk, random);
                        case AT_SEGMENT_CHANGE -> atSegmentChange(stage, jdk, random);
                        case DURING_CLOSE -> duringClose(stage, jdk, random);
                        case DURING_REMOVAL -> duringRemoval(stage, jdk, random);
                        case CHANGED_RESTART -> anyTime(stage, jdk, random, 1);
                    };
            long unrendered = stage.lastUnrendered();
            String title = "%s on %s, %d kills, %,d unrendered".formatted(variant, jdk, kills, unrendered);
            Life last = variant == Variant.CHANGED_RESTART ? changedRestart(stage, jdk, random) : stage.restart(jdk);
            stage.finish(findings, title, last);
            stage.check(findings, title);
            cutLateLines += stage.cutLateLines();
            return unrendered;
        }
    }

    private static int anyTime(KillStage stage, Jdk jdk, Random random, int kills) {
        for (int i = 0; i < kills; i++) {
            Life life = stage.writer(jdk, 0, false);
            stage.await(life, Phase.STARTED);
            Waiting.pass(1000L * (20 + random.nextInt(1_500)));
            stage.kill(life);
        }
        return kills;
    }

    private static int duringStart(KillStage stage, Jdk jdk, Random random) {
        int kills = 2 + random.nextInt(4);
        for (int i = 0; i < kills; i++) {
            Life life = stage.writer(jdk, 0, false);
            stage.await(life, random.nextInt(8) == 0 ? Phase.NONE : Phase.BOOTED);
            Waiting.pass(instant(random, 0, 250));
            stage.kill(life);
        }
        return kills;
    }

    private static int duringRecovery(KillStage stage, Jdk jdk, Random random) {
        anyTime(stage, jdk, random, 1);
        int kills = 1 + random.nextInt(4);
        for (int i = 0; i < kills; i++) {
            Life life = stage.restart(jdk);
            stage.await(life, Phase.BOOTED);
            Waiting.pass(instant(random, 0, 200));
            stage.kill(life);
        }
        return 1 + kills;
    }

    /** Small segments that change all the time; the kill follows at once on a change that shows in the directory. */
    private static int atSegmentChange(KillStage stage, Jdk jdk, Random random) {
        stage.onlyOneFile();
        stage.option("millrace.journal.budget", "4MB");
        stage.option("millrace.overflow", "block");
        int kills = 1 + random.nextInt(2);
        for (int i = 0; i < kills; i++) {
            Life life = stage.writer(jdk, 0, false);
            stage.await(life, Phase.STARTED);
            Waiting.pass(instant(random, 20, 500));
            SegmentWatch.awaitChange(stage.directory().resolve(".millrace"), 300);
            stage.kill(life);
        }
        return kills;
    }

    private static int duringClose(KillStage stage, Jdk jdk, Random random) {
        Life life = stage.writer(jdk, 50 + random.nextInt(500), random.nextBoolean());
        stage.await(life, Phase.CLOSING);
        Waiting.pass(instant(random, 0, 300));
        stage.kill(life);
        return 1;
    }

    private static int duringRemoval(KillStage stage, Jdk jdk, Random random) {
        Life life = stage.writer(jdk, 50 + random.nextInt(100), true);
        stage.await(life, Phase.CLOSING);
        SegmentWatch.awaitChange(stage.directory().resolve(".millrace"), 1_000);
        Waiting.pass(random.nextInt(3) * random.nextInt(500));
        stage.kill(life);
        return 1;
    }

    private static Life changedRestart(KillStage stage, Jdk jdk, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> stage.shape(LineShape.CHANGED);
            case 1 -> {
                return stage.restart(jdk, "-Duser.timezone=Asia/Tokyo", "-Dfile.encoding=ISO-8859-1");
            }
            case 2 -> {
                List<Jdk> jdks = Jdk.all();
                return stage.restart(jdks.get((jdks.indexOf(jdk) + 1) % jdks.size()));
            }
            default -> {
                stage.shape(LineShape.CHANGED);
                return stage.restart(Jdk.all().get(random.nextInt(Jdk.all().size())), "-Duser.timezone=UTC");
            }
        }
        return stage.restart(jdk);
    }

    /** A random time in microseconds: often short, sometimes up to the limit. */
    private static long instant(Random random, int fromMillis, int toMillis) {
        double skewed = Math.pow(random.nextDouble(), 1 + random.nextInt(3));
        return 1000L * fromMillis + (long) (skewed * 1000 * (toMillis - fromMillis));
    }
}
