package dev.millrace.it.proof;

import dev.millrace.it.child.StallChild;
import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.LineCheck;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import dev.millrace.it.workload.Oracle.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A console whose pipe nobody reads holds up neither the file nor a caller, and not the exit for long. */
public final class ConsoleStall implements Proof {
    /** What happens to the pipe. */
    public enum Stall {
        /** It is read all the time. */
        NONE,
        /** It is not read for a while. */
        PASSING,
        /** It is not read again. */
        FOR_EVER
    }

    private static final int THREADS = 4;
    private static final int FULL_RATE = 200_000;
    private static final int FULL_STALL_SECONDS = 10;
    private static final int ROUNDS = Integer.getInteger("millrace.it.rounds", 3);
    // On a slow machine a JVM compiles for eight seconds what these events need.
    private static final int FULL_WARM_UP_SECONDS = 10;
    private static final int WARM_UP_SECONDS = 3;
    private static final int AFTER_SECONDS = 3;
    private static final int MOST_LAG_MILLIS = 100;
    private static final int EXIT_SECONDS = 30;
    private static final long SAMPLE_MICROS = 5_000;

    /**
     * What a run showed.
     *
     * @param slowCalls calls above a millisecond, after the warm-up
     * @param longestMicros the longest call, after the warm-up
     * @param warmUpLag most events that had been logged and were not in the file, in the warm-up
     * @param mostLag the same after the warm-up
     * @param exitMillis from the beginning of the end to the end of the process
     */
    public record Run(long slowCalls, long longestMicros, long warmUpLag, long mostLag, long exitMillis) {}

    @Override
    public String name() {
        return "console-stall";
    }

    @Override
    public String shows() {
        return "a console pipe that stalls for 10 s, or for ever, at 200,000 events/s: the file goes on, nobody waits";
    }

