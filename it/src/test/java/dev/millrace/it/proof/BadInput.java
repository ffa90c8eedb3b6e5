package dev.millrace.it.proof;

import dev.millrace.it.child.BulkChild;
import dev.millrace.it.child.LinesChild;
import dev.millrace.it.child.LoadersChild;
import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Privileges;
import dev.millrace.it.harness.Seed;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.proof.KillStage.Life;
import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineCheck;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import dev.millrace.it.workload.Oracle.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/** Whatever is wrong with configuration, directories, journals or privileges: a coded status, and what can work works. */
public final class BadInput implements Proof {
    private static final int SOMEBODY = 12345;
    private static final int EVENTS = 200;
    private static final int TIMEOUT_SECONDS = 60;
    private static final int APPENDERS_TOO_MANY = 1_100;
    /** Where the control page has its version, as docs/design/journal-format.md draws it. */
    private static final long CONTROL_VERSION_OFFSET = 8;

    /** Some of these ends must run into the time-out, because a file can never be written. */
    private static final String SHORT_TIMEOUT = "5s";

    private static final long TIME_TO_SEAL_MICROS = 2_000_000;
    private static final int FULL_DAMAGE_ROUNDS = Integer.getInteger("millrace.it.rounds", 40);
    private static final String FILE_APPENDER =
            """
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>%s</file>
                <encoder><charset>UTF-8</charset><pattern>%s</pattern></encoder>
              </appender>
            """;

    @Override
    public String name() {
        return "bad-input";
    }

    @Override
    public String shows() {
        return "bad configuration, directories, journals and privileges: a status that names the place, and it goes on";
    }

    @Override
    public void run(Findings findings) {
        Random random = Seed.random(name());
        for (Jdk jdk : Jdk.all()) {
            cases().forEach((title, proof) -> {
                proof.accept(findings, jdk);
                findings.figure("%s, %s: looked at", jdk, title);
            });
            for (int i = 0; i < FULL_DAMAGE_ROUNDS; i++) {
                damagedJournal(findings, jdk, random);
            }
            findings.figure("%s, damaged journal: %d rounds", jdk, FULL_DAMAGE_ROUNDS);
        }
    }

    /** Every case but the damaged journal, by its name. */
    public Map<String, BiConsumer<Findings, Jdk>> cases() {
        Map<String, BiConsumer<Findings, Jdk>> cases = new LinkedHashMap<>();
        cases.put("malformed XML", this::malformedXml);
        cases.put("unknown classes and words", this::unknownWords);
        cases.put("missing configuration file", this::missingConfiguration);
        cases.put("more appenders than a journal has cursors", this::tooManyAppenders);
        cases.put("unwritable log directory", this::unwritableLogDirectory);
        cases.put("journal directory that is read-only", this::readOnlyJournalDirectory);
        cases.put("journal directory of somebody else", this::foreignJournal);
        cases.put("symbolic link in the journal's place", this::linkedJournal);
        cases.put("file in the journal's place", this::fileAsJournal);
        cases.put("journal of a newer version", this::newerJournal);
        cases.put("two JVMs on one configuration", this::twoJvms);
        cases.put("two class loaders in one JVM", this::twoLoaders);
        cases.put("user without a passwd entry", this::userWithoutName);
        cases.put("process 1 with a read-only root", this::readOnlyRoot);
        return cases;
    }

