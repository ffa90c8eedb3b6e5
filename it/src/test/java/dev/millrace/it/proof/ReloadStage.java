package dev.millrace.it.proof;

import dev.millrace.it.child.ReloadChild;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.GenerationCheck;
import dev.millrace.it.workload.Oracle;
import dev.millrace.it.workload.Oracle.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program whose configuration changes while it logs. Generation k writes its number into each line, and has three
 * files: {@code all.log} in every generation, under one name or under another in each, {@code moving-0.log} or {@code
 * moving-1.log} in turn under one name, and {@code only-k.log}.
 */
final class ReloadStage implements AutoCloseable {
    static final int WRITERS = 4;
    private static final int MAX_LIVES = 4;
    private static final int TIMEOUT_SECONDS = 60;
    private static final Pattern NOT_WRITTEN = Pattern.compile("MR306: .* (\\d+) events");

    private final WorkDir dir = new WorkDir("reload");
    private final Path configuration = dir.path().resolve("logback.xml");
    private final List<ChildJvm> children = new ArrayList<>();
    private final List<Oracle> oracles = new ArrayList<>();
    private final boolean movingFirst;
    private final boolean renaming;
    private int generation = -1;

    /**
     * A stage.
     *
     * @param movingFirst the first file, which a start finds its journal by, changes with each generation
     * @param renaming the appender of the file of all generations has another name in each: a start does not know what an
     *     earlier one has left, but for the batch that was being written
     */
    ReloadStage(boolean movingFirst, boolean renaming) {
        this.movingFirst = movingFirst;
        this.renaming = renaming;
    }

