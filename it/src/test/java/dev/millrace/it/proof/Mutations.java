package dev.millrace.it.proof;

import dev.millrace.it.child.TestsChild;
import dev.millrace.it.harness.Artifact;
import dev.millrace.it.harness.ChildJvm;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.harness.Jdk;
import dev.millrace.it.harness.WorkDir;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Each row of what Logback has and Millrace covers is switched off once, by one change of one source: then one of the
 * tests that are named for it must fail. As many rows are tried at once as there are processors. The property
 * {@code millrace.mutations} chooses rows by a regular expression that is looked for in their number and title, such as
 * {@code 17 %caller}.
 */
public final class Mutations implements Proof {
    private static final List<String> MODULES =
            List.of("event", "journal", "layout", "core", "slf4j", "config-logback");
    private static final int SECONDS_TO_END = 400;
    private static final int TIMED_OUT = -1;

    private final Path root =
            Artifact.folder().resolve("../../..").toAbsolutePath().normalize();
    private final Pattern chosen = Pattern.compile(System.getProperty("millrace.mutations", ""));

    @Override
    public String name() {
        return "mutations";
    }

    @Override
    public String shows() {
        return "with the code of any row of Logback's words, options, filters and rolling rules switched off, a test fails";
    }

    @Override
    public void run(Findings findings) {
        List<Mutation> mutations = Mutation.all().stream()
                .filter(mutation -> chosen.matcher(mutation.toString()).find())
                .toList();
        Map<String, Mutation> suites = new LinkedHashMap<>();
        mutations.forEach(mutation -> suites.putIfAbsent(mutation.testModule() + mutation.tests(), mutation));
        long sound = count(suites.values(), mutation -> passes(findings, mutation));
        findings.figure("%d groups of tests, %d of them pass without any change", suites.size(), sound);
        long noticed = count(mutations, mutation -> notices(findings, mutation));
        findings.figure("%d rows switched off, %d of them noticed by a test", mutations.size(), noticed);
    }

    private static long count(Collection<Mutation> mutations, Predicate<Mutation> test) {
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Future<Boolean>> answers = new ArrayList<>();
            mutations.forEach(mutation -> answers.add(workers.submit(() -> test.test(mutation))));
            long count = 0;
            for (Future<Boolean> answer : answers) {
                count += answer.get() ? 1 : 0;
            }
            return count;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private boolean passes(Findings findings, Mutation mutation) {
        try (WorkDir none = new WorkDir("mutation")) {
            Figures figures = tests(mutation, none.path());
            return findings.require(
                    figures != null && figures.number("ran") > 0 && figures.number("failed") == 0,
                    "%s fail without any change: %s",
                    mutation.tests(),
                    figures);
        }
    }

    private boolean notices(Findings findings, Mutation mutation) {
        try (WorkDir changed = new WorkDir("mutation")) {
            String problem = compile(mutation, changed.path());
            if (!findings.require(problem == null, "%s: cannot be switched off: %s", mutation, problem)) {
                return false;
            }
            Figures figures = tests(mutation, changed.path());
            // Tests that do not end notice as well.
            boolean noticed = figures == null || figures.number("failed") > 0;
            findings.progress(
                    "%s: %s",
                    mutation,
                    figures == null ? "no end" : noticed ? figures.values().get("first") : "nothing");
            return findings.require(noticed, "%s: switched off, and no test of %s fails", mutation, mutation.tests());
        }
    }

    /** Compiles the changed source into a folder; what is wrong, or null. */
    private String compile(Mutation mutation, Path classes) {
        Path sources = root.resolve(mutation.module()).resolve("src/main/java");
        Path source = sources.resolve(mutation.source());
        try {
            String text = mutation.apply(Files.readString(source));
            if (text == null) {
                return "[" + mutation.before() + "] is not there exactly once in " + mutation.source();
            }
            Path changed = classes.resolve("source").resolve(mutation.source());
            Files.createDirectories(changed.getParent());
            Files.writeString(changed, text);
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            StringWriter messages = new StringWriter();
            try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
                boolean compiled = compiler.getTask(
                                messages,
                                files,
                                null,
                                List.of(
                                        "--release",
                                        "17",
                                        "-proc:none",
                                        "-cp",
                                        join(mainClasses()),
                                        "-d",
                                        classes.toString()),
                                null,
                                files.getJavaFileObjects(changed))
                        .call();
                return compiled ? null : messages.toString();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> mainClasses() {
        List<Path> places = new ArrayList<>();
        MODULES.forEach(module -> places.add(root.resolve(module).resolve("target/classes")));
        places.addAll(libraries());
        return places;
    }

    /** What this proof itself runs with: the libraries of all tests, and the programs of child processes. */
    private static List<Path> libraries() {
        List<Path> places = new ArrayList<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            places.add(Path.of(place));
        }
        return places;
    }

    private static String join(List<Path> places) {
        return places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs the tests with the classes of a folder in place of the built ones; null when they do not end. */
    private Figures tests(Mutation mutation, Path changed) {
        List<Path> places = new ArrayList<>(
                List.of(changed, root.resolve(mutation.testModule()).resolve("target/test-classes")));
        places.addAll(mainClasses());
        MODULES.forEach(module -> places.add(root.resolve(module).resolve("target/test-classes")));
        try (WorkDir home = new WorkDir("mutation-tests");
                ChildJvm child = ChildJvm.of(Jdk.running(), TestsChild.class, home.path())
                        .property("basedir", root.resolve(mutation.testModule()))
                        .property("java.io.tmpdir", home.make("tmp"))
                        .property("millrace.layout.cases", 3_000)
                        .property("millrace.test.config.rounds", 120)
                        // Most end within seconds: a compiler that is slow to start would only take the other's
                        // processor.
                        .jvm("-Xmx700m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                        .classPath(places)
                        .arguments(mutation.tests().toArray())
                        .start()) {
            int exit = child.join(SECONDS_TO_END);
            if (exit != 0 && exit != TIMED_OUT) {
                throw new IllegalStateException("tests of " + mutation + " end with " + exit + ": " + child.tail());
            }
            return exit == 0 ? Figures.of(child.output()) : null;
        }
    }
}
