package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.millrace.bench.report.MachineFacts;
import dev.millrace.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFactsTest {
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    @TempDir
    Path directory;

    @Test
    void shouldHaveTheWholeCommandLineAsAShellTakesIt() throws IOException {
        RunFacts facts = read("--threads", "1,4", "--jvm=-Xmx1g -Dname='x'", "--out=reports", "--work=" + directory);

        assertThat(facts.command())
                .isEqualTo(
                        "throughput --threads 1,4 '--jvm=-Xmx1g -Dname='\\''x'\\''' --out=reports --work=" + directory);
    }

    @Test
    void shouldHaveTheFileSystemOfTheWorkDirectory() throws IOException {
        assumeThat(IN_MEMORY).isDirectory();
        assumeThat(type(IN_MEMORY)).isNotEqualTo(type(directory));
        Path work = Files.createTempDirectory(IN_MEMORY, "millrace-bench");
        try {
            assertThat(read("--work=" + work, "--out=" + directory).machine().fileSystem())
                    .isEqualTo(type(work));
        } finally {
            Files.delete(work);
        }
    }

    @Test
    void shouldHaveTheJdkThatWasChosen() throws IOException {
        Path java = Files.createFile(
                Files.createDirectories(directory.resolve("jdk/bin")).resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"99.0.1\"\n");

        assertThat(read("--jdk=" + directory.resolve("jdk"), "--work=" + directory)
                        .machine()
                        .jdk())
                .isEqualTo("99.0.1");
    }

    @Test
    void shouldSayWhatWasMeasuredAndHow() throws IOException {
        MachineFacts machine = read("--work=" + directory).machine();

        assertThat(machine.heap()).contains("-Xmx512m");
        assertThat(machine.millrace()).isEqualTo(MillraceVersion.read());
        assertThat(MillraceVersion.of(List.of(Path.of("b/millrace-0.1.0.jar"), Path.of("b/slf4j-api.jar")), "1a2b3c"))
                .isEqualTo("0.1.0, 1a2b3c");
        assertThat(MillraceVersion.of(List.of(), "1a2b3c"))
                .as("nothing built yet")
                .isEqualTo("1a2b3c");
        assertThat(machine.jdk()).startsWith(Runtime.version().toString().replaceFirst("[+-].*", ""));
        assertThat(machine.dirtyLimits()).startsWith("background ").contains("writers held at ");
        assertThat(MillraceVersion.commit(directory)).as("no clone").isEmpty();
    }

    @Test
    void shouldKeepWhatWasSoAtTheBeginning() throws IOException {
        RunFacts facts = read("--work=" + directory);
        Report report = new Results().report(facts);

        assertThat(report.command()).isEqualTo(facts.command());
        assertThat(report.machine())
                .isEqualTo(facts.machine().withSteal(report.machine().stealPercent()));
    }

    private static RunFacts read(String... arguments) throws IOException {
        List<String> words = List.of(arguments);
        return RunFacts.read("throughput", words, OptionRules.parse(Bench.scenario("throughput"), words));
    }

    private static String type(Path path) throws IOException {
        return Files.getFileStore(path).type();
    }
}
