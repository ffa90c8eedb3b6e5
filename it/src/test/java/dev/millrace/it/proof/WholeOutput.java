package dev.millrace.it.proof;

import dev.millrace.it.child.BulkChild;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.LineCheck;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import java.nio.file.Path;

/** Every event of many threads is in the file once, undamaged, in its thread's order. */
public final class WholeOutput implements Proof {
    private static final long FULL_EVENTS = Long.getLong("millrace.it.events", 10_000_000);
    private static final int[] THREADS = {1, 4, 16, 64};
    private static final int VIRTUAL_THREADS = 10_000;
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final int TIMEOUT_SECONDS = 900;

    @Override
    public String name() {
        return "whole-output";
    }

    @Override
    public String shows() {
        return "1, 4, 16, 64 platform and 10,000 virtual threads: every line once, in its thread's order";
    }

    @Override
    public void run(Findings findings) {
        for (Jdk jdk : Jdk.all()) {
            for (int threads : THREADS) {
                platform(findings, jdk, threads, FULL_EVENTS);
            }
            if (jdk.feature() >= FIRST_WITH_VIRTUAL_THREADS) {
                virtual(findings, jdk, FULL_EVENTS);
            }
        }
        if (Jdk.jdk25().isEmpty()) {
            findings.skip(Jdk.NO_JDK_25);
        }
    }

    /** The proof with so many platform threads. */
    public void platform(Findings findings, Jdk jdk, int threads, long events) {
        round(findings, jdk, "platform", threads, events);
    }

    /** The proof with ten thousand virtual threads. */
    public void virtual(Findings findings, Jdk jdk, long events) {
        round(findings, jdk, "virtual", VIRTUAL_THREADS, events);
    }

    private static void round(Findings findings, Jdk jdk, String kind, int threads, long events) {
        String title = "%s, %,d %s threads".formatted(jdk, threads, kind);
        long eventsEach = (events + threads - 1) / threads;
        try (WorkDir dir = new WorkDir("whole")) {
            Path log = dir.path().resolve("whole.log");
            Path configuration = new Configuration()
                    .file("WHOLE", log, LineShape.CUSTOMARY.pattern())
                    .write(dir.path().resolve("logback.xml"));
            Path oracleFile = dir.path().resolve("oracle");
            Oracle oracle = new Oracle(oracleFile, threads);
            try (ChildJvm child = ChildJvm.of(jdk, BulkChild.class, dir.path())
                    .jvm("-Xmx1g")
                    .configuration(configuration)
                    .arguments(oracleFile, kind, threads, eventsEach)
                    .start()) {
                int waitedSeconds = 0;
                while (!Waiting.until(5, () -> !child.alive()) && waitedSeconds < TIMEOUT_SECONDS) {
                    waitedSeconds += 5;
                    findings.progress("%s: %,d of %,d calls", title, oracle.returned(), threads * eventsEach);
                }
                int exit = child.join(0);
                findings.require(exit == 0, "%s: exit code %d: %s", title, exit, child.tail());
                findings.require(
                        child.errors().lines().allMatch(line -> line.startsWith("millrace ")),
                        "%s: not only Millrace's statuses on standard error: %s",
                        title,
                        child.errors());
                Figures figures = Figures.of(child.output());
                LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(log);
                long missing = 0;
                for (int t = 0; t < threads; t++) {
                    missing += check.missing(t, eventsEach);
                }
                findings.require(
                        missing == 0
                                && check.doubled() == 0
                                && check.reordered() == 0
                                && check.otherLines().isEmpty()
                                && !check.tornEnd()
                                && check.events() == threads * eventsEach,
                        "%s: %d missing, %d doubled, %d out of order, %d strange lines %s %s",
                        title,
                        missing,
                        check.doubled(),
                        check.reordered(),
                        check.otherLines().size(),
                        check.otherLines().stream().limit(3).toList(),
                        check.samples());
                figures.requireBalance(findings, title);
                findings.figure(
                        "%s: %,d lines, each once and in order; calls took %,d ms, with close %,d ms",
                        title, check.events(), figures.number("returnedMillis"), figures.number("closedMillis"));
            }
        }
    }
}
