package dev.millrace.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the build put the driver, its library and the backends. */
final class Installation {
    private Installation() {}

    /** The folder of the driver's classes. */
    static Path classes() {
        try {
            return Path.of(Bench.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the driver's own place is no path", e);
        }
    }

    static Path target() {
        return classes().getParent();
    }

    static Path backends() {
        return target().resolve("backends");
    }

    /** The driver's own class path, without any backend. */
    static List<Path> driverClassPath() throws IOException {
        List<Path> path = new ArrayList<>();
        path.add(classes());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(target().resolve("lib"), "*.jar")) {
            files.forEach(path::add);
        }
        return path;
    }

    /** The SQL gateway of the samples with its database and its load, without any backend. */
    static List<Path> gatewayClassPath() throws IOException {
        Path samples = target().resolve("../../samples/target/classes").normalize();
        if (!Files.isDirectory(samples)) {
            throw new IOException("no gateway in " + samples + " (build it: ./mvnw -q -DskipTests package)");
        }
        List<Path> path = new ArrayList<>();
        path.add(samples);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(target().resolve("gateway"), "*.jar")) {
            files.forEach(path::add);
        }
        return path;
    }

    /** The launcher of the command line. */
    static Path commandLine() throws IOException {
        Path launcher = target().resolve("../../cli/target/dist/bin/millrace").normalize();
        if (!Files.exists(launcher)) {
            throw new IOException("no command line in " + launcher + " (build it: ./mvnw -q -DskipTests package)");
        }
        return launcher;
    }

    /** The jars of the command line. */
    static Path commandLineLibrary() throws IOException {
        return commandLine().resolveSibling("../lib").normalize();
    }

    /** The JDK that the word names: {@code current}, {@code 25}, or a directory. */
    static Path jdk(String word) throws IOException {
        if (word.equals("current")) {
            return Path.of(System.getProperty("java.home"));
        }
        Path home = word.equals("25") ? jdk25() : Path.of(word);
        if (home == null || !Files.isExecutable(home.resolve("bin/java"))) {
            throw new UsageException("no JDK found for '" + word + "' (a directory with bin/java, 'current', or '25' "
                    + "with MILLRACE_JDK25 set or a Temurin 25 under /usr/lib/jvm)");
        }
        return home;
    }

    /** A JDK 25 for the half of a measurement that needs one; null when there is none. */
    static Path jdk25() throws IOException {
        String given = System.getenv("MILLRACE_JDK25");
        if (given != null && !given.isEmpty()) {
            return Path.of(given);
        }
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(installed, "temurin-25*")) {
                for (Path home : homes) {
                    return home;
                }
            }
        }
        return null;
    }
}
