package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JarSizeTest {
    private static final long LIMIT_BYTES = 700_000;

    @Test
    void shouldStaySmall() throws IOException {
        List<Path> jars = jars();
        assumeThat(jars).as("Millrace's jar, which only 'package' makes").isNotEmpty();

        assertThat(jars).hasSize(1);
        assertThat(Files.size(jars.get(0))).as(jars.get(0).toString()).isLessThanOrEqualTo(LIMIT_BYTES);
    }

    private static List<Path> jars() throws IOException {
        Path target = Installation.target().resolve("../../dist/target").normalize();
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(target)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(target, "millrace-*SNAPSHOT.jar")) {
                files.forEach(jars::add);
            }
        }
        return jars;
    }
}
