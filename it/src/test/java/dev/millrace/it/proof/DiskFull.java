package dev.millrace.it.proof;

import dev.millrace.it.child.LoadChild;
import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Privileges;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.LineCheck;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** A full disk, a directory that may not be written and one that vanishes cost no exception and nothing logged before. */
public final class DiskFull implements Proof {
    private static final int DISK_MEGABYTES = 24;
    private static final int BALLAST_BYTES = 12 << 20;
    private static final int THREADS = 2;

    /** Slow enough that the disk does not fill a second time. */
    private static final int RATE_AFTERWARDS = 5_000;

    private static final int NOBODY = 65534;
    private static final int TIMEOUT_SECONDS = 60;

    /** Where the end must run into the time-out, because a file can never be written. */
    private static final String SHORT_TIMEOUT = "1s";

    private static final int FULL_SECONDS = 20;

    @Override
    public String name() {
        return "disk-full";
    }

    @Override
    public String shows() {
        return "a full, unwritable or vanished log directory under load: nothing thrown, nothing lost that was logged";
    }

    @Override
    public void run(Findings findings) {
        for (Jdk jdk : Jdk.all()) {
            fullDisk(findings, jdk, 40_000, FULL_SECONDS);
            fullDisk(findings, jdk, 400_000, 5);
            killedOnFullDisk(findings, jdk);
            unwritable(findings, jdk);
            vanished(findings, jdk);
        }
    }

    /** Fills a small disk under load, goes on for so many seconds, and frees space again. */
    public void fullDisk(Findings findings, Jdk jdk, int eventsASecond, int seconds) {
        String title = "%s, full disk at %,d events/s".formatted(jdk, eventsASecond);
        try (WorkDir dir = new WorkDir("disk");
                Privileges.SmallDisk disk = Privileges.SmallDisk.mount(dir.make("logs"), DISK_MEGABYTES)) {
            if (disk == null) {
                findings.skip(title + ": " + Privileges.NO_MOUNT);
                return;
            }
            Stage stage = new Stage(findings, title, dir, "logs/disk.log");
            Path ballast = write(dir.path().resolve("logs/ballast"), BALLAST_BYTES);
            try (ChildJvm child = stage.load(jdk, eventsASecond).start()) {
                boolean full = Waiting.until(TIMEOUT_SECONDS, stage.spent(child, disk));
                findings.require(full && child.alive(), "%s: the disk never filled: %s", title, child.tail());
                findings.progress("%s: full after %,d calls", title, stage.oracle.returned());
                goOn(stage, seconds);
                child.say("rate " + RATE_AFTERWARDS);
                delete(ballast);
                long lengthFull = stage.length();
                stage.require(
                        Waiting.until(TIMEOUT_SECONDS, () -> stage.length() > lengthFull || !child.alive()),
                        child,
                        "service did not resume when space returned");
                findings.progress("%s: resumed after %,d calls", title, stage.oracle.returned());
                long[] resumed = stage.returned();
                stage.require(
                        Waiting.until(TIMEOUT_SECONDS, () -> stage.hasEventsBehind(resumed) || !child.alive()),
                        child,
                        "nothing that was logged after space returned is in the file");
                goOn(stage, 2);
                stage.stopAndCheckEnd(child);
                LineCheck check = stage.read();
                GapLines gaps = GapLines.of(check.otherLines());
                stage.requireSound(check, gaps);
                stage.requireEarly(check);
                long missing = 0;
                for (int t = 0; t < THREADS; t++) {
                    missing += check.missing(t, stage.oracle.returned(t));
                }
                if (Backend.chosen() == Backend.MILLRACE) {
                    long dropped = Figures.of(child.output()).dropped("DISK");
                    findings.require(
                            missing == gaps.events() && missing == dropped,
                            "%s: %,d events are missing, the file's gap lines say %,d, the counters %,d",
                            title,
                            missing,
                            gaps.events(),
                            dropped);
                }
                stage.requireStatus(child);
                findings.figure(
                        "%s: %,d calls, %,d of them before the first refusal, %,d lines, %,d dropped and named in %d gap"
                                + " lines; %s",
                        title,
                        stage.oracle.returned(),
                        stage.beforeRefusal.returned(),
                        check.events(),
                        missing,
                        gaps.lines(),
                        Statuses.codes(child.errors()));
            }
        }
    }

