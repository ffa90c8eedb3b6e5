package dev.millrace.it.proof;

import dev.millrace.it.child.RestartChild;
import dev.millrace.it.child.WriterChild;
import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Configuration;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineCheck;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import dev.millrace.it.workload.Oracle.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One directory in which a program lives and is killed several times, with an oracle a life. At the end two files are
 * compared with what the lives' oracles say: one with all events, one with the warnings only.
 */
final class KillStage implements AutoCloseable {
    static final int WRITERS = 4;
    /** What stands where an entry of the dictionary was damaged. */
    private static final String NO_TEXT = "[no text #";

    private static final int UNSEALED_LINES = 4_000;
    private static final int PHASE_TIMEOUT_SECONDS = 60;
    private static final int END_TIMEOUT_SECONDS = 120;

    private final WorkDir dir = new WorkDir("kill");
    private final Path all = dir.path().resolve("all.log");
    private final Path warnings = dir.path().resolve("warnings.log");
    private final List<Life> lives = new ArrayList<>();
    private final List<LineShape> shapes = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    private boolean warningsApart = true;
    // Null: the file with all events does not roll.
    private RollingFiles rolling;
    private Path configuration;
    private long lastUnrendered;
    private int cutLateLines;

    /** One run of a child; {@code word} is null for a writer; {@code goesOn}: it logs on behind the backend's end. */
    record Life(int number, Oracle oracle, String word, ChildJvm child, boolean goesOn) {
        int firstThread() {
            return number * WRITERS;
        }
    }

    KillStage() {
        shape(LineShape.CUSTOMARY);
    }

    /** Changes the pattern, from the next life on. */
    void shape(LineShape shape) {
        shapes.add(shape);
        configure(shape);
    }

    /** Sets one of the backend's options, from the next life on. */
    void option(String name, String value) {
        properties.put(name, value);
        configure(shapes.get(shapes.size() - 1));
    }

    /**
     * Leaves the file with the warnings out. Where the budget is small, a sink that is ahead of another would make that
     * one lose events, as it must.
     */
    void onlyOneFile() {
        warningsApart = false;
        configure(shapes.get(shapes.size() - 1));
    }

    /** Lets the one file roll, from the next life on. */
    void roll(RollingFiles files) {
        rolling = files;
        onlyOneFile();
    }

    private void configure(LineShape shape) {
        Configuration written = new Configuration();
        properties.forEach(written::property);
        if (rolling == null) {
            written.file("ALL", all, shape.pattern());
        } else {
            written.raw(rolling.xml("ALL", shape.pattern()), "ALL");
        }
        if (warningsApart) {
            written.warnFile("WARNINGS", warnings, shape.pattern());
        }
        configuration = written.write(dir.path().resolve("logback.xml"));
    }

    /** Starts a writer; {@code millis} 0 writes for ever, else it closes the backend after that time. */
    Life writer(Jdk jdk, long millis, boolean goOn, String... jvm) {
        int number = lives.size();
        Path file = dir.path().resolve("oracle-" + number);
        Oracle oracle = new Oracle(file, WRITERS);
        ChildJvm child = ChildJvm.of(jdk, WriterChild.class, dir.path())
                .configuration(configuration)
                .jvm(jvm)
                .arguments(file, WRITERS, number * WRITERS, millis, goOn)
                .start();
        return born(new Life(number, oracle, null, child, goOn));
    }

    /** Starts a child that logs one line and closes. */
    Life restart(Jdk jdk, String... jvm) {
        return restart(jdk, 0, jvm);
    }

    /** Starts a child that logs one line, does nothing for some time, and closes. */
    Life restart(Jdk jdk, long millis, String... jvm) {
        int number = lives.size();
        Path file = dir.path().resolve("oracle-" + number);
        String word = "restart-" + number;
        ChildJvm child = ChildJvm.of(jdk, RestartChild.class, dir.path())
                .configuration(configuration)
                .jvm(jvm)
                .arguments(file, word, millis)
                .start();
        return born(new Life(number, new Oracle(file, 1), word, child, false));
    }

    private Life born(Life life) {
        lives.add(life);
        return life;
    }

    /** Waits until a life has come so far, or has ended. */
    void await(Life life, Phase phase) {
        if (!Waiting.until(
                PHASE_TIMEOUT_SECONDS,
                () -> life.oracle().phase().compareTo(phase) >= 0
                        || !life.child().alive())) {
            throw new IllegalStateException(
                    "child never reached " + phase + ": " + life.child().tail());
        }
    }

