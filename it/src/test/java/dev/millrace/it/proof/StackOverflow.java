package dev.millrace.it.proof;

import dev.millrace.it.child.InterruptChild;
import dev.millrace.it.child.MemoryChild;
import dev.millrace.it.child.OverflowChild;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.LineCheck;
import dev.millrace.it.workload.LineShape;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Stack overflows, exhausted memory and interrupts during log calls leave the pipeline alive and without a hole. */
public final class StackOverflow implements Proof {
    private static final int FULL_OVERFLOWS = Integer.getInteger("millrace.it.overflows", 1_000);
    private static final String SHAPES = System.getProperty("millrace.it.shapes", ".*");
    private static final int FULL_EXHAUSTIONS = 50;
    private static final int FULL_CALLS_WHEN_FULL = 200;
    private static final int TIMEOUT_SECONDS = 600;
    private static final List<String> MODES = List.of("-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation");
    private static final List<String> STACKS = List.of("-Xss256k", "-Xss1m", "-Xss3m");

    @Override
    public String name() {
        return "stack-overflow";
    }

    @Override
    public String shows() {
        return "1,000 stack overflows through log calls at every depth, exhausted memory, interrupts: no hole, all alive";
    }

    @Override
    public void run(Findings findings) {
        Random random = Seed.random(name());
        for (Jdk jdk : Jdk.all()) {
            for (String mode : MODES) {
                for (String stack : STACKS) {
                    for (boolean sync : new boolean[] {false, true}) {
                        boolean warm = random.nextBoolean();
                        overflows(findings, jdk, sync, FULL_OVERFLOWS, warm, random.nextLong(), mode, stack);
                    }
                }
            }
            overflows(
                    findings,
                    jdk,
                    false,
                    FULL_OVERFLOWS,
                    false,
                    random.nextLong(),
                    "-XX:+TieredCompilation",
                    "-Xss512k");
            exhaustions(findings, jdk, FULL_EXHAUSTIONS, FULL_CALLS_WHEN_FULL);
            interrupts(findings, jdk, false, 20_000);
            interrupts(findings, jdk, true, 5_000);
        }
    }

    /** So many overflows in one JVM; {@code sync}: in calls that write to the file themselves. */
    public void overflows(
            Findings findings,
            Jdk jdk,
            boolean sync,
            int overflows,
            boolean warm,
            long seed,
            String mode,
            String stack) {
        String title = "%s %s %s %s %s"
                .formatted(jdk, sync ? "synchronous" : "asynchronous", mode, stack, warm ? "warm" : "cold");
        if (!title.matches(SHAPES)) {
            return;
        }
        try (Stage stage = new Stage(findings, title, "overflow")) {
            Figures figures = stage.run(ChildJvm.of(jdk, OverflowChild.class, stage.dir.path())
                    .jvm(mode, stack)
                    .property("millrace.sync", sync)
                    .arguments(overflows, seed, warm));
            findings.require(
                    figures.number("calls") >= overflows, "%s: too few calls near the end of the stack", title);
            LineCheck check = stage.checkAfterwards(figures, LINES_OF_BOTTOMLESS);
            findings.figure(
                    "%s: %,d overflows, %,d calls near the end of the stack, %,d of them in the file, %,d threw",
                    title,
                    figures.number("overflows"),
                    figures.number("calls"),
                    check.next(0) - check.gaps(0).size(),
                    figures.number("thrown"));
        }
    }

    /**
     * So many times without memory, so many calls each time. Each request for memory that fails costs the JVM two full
     * collections, some ten milliseconds: of a call's, and of the pipeline's beside it.
     */
    public void exhaustions(Findings findings, Jdk jdk, int times, int callsWhenFull) {
        String title = "%s without memory".formatted(jdk);
        if (!title.matches(SHAPES)) {
            return;
        }
        try (Stage stage = new Stage(findings, title, "memory")) {
            Figures figures = stage.run(ChildJvm.of(jdk, MemoryChild.class, stage.dir.path())
                    .jvm("-Xmx40m", "-XX:+UseSerialGC")
                    .arguments(times, callsWhenFull));
            LineCheck check = stage.checkAfterwards(figures, "a hungry argument");
            findings.figure(
                    "%s: %d times; %,d calls with a full heap, %,d of them in the file, %,d threw",
                    title,
                    times,
                    figures.number("calls"),
                    check.next(0) - check.gaps(0).size(),
                    figures.number("thrown"));
        }
    }