    /** Writes the next generation's configuration; {@code atOnce} lets the file change in one step. */
    void configure(boolean atOnce) {
        generation++;
        String all = renaming ? "ALL" + generation : "ALL";
        String xml = "<configuration scan=\"true\" scanPeriod=\"100 milliseconds\">\n"
                + (movingFirst ? moving() + all(all) : all(all) + moving())
                + appender("ONLY" + generation, "only-" + generation)
                + "  <root level=\"INFO\">\n    <appender-ref ref=\"MOVING\"/><appender-ref ref=\"" + all
                + "\"/><appender-ref ref=\"ONLY" + generation + "\"/>\n  </root>\n</configuration>\n";
        try {
            if (atOnce) {
                Path next = Files.writeString(dir.path().resolve("next.xml"), xml);
                Files.move(next, configuration, StandardCopyOption.ATOMIC_MOVE);
            } else {
                Files.writeString(configuration, xml);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String moving() {
        return appender("MOVING", "moving-" + generation % 2);
    }

    private String all(String name) {
        return appender(name, "all");
    }

    private String appender(String name, String file) {
        return """
                  <appender name="%s" class="ch.qos.logback.core.FileAppender">
                    <file>%s</file>
                    <encoder><charset>UTF-8</charset><pattern>%d %%m%%n</pattern></encoder>
                  </appender>
                """
                .formatted(name, file(file), generation);
    }

    private Path file(String name) {
        return dir.path().resolve(name + ".log");
    }

    /** Starts a program that logs so many events a second. */
    ChildJvm start(Jdk jdk, long eventsASecond) {
        int life = children.size();
        Path file = dir.path().resolve("oracle-" + life);
        Oracle oracle = new Oracle(file, WRITERS);
        oracles.add(oracle);
        ChildJvm child = ChildJvm.of(jdk, ReloadChild.class, dir.path())
                .configuration(configuration)
                .property("millrace.overflow", "block")
                .arguments(file, WRITERS, life * WRITERS, eventsASecond)
                .start();
        children.add(child);
        if (!Waiting.until(TIMEOUT_SECONDS, () -> oracle.phase().compareTo(Phase.STARTED) >= 0 || !child.alive())) {
            throw new IllegalStateException("the child does not start: " + child.tail());
        }
        return child;
    }

    /** Waits until the generation is in force. */
    boolean awaitGeneration() {
        ChildJvm child = children.get(children.size() - 1);
        Path only = file("only-" + generation);
        return Waiting.until(TIMEOUT_SECONDS, () -> Files.exists(only) || !child.alive()) && child.alive();
    }

    /** Waits until no journal of an earlier life is left. */
    boolean awaitRecovery() {
        return Waiting.until(TIMEOUT_SECONDS, () -> journals() == 1 && notes() == 0);
    }

    private long journals() {
        return files("control");
    }

    private long notes() {
        return files("from-");
    }

    private long files(String prefix) {
        Path root = dir.path().resolve(".millrace");
        try (Stream<Path> below = Files.exists(root) ? Files.walk(root) : Stream.empty()) {
            return below.filter(path -> path.getFileName().toString().startsWith(prefix))
                    .count();
        } catch (IOException | UncheckedIOException e) {
            // It changes while it is looked at.
            return -1;
        }
    }

    /** Lets the last program come to its end. */
    void stop(Findings findings, String title) {
        ChildJvm child = children.get(children.size() - 1);
        child.say("stop");
        int exit = child.join(TIMEOUT_SECONDS);
        findings.require(exit == 0, "%s: the child ended with %d: %s", title, exit, child.tail());
        Figures.of(child.output()).requireBalance(findings, title);
    }

    /** Compares the files with one another and with what the programs say. Returns the number of events. */
    long check(Findings findings, String title, boolean killed) {
        int before = findings.failures().size();
        int threads = MAX_LIVES * WRITERS;
        GenerationCheck all = new GenerationCheck(threads).read(file("all"));
        GenerationCheck moving =
                new GenerationCheck(threads).read(file("moving-0")).read(file("moving-1"));
        GenerationCheck only = new GenerationCheck(threads);
        for (int g = 0; g <= generation; g++) {
            long linesBefore = only.lines();
            long ownBefore = only.linesOf(g);
            only.read(file("only-" + g));
            findings.require(
                    only.linesOf(g) - ownBefore == only.lines() - linesBefore,
                    "%s: only-%d.log has lines of other generations",
                    title,
                    g);
        }
        requireOnce(findings, title + ", all", all);
        requireOnce(findings, title + ", moving", moving);
        requireOnce(findings, title + ", only", only);
        long missingOnly = 0;
        long missingAll = 0;
        for (int life = 0; life < oracles.size(); life++) {
            for (int i = 0; i < WRITERS; i++) {
                long returned = oracles.get(life).returned(i);
                int thread = life * WRITERS + i;
                missingAll += all.missing(thread, returned);
                requireNone(findings, title, "moving", moving, moving.missing(thread, returned));
                missingOnly += only.missing(thread, returned);
            }
        }
        long told = notWritten();
        requireTold(findings, title + ", only", only, missingOnly, killed ? told : 0);
        requireTold(findings, title + ", all", all, missingAll, killed && renaming ? told : 0);
        if (!killed) {
            requireNone(findings, title, "all against moving", all, all.disagreements(moving));
            requireNone(findings, title, "all against only", all, all.disagreements(only));
        }
        findings.require(
                !Files.exists(dir.path().resolve(".millrace")), "%s: journal files are left after a clean end", title);
        if (findings.failures().size() > before) {
            dir.keep();
            findings.require(
                    false,
                    "%s: kept in %s; last words: %s",
                    title,
                    dir.path(),
                    children.get(children.size() - 1).tail());
        }
        return all.lines();
    }

    private static void requireTold(Findings findings, String title, GenerationCheck check, long missing, long told) {
        findings.require(
                missing <= told, "%s: %,d events lack, %,d are told of: %s", title, missing, told, check.samples());
    }

    private static void requireOnce(Findings findings, String title, GenerationCheck check) {
        findings.require(
                check.doubled() == 0 && check.strange() == 0,
                "%s: %,d doubled, %,d strange lines: %s",
                title,
                check.doubled(),
                check.strange(),
                check.samples());
    }

    private static void requireNone(Findings findings, String title, String what, GenerationCheck check, long count) {
        findings.require(count == 0, "%s: %,d events lack or disagree, %s: %s", title, count, what, check.samples());
    }

    /** Events of sinks that a restart does not know any more, as the programs tell. */
    private long notWritten() {
        long sum = 0;
        for (ChildJvm child : children) {
            Matcher matcher = NOT_WRITTEN.matcher(child.errors());
            while (matcher.find()) {
                sum += Long.parseLong(matcher.group(1));
            }
        }
        return sum;
    }

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
        dir.close();
    }
}