    /** Kills a life and returns how many returned calls have no line in the file yet. */
    long kill(Life life) {
        life.child().kill();
        long returned = 0;
        for (Life each : lives) {
            returned += each.oracle().returned();
        }
        lastUnrendered = Math.max(0, returned - (Files.isRegularFile(all) ? LineCheck.countLines(all) : 0));
        return lastUnrendered;
    }

    /** Lets a restarted life come to its end, and requires that it ends well. */
    void finish(Findings findings, String title, Life life) {
        int exit = life.child().join(END_TIMEOUT_SECONDS);
        findings.require(
                exit == 0,
                "%s: the restarted child ended with %d: %s",
                title,
                exit,
                life.child().tail());
        findings.require(
                life.oracle().phase() == Phase.CLOSED,
                "%s: the restarted child did not close: %s",
                title,
                life.child().tail());
    }

    /** Compares the files with the oracles. Returns the number of lines. */
    long check(Findings findings, String title) {
        int failuresBefore = findings.failures().size();
        LineShape[] known = shapes.toArray(new LineShape[0]);
        LineCheck whole = new LineCheck(1, known).read(rolling == null ? List.of(all) : rolling.inOrder());
        LineCheck warned = new LineCheck(EventText.WARN_STRIDE, known).read(warnings);
        checkFile(findings, title + ", all events", whole, late(whole));
        checkFile(findings, title + ", warnings", warned, late(warned));
        int threadsSeen = 0;
        for (Life life : lives) {
            threadsSeen += life.word() == null ? checkWriter(findings, title, life, whole, warned) : 0;
        }
        findings.require(threadsSeen == whole.threads().size(), "%s: lines of threads that never were", title);
        if (rolling != null) {
            rolling.check(findings, title);
        }
        checkRestarts(findings, title, whole.otherLines());
        if (warningsApart) {
            checkRestarts(findings, title, warned.otherLines());
        }
        findings.require(
                lives.stream().noneMatch(life -> life.child().crashed()), "%s: a JVM crash report was left", title);
        if (Backend.chosen() == Backend.MILLRACE) {
            findings.require(
                    !Files.exists(dir.path().resolve(".millrace")),
                    "%s: journal files are left after a clean end",
                    title);
        }
        if (findings.failures().size() > failuresBefore) {
            dir.keep();
            findings.require(
                    false,
                    "%s: kept in %s; last words: %s",
                    title,
                    dir.path(),
                    lives.get(lives.size() - 1).child().tail());
        }
        return whole.lines();
    }

