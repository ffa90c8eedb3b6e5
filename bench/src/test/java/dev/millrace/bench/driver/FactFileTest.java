package dev.millrace.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactFileTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadWhatLinuxAndAJdkTell() throws IOException {
        Path file = Files.writeString(
                directory.resolve("facts"),
                "RssAnon:\t  581448 kB\nmodel name\t: A, at 2.0 GHz\nJAVA_VERSION=\"17.0.15\"\n");

        assertThat(FactFile.bytes(file, "RssAnon")).isEqualTo(581_448L * 1024);
        assertThat(FactFile.field(file, "model name", "?")).isEqualTo("A, at 2.0 GHz");
        assertThat(FactFile.field(file, "JAVA_VERSION", "?")).isEqualTo("17.0.15");
    }

    @Test
    void shouldSayWhatElseThereIs() throws IOException {
        Path file = Files.writeString(directory.resolve("facts"), "flags: fpu\n");

        assertThat(FactFile.field(file, "model name", "none")).isEqualTo("none");
        assertThat(FactFile.bytes(file, "flags")).isZero();
        assertThat(FactFile.field(directory.resolve("missing"), "flags", "none"))
                .isEqualTo("none");
        assertThat(FactFile.bytes(directory.resolve("missing"), "flags")).isZero();
    }
}