    /** Kills a writer on a full disk; once there is space, a restart finishes what its journal holds. */
    public void killedOnFullDisk(Findings findings, Jdk jdk) {
        String title = "%s, killed on a full disk".formatted(jdk);
        try (WorkDir dir = new WorkDir("disk");
                Privileges.SmallDisk disk = Privileges.SmallDisk.mount(dir.make("logs"), DISK_MEGABYTES)) {
            if (disk == null) {
                findings.skip(title + ": " + Privileges.NO_MOUNT);
                return;
            }
            Stage stage = new Stage(findings, title, dir, "logs/disk.log");
            Path ballast = write(dir.path().resolve("logs/ballast"), BALLAST_BYTES);
            try (ChildJvm child = stage.load(jdk, 40_000).start()) {
                Waiting.until(TIMEOUT_SECONDS, stage.spent(child, disk));
                goOn(stage, 1);
                child.kill();
            }
            delete(ballast);
            Oracle restarted = new Oracle(dir.path().resolve("oracle-2"), 1);
            try (ChildJvm child = ChildJvm.of(jdk, dev.millrace.it.child.RestartChild.class, dir.path())
                    .configuration(stage.configuration)
                    .arguments(dir.path().resolve("oracle-2"), "restarted", 0)
                    .start()) {
                int exit = child.join(TIMEOUT_SECONDS);
                stage.require(exit == 0 && restarted.phase() == Oracle.Phase.CLOSED, child, "exit code " + exit);
            }
            LineCheck check = stage.read();
            check.otherLines().removeIf(line -> line.contains("~restarted~"));
            GapLines gaps = GapLines.of(check.otherLines());
            stage.requireSound(check, gaps);
            stage.requireEarly(check);
            findings.figure("%s: %,d lines after the restart", title, check.events());
        }
    }

    /** Runs as a user who may not write the log directory. */
    public void unwritable(Findings findings, Jdk jdk) {
        String title = "%s, unwritable directory".formatted(jdk);
        if (!Privileges.canRunAs(NOBODY)) {
            findings.skip(title + ": " + Privileges.NO_OTHER_USER);
            return;
        }
        try (WorkDir dir = new WorkDir("unwritable")) {
            dir.make("logs");
            Stage stage = new Stage(findings, title, dir, "logs/app.log");
            try (ChildJvm child = stage.load(jdk, 5_000)
                    .classPath(Privileges.readableByAll(Backend.chosen().classPath(), dir.make("lib")))
                    .launcher(Privileges.as(NOBODY))
                    .property("millrace.shutdown.timeout", SHORT_TIMEOUT)
                    .start()) {
                stage.require(
                        Waiting.until(TIMEOUT_SECONDS, () -> stage.oracle.returned() > 5_000 || !child.alive()),
                        child,
                        "the application does not go on");
                stage.stopAndCheckEnd(child, "stop stalled");
                stage.requireStatus(child);
                findings.require(
                        Statuses.oneSays(child.errors(), "logs"),
                        "%s: no status names the place: %s",
                        title,
                        child.errors());
                findings.figure("%s: %,d calls; %s", title, stage.oracle.returned(), Statuses.codes(child.errors()));
            }
        }
    }

    /** Removes the log directory, with all that is in it, under load. */
    public void vanished(Findings findings, Jdk jdk) {
        String title = "%s, vanished directory".formatted(jdk);
        try (WorkDir dir = new WorkDir("vanished")) {
            dir.make("logs");
            Stage stage = new Stage(findings, title, dir, "logs/app.log");
            try (ChildJvm child = stage.load(jdk, 10_000).start()) {
                BooleanSupplier writing = () -> stage.length() > 10_000 || !child.alive();
                stage.require(Waiting.until(TIMEOUT_SECONDS, writing), child, "nothing was logged");
                Privileges.run("rm", "-rf", dir.path().resolve("logs").toString());
                stage.require(
                        Waiting.until(TIMEOUT_SECONDS, writing) || Backend.chosen() != Backend.MILLRACE,
                        child,
                        "the file did not come back");
                goOn(stage, 1);
                stage.stopAndCheckEnd(child);
                LineCheck check = stage.read();
                GapLines gaps = GapLines.of(check.otherLines());
                stage.requireSound(check, gaps);
                long missing = 0;
                for (int t = 0; t < THREADS; t++) {
                    long returned = stage.oracle.returned(t);
                    missing += check.missing(t, returned) - check.first(t);
                    findings.require(
                            check.next(t) == returned || Backend.chosen() != Backend.MILLRACE,
                            "%s: the new file's events of thread %d end at %,d of %,d",
                            title,
                            t,
                            check.next(t),
                            returned);
                }
                long dropped = Figures.of(child.output()).dropped("DISK");
                findings.require(
                        missing <= dropped || Backend.chosen() != Backend.MILLRACE,
                        "%s: %,d events are missing in the new file, %,d dropped by the counters",
                        title,
                        missing,
                        dropped);
                stage.requireStatus(child);
                findings.figure(
                        "%s: %,d lines in the new file; %s", title, check.events(), Statuses.codes(child.errors()));
            }
        }
    }

