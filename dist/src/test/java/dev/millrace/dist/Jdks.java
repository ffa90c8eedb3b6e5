package dev.millrace.dist;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The JDKs that programs are started on. */
final class Jdks {
    private Jdks() {}

    static Path current() {
        return Path.of(System.getProperty("java.home"));
    }

    /** What MILLRACE_JDK25 names, or a Temurin 25 where Linux packages put one. */
    static Optional<Path> jdk25() throws IOException {
        String named = System.getenv("MILLRACE_JDK25");
        if (named != null && !named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(installed, "temurin-25*")) {
                for (Path home : homes) {
                    return Optional.of(home);
                }
            }
        }
        return Optional.empty();
    }
}
