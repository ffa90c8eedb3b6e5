package dev.millrace.it.proof;

import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.proof.KillStage.Life;
import dev.millrace.it.proof.RollingFiles.Shape;
import dev.millrace.it.workload.Oracle.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Every call that has returned is in one of the files and archives once, whenever a rolling program is killed. */
public final class Rolling implements Proof {
    /** At which instant the kill comes. */
    public enum Instant {
        /** At any time. */
        ANY_TIME,
        /** When a rolled file appears, goes, or gets another name. */
        AT_ROLL,
        /** While a file is compressed. */
        DURING_COMPRESSION,
        /** While a restarted program recovers, several times. */
        DURING_RECOVERY,
        /** While the program closes the backend. */
        DURING_CLOSE
    }

    private static final int FULL_ROUNDS = Integer.getInteger("millrace.it.rounds", 200);
    private static final String SHAPES = System.getProperty("millrace.it.shapes", ".*");
    private static final int MAX_FINISHING_LIVES = 20;
    private static final long FINISHING_MILLIS = 1_500;
    private static final int WATCH_MILLIS = 500;

    private long cutLateLines;

    @Override
    public String name() {
        return "rolling";
    }

    @Override
    public String shows() {
        return "SIGKILL while files roll, are compressed and removed: 0 missing, 0 doubled over all files and archives";
    }

    @Override
    public void run(Findings findings) {
        Random random = Seed.random(name());
        List<Jdk> jdks = Jdk.all();
        List<String> shapes =
                shapes().stream().filter(shape -> shape.matches(SHAPES)).toList();
        Instant[] instants = Instant.values();
        long files = 0;
        for (int i = 0; i < FULL_ROUNDS; i++) {
            String shape = shapes.get(i % shapes.size());
            Instant instant = instants[i / shapes.size() % instants.length];
            files += round(findings, jdks.get(i % jdks.size()), shape, instant, random);
            findings.progress("round %d of %d: %s, %s", i + 1, FULL_ROUNDS, shape, instant);
        }
        findings.figure(
                "%d rounds over %d ways to roll and %d instants, %,d files",
                FULL_ROUNDS, shapes.size(), instants.length, files);
        findings.figure("%d lines cut of calls in flight behind the end of a program that logs on", cutLateLines);
    }

    /** One round with a way to roll by its name. Returns the number of files at the end. */
    public long round(Findings findings, Jdk jdk, String shape, Instant instant, Random random) {
        return round(findings, jdk, Shape.valueOf(shape), instant, random);
    }

    /** The names of the ways to roll. */
    public static List<String> shapes() {
        return List.of(Shape.values()).stream().map(Shape::name).toList();
    }

    private long round(Findings findings, Jdk jdk, Shape shape, Instant instant, Random random) {
        try (KillStage stage = new KillStage()) {
            if (!RollingFiles.isPossible(shape, stage.directory())) {
                findings.skip(shape + ": there is no other file system");
                return 0;
            }
            String size = shape == Shape.WINDOW_COMPRESSED ? "2MB" : 100 + random.nextInt(400) + "KB";
            try (RollingFiles files = new RollingFiles(shape, stage.directory(), size)) {
                stage.roll(files);
                int kills =
                        switch (instant) {
                            case ANY_TIME -> anyTime(stage, files, jdk, random, 1 + random.nextInt(3));
                            case AT_ROLL -> atRoll(stage, files, jdk, random);
                            case DURING_COMPRESSION -> duringCompression(stage, files, jdk, random);
                            case DURING_RECOVERY -> duringRecovery(stage, files, jdk, random);
                            case DURING_CLOSE -> duringClose(stage, jdk, random);
                        };
                String title = "%s %s on %s, %d kills".formatted(shape, instant, jdk, kills);
                for (int i = 0; i == 0 || (i < MAX_FINISHING_LIVES && files.areUnfinished()); i++) {
                    stage.finish(findings, title, finishing(stage, jdk, files.processes() == 1, i == 0));
                }
                stage.check(findings, title);
                cutLateLines += stage.cutLateLines();
                return files.inOrder().size();
            }
        }
    }

    /**
     * Journals of other processes are finished in the background, which takes its time: beside a writer that takes all
     * processors it may take any number of lives, and the end of one is not held up for it.
     */
    private static Life finishing(KillStage stage, Jdk jdk, boolean alone, boolean first) {
        if (alone) {
            return stage.restart(jdk);
        }
        return first ? stage.writer(jdk, FINISHING_MILLIS, false) : stage.restart(jdk, FINISHING_MILLIS);
    }

    private static int anyTime(KillStage stage, RollingFiles files, Jdk jdk, Random random, int kills) {
        for (int i = 0; i < kills; i++) {
            List<Life> lives = new ArrayList<>();
            for (int process = 0; process < files.processes(); process++) {
                lives.add(started(stage, jdk));
            }
            Waiting.pass(1000L * (20 + random.nextInt(1_200)));
            lives.forEach(stage::kill);
        }
        return kills;
    }

    private static int atRoll(KillStage stage, RollingFiles files, Jdk jdk, Random random) {
        int kills = 1 + random.nextInt(3);
        for (int i = 0; i < kills; i++) {
            Life life = started(stage, jdk);
            Waiting.pass(1000L * random.nextInt(300));
            SegmentWatch.awaitChange(files.archives(), WATCH_MILLIS);
            Waiting.pass(random.nextInt(400));
            stage.kill(life);
        }
        return kills;
    }

    private static int duringCompression(KillStage stage, RollingFiles files, Jdk jdk, Random random) {
        int kills = 1 + random.nextInt(3);
        for (int i = 0; i < kills; i++) {
            Life life = started(stage, jdk);
            Waiting.pass(1000L * (100 + random.nextInt(500)));
            long endNs = System.nanoTime() + WATCH_MILLIS * 1_000_000L;
            while (!files.isCompressing() && System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
            Waiting.pass(random.nextInt(15_000));
            stage.kill(life);
        }
        return kills;
    }

    private static int duringRecovery(KillStage stage, RollingFiles files, Jdk jdk, Random random) {
        anyTime(stage, files, jdk, random, 1);
        int kills = 1 + random.nextInt(4);
        for (int i = 0; i < kills; i++) {
            Life life = stage.restart(jdk);
            stage.await(life, Phase.BOOTED);
            Waiting.pass(random.nextInt(200_000));
            stage.kill(life);
        }
        return 1 + kills;
    }

    private static int duringClose(KillStage stage, Jdk jdk, Random random) {
        Life life = stage.writer(jdk, 50 + random.nextInt(500), random.nextBoolean());
        stage.await(life, Phase.CLOSING);
        Waiting.pass(random.nextInt(200_000));
        stage.kill(life);
        return 1;
    }

    private static Life started(KillStage stage, Jdk jdk) {
        Life life = stage.writer(jdk, 0, false);
        stage.await(life, Phase.STARTED);
        return life;
    }
}