    private void malformedXml(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "malformed XML")) {
            scene.configure("<configuration>\n  <root level=\"INFO\">\n    <appender-ref ref=\"FILE\">\n  </root>\n");
            scene.run();
            scene.requireStatus("logback.xml:4");
            scene.requireOnConsole();
        }
    }

    private void unknownWords(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "unknown classes and words")) {
            scene.configure("<configuration>\n"
                    + "  <wibble/>\n"
                    + "  <appender name=\"ODD\" class=\"com.example.NoSuchAppender\"/>\n"
                    + FILE_APPENDER.formatted(scene.log, "%wobble " + LineShape.CUSTOMARY.pattern())
                    + "  <logger name=\"odd\" level=\"LOUD\"/>\n"
                    + "  <root level=\"INFO\"><appender-ref ref=\"FILE\"/><appender-ref ref=\"ODD\"/>"
                    + "<appender-ref ref=\"NOWHERE\"/></root>\n</configuration>\n");
            scene.run();
            scene.requireStatus("logback.xml:2", "wibble");
            scene.requireStatus("logback.xml:3", "com.example.NoSuchAppender");
            scene.requireStatus("wobble");
            scene.requireStatus("logback.xml:8", "LOUD");
            scene.requireStatus("NOWHERE");
            scene.requireMessages(scene.readLog());
        }
    }

    private void missingConfiguration(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "missing configuration file")) {
            scene.configuration = scene.dir.path().resolve("nowhere.xml");
            scene.run();
            scene.requireStatus("nowhere.xml");
            scene.requireOnConsole();
        }
    }

    /** What runs instead redacts all the same. */
    private void tooManyAppenders(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "too many appenders")) {
            StringBuilder appenders = new StringBuilder();
            StringBuilder references = new StringBuilder();
            for (int i = 0; i < APPENDERS_TOO_MANY; i++) {
                appenders.append("<appender name=\"F" + i + "\" class=\"ch.qos.logback.core.FileAppender\"><file>"
                        + scene.log + i + "</file><encoder><pattern>%m%n</pattern></encoder></appender>\n");
                references.append("<appender-ref ref=\"F" + i + "\"/>");
            }
            scene.configure("<configuration>\n<property name=\"millrace.redact.patterns\" value=\"s=17\\b\"/>\n"
                    + appenders + "<root level=\"INFO\">" + references + "</root>\n</configuration>\n");
            scene.run();
            scene.requireStatus("MR004");
            findings.require(
                    scene.output.contains("|t=0 s=16 ")
                            && scene.output.contains("|t=0 **** ")
                            && !scene.output.contains(" s=17 "),
                    "%s: the console is not redacted: %s",
                    scene.title,
                    scene.output.lines().limit(40).toList());
        }
    }

    private void unwritableLogDirectory(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "unwritable log directory")) {
            if (scene.cannotRunAs(SOMEBODY)) {
                return;
            }
            scene.withConsole();
            scene.endSoon();
            scene.as(SOMEBODY);
            scene.run();
            scene.requireStatus("logs");
            scene.requireOnConsole();
        }
    }

    private void readOnlyJournalDirectory(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "journal directory that is read-only")) {
            if (scene.cannotRunAs(SOMEBODY)) {
                return;
            }
            Path readOnly = scene.dir.make("read-only");
            scene.chown(SOMEBODY, scene.log.getParent());
            scene.as(SOMEBODY);
            scene.start.add(start -> start.property("millrace.journal.dir", readOnly));
            scene.run();
            scene.requireStatus("read-only");
            scene.requireLines();
        }
    }

    private void foreignJournal(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "journal directory of somebody else")) {
            if (scene.cannotRunAs(SOMEBODY)) {
                return;
            }
            Path journal = scene.dir.make("logs/.millrace");
            scene.chown(SOMEBODY, journal);
            scene.run();
            scene.requireStatus(".millrace");
            scene.requireLines();
            findings.require(scene.names(journal).isEmpty(), "%s: something was written into it", scene.title);
        }
    }

    private void linkedJournal(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "symbolic link in the journal's place")) {
            Path elsewhere = scene.dir.make("elsewhere");
            try {
                Files.createSymbolicLink(scene.log.resolveSibling(".millrace"), elsewhere);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            scene.run();
            scene.requireStatus(".millrace");
            scene.requireLines();
            findings.require(scene.names(elsewhere).isEmpty(), "%s: the link was followed", scene.title);
        }
    }

    private void fileAsJournal(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "file in the journal's place")) {
            try {
                Files.writeString(scene.log.resolveSibling(".millrace"), "mine");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            scene.run();
            scene.requireStatus(".millrace");
            scene.requireLines();
        }
    }

    private void newerJournal(Findings findings, Jdk jdk) {
        try (KillStage stage = new KillStage()) {
            String title = jdk + ", journal of a newer version";
            stage.obstruct();
            Life life = stage.writer(jdk, 50, false);
            stage.await(life, Phase.CLOSING);
            stage.kill(life);
            stage.clear();
            List<Path> control = stage.journalFiles("control");
            control.forEach(BadInput::makeNewer);
            byte[][] before = contents(stage.journalFiles(""));

            Life restart = stage.restart(jdk);
            stage.finish(findings, title, restart);

            findings.require(
                    Backend.chosen() != Backend.MILLRACE || control.size() == 1, "%s: no journal was left", title);
            findings.require(
                    Statuses.oneSays(restart.child().errors(), "MR210", "newer version"),
                    "%s: no status says so: %s",
                    title,
                    restart.child().errors());
            findings.require(Arrays.deepEquals(before, contents(stage.journalFiles(""))), "%s: it was touched", title);
            stage.checkDamaged(findings, title);
        }
    }

    private static void makeNewer(Path control) {
        try (FileChannel channel = FileChannel.open(control, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {99}), CONTROL_VERSION_OFFSET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[][] contents(List<Path> files) {
        byte[][] contents = new byte[files.size()][];
        for (int i = 0; i < contents.length; i++) {
            try {
                contents[i] = Files.readAllBytes(files.get(i));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return contents;
    }

    private void twoJvms(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "two JVMs on one configuration")) {
            int threads = 4;
            long eventsEach = 20_000;
            try (ChildJvm one = scene.bulk("oracle-1", threads, 0, eventsEach);
                    ChildJvm two = scene.bulk("oracle-2", threads, threads, eventsEach)) {
                scene.requireGoodEnd(one);
                scene.requireGoodEnd(two);
            }
            LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(scene.log);
            scene.requireSound(check);
            for (int t = 0; t < 2 * threads; t++) {
                findings.require(
                        check.missing(t, eventsEach) == 0,
                        "%s: %,d events of thread %d are missing",
                        scene.title,
                        check.missing(t, eventsEach),
                        t);
            }
        }
    }

    private void twoLoaders(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "two class loaders in one JVM")) {
            int loaders = 2;
            try (ChildJvm child = ChildJvm.of(jdk, LoadersChild.class, scene.dir.path())
                    .configuration(scene.configuration)
                    .arguments(loaders, EVENTS)
                    .start()) {
                scene.requireGoodEnd(child);
            }
            LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(scene.log);
            scene.requireSound(check);
            for (int t = 0; t < loaders; t++) {
                findings.require(
                        check.missing(t, EVENTS) == 0,
                        "%s: %d events of loader %d are missing",
                        scene.title,
                        check.missing(t, EVENTS),
                        t);
            }
        }
    }

    private void userWithoutName(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "user without a passwd entry")) {
            if (scene.cannotRunAs(SOMEBODY)) {
                return;
            }
            scene.chown(SOMEBODY, scene.log.getParent());
            scene.as(SOMEBODY);
            scene.start.add(start -> start.environment("HOME", "/"));
            scene.run();
            scene.requireLines();
        }
    }

    private void readOnlyRoot(Findings findings, Jdk jdk) {
        try (Scene scene = new Scene(findings, jdk, "process 1 with a read-only root")) {
            if (!Privileges.run("unshare", "--mount", "--pid", "--fork", "--mount-proc", "true")) {
                findings.skip(scene.title + ": " + Privileges.NO_MOUNT);
                return;
            }
            scene.withConsole();
            scene.endSoon();
            scene.start.add(start -> start.launcher(
                    "unshare",
                    "--mount",
                    "--pid",
                    "--fork",
                    "--mount-proc",
                    "sh",
                    "-c",
                    "mount --bind / / && mount -o remount,ro,bind / && for m in /tmp /dev/shm /var/tmp; do"
                            + " mountpoint -q $m && mount -o remount,ro,bind $m; done; exec \"$@\"",
                    "sh"));
            scene.run();
            scene.requireStatus("logs");
            scene.requireOnConsole();
        }
    }

    /** Flips bytes in the files that a killed program left. What comes out is never damaged, and the restart works. */
    public void damagedJournal(Findings findings, Jdk jdk, Random random) {
        try (KillStage stage = new KillStage()) {
            stage.obstruct();
            Life life = stage.writer(jdk, 100 + random.nextInt(300), false);
            stage.await(life, Phase.CLOSING);
            Waiting.pass(TIME_TO_SEAL_MICROS);
            stage.kill(life);
            stage.clear();
            int flips = damage(stage.journalFiles(""), random);
            Life restart = stage.restart(jdk);
            String title = "%s, damaged journal, %d flips".formatted(jdk, flips);
            stage.finish(findings, title, restart);
            long lines = stage.checkDamaged(findings, title);
            findings.progress(
                    "%s: %,d of %,d lines came out", title, lines, life.oracle().returned());
        }
    }

    private static int damage(List<Path> files, Random random) {
        int flips = 0;
        try {
            for (int i = 0; i < 1 + random.nextInt(20) && !files.isEmpty(); i++) {
                Path file = files.get(random.nextInt(files.size()));
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                    // Half of the flips into the first bytes, where the descriptors are.
                    long bound = random.nextBoolean() ? Math.min(4096, channel.size()) : channel.size();
                    long at = (long) (random.nextDouble() * bound);
                    byte[] bytes = new byte[random.nextInt(16) + 1];
                    random.nextBytes(bytes);
                    channel.write(ByteBuffer.wrap(bytes, 0, (int) Math.min(bytes.length, channel.size() - at)), at);
                    flips++;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return flips;
    }

    /** A directory, a configuration and one child that logs some lines. */
    private static final class Scene implements AutoCloseable {
        private final Findings findings;
        private final Jdk jdk;
        private final String title;
        private final WorkDir dir = new WorkDir("bad");
        private final Path log = dir.make("logs").resolve("app.log");
        private final List<java.util.function.UnaryOperator<ChildJvm.Start>> start = new ArrayList<>();
        private Path configuration;
        private String output = "";
        private String errors = "";

        Scene(Findings findings, Jdk jdk, String title) {
            this.findings = findings;
            this.jdk = jdk;
            this.title = jdk + ", " + title;
            configuration = new Configuration()
                    .file("FILE", log, LineShape.CUSTOMARY.pattern())
                    .write(dir.path().resolve("logback.xml"));
        }

        void configure(String xml) {
            try {
                Files.writeString(configuration, xml);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void withConsole() {
            new Configuration()
                    .file("FILE", log, LineShape.CUSTOMARY.pattern())
                    .console("CONSOLE", LineShape.CUSTOMARY.pattern())
                    .write(configuration);
        }

        boolean cannotRunAs(int user) {
            boolean cannot = !Privileges.canRunAs(user);
            if (cannot) {
                findings.skip(title + ": " + Privileges.NO_OTHER_USER);
            }
            return cannot;
        }

        /** The log file can never be written, so that the end must run into the time-out. */
        void endSoon() {
            start.add(child -> child.property("millrace.shutdown.timeout", SHORT_TIMEOUT));
        }

        void as(int user) {
            List<Path> copy = Privileges.readableByAll(Backend.chosen().classPath(), dir.make("lib"));
            start.add(child -> child.classPath(copy).launcher(Privileges.as(user)));
        }

        void chown(int user, Path path) {
            Privileges.run("chown", user + ":" + user, path.toString());
        }

        void run() {
            ChildJvm.Start prepared = ChildJvm.of(jdk, LinesChild.class, dir.path())
                    .configuration(configuration)
                    .arguments(0, EVENTS);
            for (var step : start) {
                prepared = step.apply(prepared);
            }
            try (ChildJvm child = prepared.start()) {
                requireGoodEnd(child);
                output = child.output();
                errors = child.errors();
            }
        }

        ChildJvm bulk(String oracle, int threads, int firstThread, long eventsEach) {
            Path oracleFile = dir.path().resolve(oracle);
            new Oracle(oracleFile, threads);
            return ChildJvm.of(jdk, BulkChild.class, dir.path())
                    .configuration(configuration)
                    .arguments(oracleFile, "platform", threads, eventsEach, firstThread)
                    .start();
        }

        void requireGoodEnd(ChildJvm child) {
            int exit = child.join(TIMEOUT_SECONDS);
            findings.require(exit == 0 && !child.crashed(), "%s: exit code %d: %s", title, exit, child.tail());
        }

        void requireStatus(String... words) {
            findings.require(
                    Statuses.oneSays(errors, words), "%s: no status says %s: %s", title, List.of(words), errors);
        }

        void requireLines() {
            LineCheck check = new LineCheck(1, LineShape.CUSTOMARY).read(log);
            findings.require(
                    check.missing(0, EVENTS) == 0,
                    "%s: %d lines are missing: %s",
                    title,
                    check.missing(0, EVENTS),
                    errors);
            requireSound(check);
        }

        void requireSound(LineCheck check) {
            findings.require(
                    check.doubled() == 0
                            && check.reordered() == 0
                            && !check.tornEnd()
                            && check.otherLines().isEmpty(),
                    "%s: %d doubled, %d out of order, strange lines %s",
                    title,
                    check.doubled(),
                    check.reordered(),
                    check.otherLines().stream().limit(3).toList());
        }

        void requireOnConsole() {
            requireMessages(output);
        }

        void requireMessages(String text) {
            int missing = 0;
            for (long s = 0; s < EVENTS; s++) {
                missing += text.contains(EventText.message(0, s)) ? 0 : 1;
            }
            findings.require(
                    missing == 0 || Backend.chosen() != Backend.MILLRACE,
                    "%s: %d messages are missing: %s",
                    title,
                    missing,
                    errors);
        }

        String readLog() {
            try {
                return Files.exists(log) ? Files.readString(log) : "";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<String> names(Path path) {
            return List.of(java.util.Objects.requireNonNullElse(path.toFile().list(), new String[0]));
        }

        @Override
        public void close() {
            dir.close();
        }
    }
}