    private static void goOn(Stage stage, int seconds) {
        stage.findings.progress("%s: goes on for %d s", stage.title, seconds);
        Waiting.pass(seconds * 1_000_000L);
    }

    private static Path write(Path file, int bytes) {
        try {
            return Files.write(file, new byte[bytes]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One directory with one log file, and what must hold in every case. */
    private static final class Stage {
        private final Findings findings;
        private final String title;
        private final WorkDir dir;
        private final Path log;
        private final Path configuration;
        private final Oracle oracle;
        private final Oracle beforeRefusal;

        Stage(Findings findings, String title, WorkDir dir, String file) {
            this.findings = findings;
            this.title = title;
            this.dir = dir;
            log = dir.path().resolve(file);
            oracle = oracle("oracle");
            beforeRefusal = oracle("oracle-before");
            configuration = new Configuration()
                    .file("DISK", log, LineShape.CUSTOMARY.pattern())
                    .write(dir.path().resolve("logback.xml"));
        }

        private Oracle oracle(String name) {
            Path file = dir.path().resolve(name);
            Oracle made = new Oracle(file, THREADS);
            Privileges.run("chmod", "666", file.toString());
            return made;
        }

        ChildJvm.Start load(Jdk jdk, int eventsASecond) {
            return ChildJvm.of(jdk, LoadChild.class, dir.path())
                    .configuration(configuration)
                    .arguments(
                            dir.path().resolve("oracle"), dir.path().resolve("oracle-before"), THREADS, eventsASecond);
        }

        long length() {
            return log.toFile().length();
        }

        BooleanSupplier spent(ChildJvm child, Privileges.SmallDisk disk) {
            return () -> !Statuses.none(child.errors(), "MR201", "MR203", "MR301")
                    || disk.usableBytes() == 0
                    || !child.alive();
        }

        LineCheck read() {
            return new LineCheck(1, LineShape.CUSTOMARY).read(log);
        }

        long[] returned() {
            long[] returned = new long[THREADS];
            for (int t = 0; t < THREADS; t++) {
                returned[t] = oracle.returned(t);
            }
            return returned;
        }

        boolean hasEventsBehind(long[] returned) {
            LineCheck check = read();
            for (int t = 0; t < THREADS; t++) {
                if (check.next(t) <= returned[t]) {
                    return false;
                }
            }
            return true;
        }

        void require(boolean holds, ChildJvm child, String sentence) {
            if (!findings.require(holds && child.alive() || holds, "%s: %s: %s", title, sentence, child.tail())) {
                dir.keep();
            }
        }

        void stopAndCheckEnd(ChildJvm child) {
            stopAndCheckEnd(child, "stop");
        }

        void stopAndCheckEnd(ChildJvm child, String command) {
            if (child.alive()) {
                child.say(command);
            }
            int exit = child.join(TIMEOUT_SECONDS);
            Figures figures = Figures.of(child.output());
            require(exit == 0 && child.output().contains("closed=1"), child, "exit code " + exit);
            require(!child.crashed(), child, "the JVM crashed");
            require(figures.number("thrown") == 0, child, "calls threw: " + figures.number("thrown"));
            figures.requireBalance(findings, title);
        }

        void requireEarly(LineCheck check) {
            findings.require(beforeRefusal.returned() > 0, "%s: the child has not watched its refusals", title);
            for (int t = 0; t < THREADS; t++) {
                long missing = check.missing(t, beforeRefusal.returned(t));
                findings.require(
                        missing == 0, "%s: %,d events logged before the disk was full are missing", title, missing);
            }
        }

        void requireStatus(ChildJvm child) {
            require(Statuses.oneSays(child.errors()), child, "no status on standard error");
        }

        void requireSound(LineCheck check, GapLines gaps) {
            findings.require(
                    check.doubled() == 0
                            && check.reordered() == 0
                            && !check.tornEnd()
                            && gaps.strange().isEmpty(),
                    "%s: %d doubled, %d out of order, torn end %s, %d strange lines %s %s",
                    title,
                    check.doubled(),
                    check.reordered(),
                    check.tornEnd(),
                    gaps.strange().size(),
                    gaps.strange().stream().limit(3).toList(),
                    check.samples());
        }
    }
}