    /** Threads that log with the interrupt flag set. */
    public void interrupts(Findings findings, Jdk jdk, boolean sync, long events) {
        int threads = 4;
        String title = "%s interrupted, %s".formatted(jdk, sync ? "synchronous" : "asynchronous");
        if (!title.matches(SHAPES)) {
            return;
        }
        try (Stage stage = new Stage(findings, title, "interrupt")) {
            Figures figures = stage.run(ChildJvm.of(jdk, InterruptChild.class, stage.dir.path())
                    .property("millrace.sync", sync)
                    .arguments(threads, events));
            findings.require(figures.number("flagsLost") == 0, "%s: %d flags lost", title, figures.number("flagsLost"));
            LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(stage.log);
            for (int t = 0; t < threads; t++) {
                findings.require(
                        check.missing(t, events) == 0, "%s: %d events missing", title, check.missing(t, events));
            }
            stage.requireSound(check, "interrupted while it closes");
            findings.figure("%s: %,d events, all there, every flag as it was", title, threads * events);
        }
    }

    private static final String LINES_OF_BOTTOMLESS = "|t=0 s=-1 d=0.0 x=";

    /** A directory, one child, and what must hold after each kind of trouble. */
    private static final class Stage implements AutoCloseable {
        private final Findings findings;
        private final String title;
        private final WorkDir dir;
        private final Path log;
        private final Path configuration;

        Stage(Findings findings, String title, String name) {
            this.findings = findings;
            this.title = title;
            dir = new WorkDir(name);
            log = dir.path().resolve("trouble.log");
            configuration = new Configuration()
                    .file("TROUBLE", log, LineShape.CUSTOMARY.pattern())
                    .write(dir.path().resolve("logback.xml"));
        }

        Figures run(ChildJvm.Start start) {
            try (ChildJvm child = start.configuration(configuration).start()) {
                int exit = child.join(TIMEOUT_SECONDS);
                boolean well = findings.require(
                        exit == 0 && !child.crashed() && child.output().contains("closed=1"),
                        "%s: exit code %d, crashed %s: %s",
                        title,
                        exit,
                        child.crashed(),
                        child.tail());
                findings.require(
                        Statuses.none(child.errors(), "MR008", "MR205", "MR207", "MR208", "MR301", "MR308"),
                        "%s: the backend complains: %s",
                        title,
                        child.errors());
                if (!well) {
                    dir.keep();
                }
                return Figures.of(child.output());
            }
        }

        LineCheck checkAfterwards(Figures figures, String alsoThere) {
            LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(log);
            long afterwards = figures.number("afterwards");
            findings.require(
                    check.missing(1, afterwards) == 0 && check.next(1) == afterwards,
                    "%s: %d of the later events are missing",
                    title,
                    check.missing(1, afterwards));
            requireSound(check, alsoThere);
            figures.requireBalance(findings, title);
            return check;
        }

        void requireSound(LineCheck check, String alsoThere) {
            GapLines gaps = GapLines.of(check.otherLines());
            List<String> strange = gaps.strange().stream()
                    .filter(line -> !line.contains(alsoThere))
                    .toList();
            findings.require(
                    check.doubled() == 0 && check.reordered() == 0 && !check.tornEnd() && strange.isEmpty(),
                    "%s: %d doubled, %d out of order, torn end %s, %d strange lines %s %s",
                    title,
                    check.doubled(),
                    check.reordered(),
                    check.tornEnd(),
                    strange.size(),
                    strange.stream().limit(3).toList(),
                    check.samples());
        }

        @Override
        public void close() {
            dir.close();
        }
    }
}
