package dev.millrace.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A JDK that child processes run on.
 *
 * @param feature its feature version
 * @param home its home
 */
public record Jdk(int feature, Path home) {
    private static final Path USUAL_PLACE = Path.of("/usr/lib/jvm");

    /** What a test says when there is no second JDK. */
    public static final String NO_JDK_25 = "no JDK 25: set MILLRACE_JDK25 to the home of one";

    /** The one this JVM runs on. */
    public static Jdk running() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** JDK 25: that of {@code MILLRACE_JDK25}, else a Temurin below {@code /usr/lib/jvm}. */
    public static Optional<Jdk> jdk25() {
        if (Runtime.version().feature() == 25) {
            return Optional.of(running());
        }
        String named = System.getenv("MILLRACE_JDK25");
        if (named != null && !named.isBlank()) {
            return Optional.of(new Jdk(25, Path.of(named)));
        }
        if (!Files.isDirectory(USUAL_PLACE)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(USUAL_PLACE)) {
            return homes.filter(home -> home.getFileName().toString().startsWith("temurin-25"))
                    .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .sorted()
                    .findFirst()
                    .map(home -> new Jdk(25, home));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The running JDK and, if there is one and it is another, JDK 25. */
    public static List<Jdk> all() {
        List<Jdk> all = new ArrayList<>();
        all.add(running());
        jdk25().filter(jdk -> jdk.feature() != running().feature()).ifPresent(all::add);
        return all;
    }

    /** The launcher. */
    Path java() {
        return home.resolve("bin/java");
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