    @Override
    public void run(Findings findings) {
        for (Jdk jdk : Jdk.all()) {
            long mostSlowWithout = 0;
            long fewestSlowWith = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                for (Stall stall : Stall.values()) {
                    Run run = round(findings, jdk, stall, FULL_RATE, FULL_WARM_UP_SECONDS, FULL_STALL_SECONDS);
                    String title = "%s, stall %s".formatted(jdk, stall);
                    findings.figure(
                            "%s: %d calls above 1 ms, longest %,d µs; file behind by %,d events (%d ms) at most, %d ms in the warm-up; exit %,d ms",
                            title,
                            run.slowCalls(),
                            run.longestMicros(),
                            run.mostLag(),
                            run.mostLag() * 1000 / FULL_RATE,
                            run.warmUpLag() * 1000 / FULL_RATE,
                            run.exitMillis());
                    findings.require(
                            run.mostLag() * 1000 <= (long) MOST_LAG_MILLIS * FULL_RATE,
                            "%s: the file was %,d events behind",
                            title,
                            run.mostLag());
                    if (stall == Stall.NONE) {
                        mostSlowWithout = Math.max(mostSlowWithout, run.slowCalls());
                    } else {
                        fewestSlowWith = Math.min(fewestSlowWith, run.slowCalls());
                    }
                }
            }
            findings.require(
                    fewestSlowWith <= mostSlowWithout,
                    "%s: every run with a stall has more calls above 1 ms (%d and more) than any without (%d at most)",
                    jdk,
                    fewestSlowWith,
                    mostSlowWithout);
        }
    }

    /** One run. What must hold at any rate and on any machine is required here; times are the caller's to judge. */
    public Run round(Findings findings, Jdk jdk, Stall stall, int eventsASecond, int stallSeconds) {
        return round(findings, jdk, stall, eventsASecond, WARM_UP_SECONDS, stallSeconds);
    }

    private Run round(Findings findings, Jdk jdk, Stall stall, int eventsASecond, int warmUpSeconds, int stallSeconds) {
        String title = "%s, stall %s".formatted(jdk, stall);
        int seconds = warmUpSeconds + stallSeconds + AFTER_SECONDS;
        try (WorkDir dir = new WorkDir("stall")) {
            Path log = dir.path().resolve("app.log");
            Path printed = dir.path().resolve("console.log");
            Path figuresFile = dir.path().resolve("figures");
            Path oracleFile = dir.path().resolve("oracle");
            Path configuration = new Configuration()
                    .console("CONSOLE", LineShape.CUSTOMARY.pattern())
                    .file("FILE", log, LineShape.CUSTOMARY.pattern())
                    .write(dir.path().resolve("logback.xml"));
            Oracle oracle = new Oracle(oracleFile, THREADS);
            try (ChildJvm child = ChildJvm.of(jdk, StallChild.class, dir.path())
                    .configuration(configuration)
                    .arguments(oracleFile, THREADS, eventsASecond, seconds, warmUpSeconds, figuresFile)
                    .outputAsPipe()
                    .start()) {
                PipeReader reader = new PipeReader(child.pipe(), printed);
                Waiting.until(EXIT_SECONDS, () -> oracle.phase() != Phase.NONE || !child.alive());
                FileLag lag = new FileLag(log, oracle);
                lag.watch(warmUpSeconds, child);
                final long warmUpLag = lag.most();
                lag.forget();
                reader.pause(stall != Stall.NONE);
                long returnedBefore = oracle.returned();
                lag.watch(stallSeconds, child);
                long enough = (long) eventsASecond * stallSeconds / 4;
                findings.require(
                        Waiting.until(
                                EXIT_SECONDS,
                                () -> oracle.returned() - returnedBefore >= enough
                                        || oracle.phase().compareTo(Phase.CLOSING) >= 0
                                        || !child.alive()),
                        "%s: callers were held up: %,d calls returned in the stall",
                        title,
                        oracle.returned() - returnedBefore);
                reader.pause(stall == Stall.FOR_EVER);
                lag.watch(AFTER_SECONDS, child);
                Waiting.until(EXIT_SECONDS, () -> oracle.phase().compareTo(Phase.CLOSING) >= 0 || !child.alive());
                long beginNs = System.nanoTime();
                int exit = child.join(EXIT_SECONDS);
                long exitMillis = (System.nanoTime() - beginNs) / 1_000_000;
                reader.finish();
                findings.require(
                        exit == 0 && oracle.phase() == Phase.CLOSED && !child.crashed(),
                        "%s: exit code %d: %s",
                        title,
                        exit,
                        child.errors());
                checkFile(findings, title, log, oracle, true);
                if (stall != Stall.FOR_EVER) {
                    checkFile(findings, title + ", console", printed, oracle, false);
                } else if (Backend.chosen() == Backend.MILLRACE) {
                    findings.require(
                            Statuses.oneSays(child.errors(), "CONSOLE"),
                            "%s: no status says what was not printed: %s",
                            title,
                            child.errors());
                }
                Figures figures = Figures.of(Files.exists(figuresFile) ? Files.readString(figuresFile) : "");
                return new Run(
                        figures.number("slow"), figures.number("longestMicros"), warmUpLag, lag.most(), exitMillis);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    private static void checkFile(Findings findings, String title, Path file, Oracle oracle, boolean complete) {
        LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(file);
        GapLines gaps = GapLines.of(check.otherLines());
        long missing = 0;
        for (int t = 0; t < THREADS; t++) {
            missing += check.missing(t, oracle.returned(t));
        }
        findings.require(
                check.doubled() == 0
                        && check.reordered() == 0
                        && !check.tornEnd()
                        && gaps.strange().isEmpty(),
                "%s: %d doubled, %d out of order, torn end %s, %d strange lines %s",
                title,
                check.doubled(),
                check.reordered(),
                check.tornEnd(),
                gaps.strange().size(),
                gaps.strange().stream().limit(3).toList());
        findings.require(
                missing == (complete ? 0 : gaps.events()),
                "%s: %,d lines missing, gap lines say %,d",
                title,
                missing,
                gaps.events());
    }

    /** How far a file is behind the calls that have returned. */
    private static final class FileLag {
        private final Path file;
        private final Oracle oracle;
        private long offset;
        private long lines;
        private long most;

        FileLag(Path file, Oracle oracle) {
            this.file = file;
            this.oracle = oracle;
        }

        void watch(int seconds, ChildJvm child) {
            long endNs = System.nanoTime() + seconds * 1_000_000_000L;
            while (System.nanoTime() < endNs && child.alive()) {
                long returned = oracle.returned();
                long length = file.toFile().length();
                if (length > offset) {
                    lines += LineCheck.countLines(file, offset, length);
                    offset = length;
                }
                most = Math.max(most, returned - lines);
                Waiting.pass(SAMPLE_MICROS);
            }
        }

        void forget() {
            most = 0;
        }

        long most() {
            return most;
        }
    }
}