    /** Puts a directory where the file belongs: whatever is logged stays in the journal, with its options as they are. */
    void obstruct() {
        onlyOneFile();
        try {
            Files.createDirectory(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes the obstacle away. */
    void clear() {
        WorkDir.delete(all);
    }

    /**
     * What must hold when the journal's files were damaged: nothing strange comes out of what was sealed, and the
     * restarted program logs as ever. The last blocks are never sealed, and are not looked at.
     */
    long checkDamaged(Findings findings, String title) {
        LineCheck whole = new LineCheck(1, LineShape.CUSTOMARY).read(all);
        findings.require(!whole.tornEnd(), "%s: torn end", title);
        List<String> strange = new ArrayList<>();
        for (int i = 0; i < whole.otherLines().size(); i++) {
            String line = whole.otherLines().get(i);
            boolean sealed = whole.lines() - whole.otherLineNumbers().get(i) >= UNSEALED_LINES;
            if (sealed && !line.contains(NO_TEXT) && GapLines.of(List.of(line)).lines() == 0) {
                strange.add(line);
            }
        }
        findings.require(
                strange.isEmpty(),
                "%s: %d of %d lines are damaged: %s",
                title,
                strange.size(),
                whole.lines(),
                strange.stream().limit(3).toList());
        findings.require(
                whole.otherLines().stream().anyMatch(line -> line.endsWith("~")),
                "%s: the restarted program's line is not there",
                title);
        return whole.events();
    }

    /**
     * Lines of which a kill has left the beginning, of calls that had not returned and were made behind the backend's end:
     * those write to the file themselves, as the guide to recovery says.
     */
    private int late(LineCheck check) {
        List<LineCheck.Event> calls = new ArrayList<>();
        for (Life life : lives) {
            boolean mayBeLate = life.goesOn() && life.oracle().phase().compareTo(Phase.CLOSING) >= 0;
            for (int i = 0; mayBeLate && i < WRITERS; i++) {
                calls.add(new LineCheck.Event(
                        life.firstThread() + i, life.oracle().returned(i)));
            }
        }
        int count = check.tornEndsOf(calls);
        cutLateLines += count;
        return count;
    }

    private static void checkFile(Findings findings, String title, LineCheck check, int late) {
        findings.require(
                check.doubled() == 0 && check.reordered() == 0 && check.tornEnds() == late,
                "%s: %d doubled, %d out of order, torn end %s: %s",
                title,
                check.doubled(),
                check.reordered(),
                check.tornEnd(),
                check.samples());
    }

    private int checkWriter(Findings findings, String title, Life life, LineCheck whole, LineCheck warned) {
        int seen = 0;
        for (int i = 0; i < WRITERS; i++) {
            int t = life.firstThread() + i;
            long returned = life.oracle().returned(i);
            long next = whole.next(t);
            if (rolling != null && rolling.forgets() && next == 0) {
                continue;
            }
            Set<Long> gaps = new TreeSet<>(whole.gaps(t));
            if (rolling != null && rolling.forgets()) {
                // Lines at the beginning are removed with their files; those behind must all be there.
                gaps.removeIf(s -> s < whole.first(t));
            }
            findings.require(
                    next >= returned && next <= returned + 1 && gaps.isEmpty(),
                    "%s: life %d, thread %d: %,d calls returned, lines up to %,d, %,d gaps from %s on",
                    title,
                    life.number(),
                    i,
                    returned,
                    next,
                    gaps.size(),
                    gaps.stream().findFirst().orElse(-1L));
            long nextWarning = nextWarning(next);
            // Without a journal, or once it is closed, the call of the moment may have been killed between the two
            // files.
            boolean between = warned.next(t) == nextWarning(returned)
                    && (Backend.chosen() != Backend.MILLRACE
                            || life.oracle().phase().compareTo(Oracle.Phase.CLOSING) >= 0);
            findings.require(
                    !warningsApart
                            || (warned.next(t) == nextWarning || between)
                                    && warned.gaps(t).isEmpty(),
                    "%s: life %d, thread %d: warnings up to %,d instead of %,d, %,d gaps",
                    title,
                    life.number(),
                    i,
                    warned.next(t),
                    nextWarning,
                    warned.gaps(t).size());
            seen += next > 0 ? 1 : 0;
        }
        return seen;
    }

    private static long nextWarning(long next) {
        return (next + EventText.WARN_STRIDE - 1) / EventText.WARN_STRIDE * EventText.WARN_STRIDE;
    }

    private void checkRestarts(Findings findings, String title, List<String> lines) {
        Map<String, Integer> found = new HashMap<>();
        List<String> strange = new ArrayList<>();
        for (String line : lines) {
            int tilde = line.indexOf('~');
            if (tilde > 0 && line.endsWith("~") && line.contains(RestartChild.class.getName())) {
                found.merge(line.substring(tilde + 1, line.length() - 1), 1, Integer::sum);
            } else {
                strange.add(line);
            }
        }
        findings.require(
                strange.isEmpty(),
                "%s: %d damaged lines: %s",
                title,
                strange.size(),
                strange.stream().limit(3).toList());
        for (Life life : lives) {
            if (life.word() != null) {
                int count = found.getOrDefault(life.word(), 0);
                boolean mayBeRemoved = rolling != null && rolling.forgets();
                findings.require(
                        count <= 1 && (mayBeRemoved || count >= life.oracle().returned(0)),
                        "%s: the line of %s is there %d times",
                        title,
                        life.word(),
                        count);
            }
        }
    }

    /** Of how many calls that had not returned, behind the backend's end, the beginning of a line was left. */
    int cutLateLines() {
        return cutLateLines;
    }

    /** What {@link #kill} returned last. */
    long lastUnrendered() {
        return lastUnrendered;
    }

    /** Where it happens. */
    Path directory() {
        return dir.path();
    }

    /** The journal's files that are not empty, and of that name unless it is empty. */
    List<Path> journalFiles(String name) {
        Path root = dir.path().resolve(".millrace");
        try (Stream<Path> below = Files.exists(root) ? Files.walk(root) : Stream.empty()) {
            return below.filter(Files::isRegularFile)
                    .filter(file ->
                            !file.toString().endsWith(".lock") && file.toFile().length() > 0)
                    .filter(file ->
                            name.isEmpty() || file.getFileName().toString().equals(name))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        lives.forEach(life -> life.child().close());
        dir.close();
    }
}
