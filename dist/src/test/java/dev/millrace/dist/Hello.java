package dev.millrace.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/**
 * A program that logs one line: compiled as a module of its own, which is called like the class loader it comes from,
 * and run as one or on the class path.
 */
final class Hello {
    private static final int TIMEOUT_S = 60;
    private static final String MODULE = "module app { requires org.slf4j; requires static java.management; }";
    private static final String MAIN =
            """
            package hello;

            public final class Main {
                public static void main(String[] args) throws Exception {
                    org.slf4j.LoggerFactory.getLogger(Main.class).info("hello {} {}", "world", 42);
                    if (args.length > 0 && args[0].equals("throw")) {
                        fail(new IllegalStateException("no"));
                    } else if (args.length > 0) {
                        Bean.await(args[0]);
                    }
                }

                private static void fail(Throwable failure) {
                    failure.printStackTrace(System.out);
                    org.slf4j.LoggerFactory.getLogger(Main.class).error("failed", failure);
                }
            }
            """;
    private static final String BEAN =
            """
            package hello;

            import java.lang.management.ManagementFactory;
            import javax.management.ObjectName;

            final class Bean {
                static void await(String attribute) throws Exception {
                    ObjectName pattern = new ObjectName("dev.millrace:type=Engine,*");
                    var server = ManagementFactory.getPlatformMBeanServer();
                    while (server.queryNames(pattern, null).isEmpty()) {
                        Thread.sleep(10);
                    }
                    ObjectName name = server.queryNames(pattern, null).iterator().next();
                    System.out.println(attribute + " " + server.getAttribute(name, attribute));
                }
            }
            """;
    private static final String REPLACED =
            """
            package hello;

            import java.nio.file.Files;
            import java.nio.file.Path;
            import org.slf4j.Logger;
            import org.slf4j.LoggerFactory;
            import org.slf4j.MDC;
            import org.slf4j.MarkerFactory;

            final class Replaced {
                public static void main(String[] args) throws Exception {
                    Logger logger = LoggerFactory.getLogger(Main.class);
                    logger.info("before");
                    while (!Files.readString(Path.of(args[1])).contains(args[2])) {
                        Thread.sleep(10);
                    }
                    Path jar = Path.of(args[0]);
                    Files.write(jar, new byte[(int) Files.size(jar)]);
                    logger.info("plain {} {}", 1, 2.5);
                    logger.info("array {}", (Object) new int[] {1, 2});
                    logger.info(MarkerFactory.getMarker("M"), "marked");
                    MDC.put("key", "value");
                    logger.info("in context");
                    logger.atInfo().log("fluent");
                    logger.atInfo()
                            .addMarker(MarkerFactory.getMarker("N"))
                            .addKeyValue("k", () -> 1)
                            .addArgument(() -> "supplied")
                            .log("fluent {}");
                    logger.error("failed", new IllegalStateException("outer", new RuntimeException("inner")));
                    LoggerFactory.getLogger("another").warn("of another");
                    for (int i = 0; i < 200_000; i++) {
                        logger.info("one of many, and long enough for many blocks of the journal: {}", i);
                    }
                }
            }
            """;
    private static final String CONFIGURATION =
            """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>${hello.log}</file>
                <encoder><pattern>%level %logger - %msg%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    /** What a run left behind. */
    record Run(int exitCode, String output, String log) {}

    /** The names of the classes that a run loaded, and of those that the thread loaded that ran main. */
    record Loaded(Set<String> all, Set<String> byMain) {}

    private final Path folder;
    private final Path classes;

    private Hello(Path folder, Path classes) {
        this.folder = folder;
        this.classes = classes;
    }

    static Hello compile(Path folder) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src/hello"));
        Path module = Files.writeString(folder.resolve("src/module-info.java"), MODULE);
        Path main = Files.writeString(sources.resolve("Main.java"), MAIN);
        Path bean = Files.writeString(sources.resolve("Bean.java"), BEAN);
        Path replaced = Files.writeString(sources.resolve("Replaced.java"), REPLACED);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-d",
                        classes.toString(),
                        "--module-path",
                        Artifacts.slf4jJar().toString(),
                        module.toString(),
                        main.toString(),
                        bean.toString(),
                        replaced.toString());
        if (result != 0) {
            throw new IllegalStateException("the program does not compile");
        }
        Files.writeString(classes.resolve("logback.xml"), CONFIGURATION);
        return new Hello(folder, classes);
    }

    Run runOnClassPath(Path jdk) throws IOException, InterruptedException {
        return run(jdk, List.of("-cp", path(), "hello.Main"));
    }

    Run runAsModule(Path jdk) throws IOException, InterruptedException {
        return run(jdk, List.of("-p", path(), "-m", "app/hello.Main"));
    }

    /** As a module, in a JVM that has nothing but what Millrace cannot do without. */
    Run runInTheSmallestJvm(Path jdk) throws IOException, InterruptedException {
        return run(jdk, List.of("--limit-modules", "app,dev.millrace", "-p", path(), "-m", "app/hello.Main"));
    }

    /** As a module; prints and logs an exception. */
    Run runFailing(Path jdk) throws IOException, InterruptedException {
        return run(jdk, List.of("-p", path(), "-m", "app/hello.Main", "throw"));
    }

    /** As a module; prints that attribute of the engine's management bean, once there is a bean. */
    Run runAsManagedModule(Path jdk, String attribute) throws IOException, InterruptedException {
        return run(jdk, List.of("--add-modules", "java.management", "-p", path(), "-m", "app/hello.Main", attribute));
    }

    /** With a jar that is overwritten as soon as that class is loaded; it logs in many ways then. */
    Run runWithReplacedJar(Path jdk, String lastClass) throws IOException, InterruptedException {
        Path jar = Files.copy(Artifacts.millraceJar(), folder.resolve("replaced.jar"));
        Path loaded = folder.resolve("loaded-before.txt");
        return run(
                jdk,
                List.of(
                        "-Xlog:class+load:file=" + loaded + "::filecount=0",
                        "-cp",
                        path().replace(Artifacts.millraceJar().toString(), jar.toString()),
                        "hello.Replaced",
                        jar.toString(),
                        loaded.toString(),
                        lastClass));
    }

    /** On the class path, with dates in its lines and one processor; returns the classes that the JVM loaded. */
    Loaded loadedOnOneProcessor(Path jdk) throws IOException, InterruptedException {
        Path dated = folder.resolve("dated.xml");
        Files.writeString(dated, CONFIGURATION.replace("%level", "%d{HH:mm:ss.SSS} [%thread] %-5level"));
        Path loaded = folder.resolve("loaded.txt");
        Run run = run(
                jdk,
                List.of(
                        "-XX:ActiveProcessorCount=1",
                        "-Xlog:class+load:file=" + loaded + ":tid:filecount=0",
                        "-Dlogback.configurationFile=" + dated,
                        "-cp",
                        path(),
                        "hello.Main"));
        if (run.exitCode() != 0 || !run.log().endsWith("hello world 42\n")) {
            throw new IllegalStateException("the program did not log: " + run);
        }
        List<String[]> classes = Files.readAllLines(loaded).stream()
                .map(line -> line.substring(1).split("[] ]+"))
                .toList();
        // The JVM begins on the thread that runs main.
        String main = classes.get(0)[0];
        return new Loaded(
                classes.stream().map(words -> words[1]).collect(Collectors.toSet()),
                classes.stream()
                        .filter(words -> words[0].equals(main))
                        .map(words -> words[1])
                        .collect(Collectors.toSet()));
    }

    private String path() {
        return String.join(
                System.getProperty("path.separator"),
                classes.toString(),
                Artifacts.millraceJar().toString(),
                Artifacts.slf4jJar().toString());
    }

    private Run run(Path jdk, List<String> arguments) throws IOException, InterruptedException {
        Path log = Files.createTempDirectory(folder, "run").resolve("hello.log");
        ProcessBuilder builder = new ProcessBuilder(jdk.resolve("bin/java").toString(), "-Dhello.log=" + log);
        builder.command().addAll(arguments);
        // Tools on the way in may set these, and the JVM says so on standard error.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"));
        Path output = folder.resolve("output.txt");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("the program does not end: " + builder.command());
        }
        String text = Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
        return new Run(process.exitValue(), Files.readString(output), text);
    }
}
