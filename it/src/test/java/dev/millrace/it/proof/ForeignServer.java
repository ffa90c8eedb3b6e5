package dev.millrace.it.proof;

import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.Waiting;
import dev.millrace.it.harness.WorkDir;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** A server of somebody else that is started and stopped, once with each backend, and what it logged compared. */
final class ForeignServer {
    private static final int SECONDS_TO_START = 120;
    private static final int SECONDS_TO_END = 60;
    private static final long LOOK_MICROS = 1_000_000;
    private static final int SIGTERM = 128 + 15;

    private final String name;
    private final BiFunction<Jdk, Path, ChildJvm.Start> start;
    private final BiFunction<ChildJvm, Path, String> log;
    private final String ready;
    private final Function<String, String> timeless;

    /**
     * A server.
     *
     * @param start prepares it in a directory, but for SLF4J and the backend
     * @param log what it has logged so far
     * @param ready what it logs when it has started
     * @param timeless takes out of the log what differs from run to run
     */
    ForeignServer(
            String name,
            BiFunction<Jdk, Path, ChildJvm.Start> start,
            BiFunction<ChildJvm, Path, String> log,
            String ready,
            Function<String, String> timeless) {
        this.name = name;
        this.start = start;
        this.log = log;
        this.ready = ready;
        this.timeless = timeless;
    }

    void compare(Findings findings, Jdk jdk, List<Path> classPath) {
        List<String> expected = lines(findings, jdk, classPath, Backend.LOGBACK);
        List<String> lines = lines(findings, jdk, classPath, Backend.MILLRACE);
        List<String> missing = without(expected, lines);
        List<String> more = without(lines, expected);
        findings.require(missing.isEmpty(), "%s, %s: lines of Logback's are missing: %s", jdk, name, missing);
        findings.require(more.isEmpty(), "%s, %s: lines that Logback does not write: %s", jdk, name, more);
        findings.require(!expected.isEmpty(), "%s, %s: nothing was logged", jdk, name);
        findings.figure("%s, %s: %d lines, the same with both", jdk, name, lines.size());
    }

    private List<String> lines(Findings findings, Jdk jdk, List<Path> classPath, Backend backend) {
        String title = jdk + ", " + name + " with " + backend;
        try (WorkDir home = new WorkDir("server")) {
            List<Path> places = new ArrayList<>(backend.placesForOthers());
            places.addAll(classPath);
            Path temporary = home.make("tmp");
            try (ChildJvm child = start.apply(jdk, home.path())
                    .property("java.io.tmpdir", temporary)
                    .classPath(places)
                    .start()) {
                findings.require(hasStarted(child, home.path()), "%s: it did not start: %s", title, child.tail());
                child.terminate();
                int exit = child.join(SECONDS_TO_END);
                findings.require(
                        exit == SIGTERM && !child.crashed(), "%s: exit code %d: %s", title, exit, child.tail());
                findings.require(
                        !child.errors().contains("millrace ERROR")
                                && !child.errors().contains("millrace WARN"),
                        "%s: %s",
                        title,
                        child.errors());
                findings.require(
                        !Files.exists(home.path().resolve(".millrace"))
                                && !Files.exists(temporary.resolve(".millrace")),
                        "%s: a journal is left",
                        title);
                return timeless.apply(log.apply(child, home.path()))
                        .lines()
                        .sorted()
                        .toList();
            }
        }
    }

    /** Started, and silent for a second since. */
    private boolean hasStarted(ChildJvm child, Path home) {
        String[] seen = {""};
        return Waiting.until(SECONDS_TO_START, () -> {
                    Waiting.pass(LOOK_MICROS);
                    String before = seen[0];
                    seen[0] = log.apply(child, home);
                    return !child.alive() || (seen[0].contains(ready) && seen[0].equals(before));
                })
                && child.alive();
    }

    private static List<String> without(List<String> lines, List<String> others) {
        List<String> left = new ArrayList<>(lines);
        others.forEach(left::remove);
        return left;
    }

    /** What stands in all files whose names begin with a text. */
    static String files(Path home, String prefix) {
        try (Stream<Path> files = Files.list(home)) {
            StringBuilder text = new StringBuilder();
            for (Path file : files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList()) {
                text.append(Files.readString(file));
            }
            return text.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
