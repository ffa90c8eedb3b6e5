package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.millrace.bench.driver.FactFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkDirectoryTest {
    private static final long SIGINT_BIT = 1 << 1;

    @TempDir
    Path parent;

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void shouldBeGoneAndItsForkTooWhenASignalEndsTheWorkbench(String signal) throws Exception {
        assumeThat(signal.equals("INT") && isInterruptIgnored())
                .as("INT is ignored, as where a shell started this in the background")
                .isFalse();
        long fork = interrupted(signal, "off");

        assertThat(parent).isEmptyDirectory();
        assertThat(ProcessHandle.of(fork).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void shouldSayNothingOfAForkThatASignalHasEnded() throws Exception {
        Process program = program(InterruptedScenario.class);
        try (BufferedReader output = program.inputReader()) {
            long fork = Long.parseLong(output.readLine());

            assertThat(program.toHandle().destroy()).isTrue();

            assertThat(output.readLine()).isNull();
            assertThat(ProcessHandle.of(fork).filter(ProcessHandle::isAlive)).isEmpty();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void shouldStayAfterASignalWhenItIsToBeKept() throws Exception {
        interrupted("TERM", "on");

        assertThat(files()).anyMatch(file -> file.endsWith("bench.log"));
    }

    @Test
    void shouldBeGoneWhenItIsClosed() throws Exception {
        Options options = Options.parse(List.of("--work=" + parent), Map.of("work", "", "keep", Options.OFF));
        try (WorkDirectory work = WorkDirectory.open(options)) {
            Files.writeString(work.freshRun(Backend.LOGBACK).resolve("bench.log"), "a line\n");

            assertThat(files()).anyMatch(file -> file.endsWith("bench.log"));
        }

        assertThat(parent).isEmptyDirectory();
    }

    /** Sends a signal to a program that has a work directory, and returns the id of the fork that it had. */
    private long interrupted(String signal, String keep) throws IOException, InterruptedException {
        Process program = program(InterruptedRun.class, keep);
        try (BufferedReader output = program.inputReader()) {
            long fork = Long.parseLong(output.readLine());
            assertThat(files()).anyMatch(file -> file.endsWith("bench.log"));

            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                            .start()
                            .waitFor())
                    .isZero();

            assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(output.readLine()).as("what it went on with").isNull();
            return fork;
        } finally {
            program.destroyForcibly();
        }
    }

    private Process program(Class<?> main, String... further) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                parent.toString()));
        command.addAll(List.of(further));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Whoever ignores a signal hands that on to the programs that it starts, and the JVM leaves it so. */
    private static boolean isInterruptIgnored() throws IOException {
        String ignored = FactFile.field(Path.of("/proc/self/status"), "SigIgn", "0");
        return (Long.parseUnsignedLong(ignored, 16) & SIGINT_BIT) != 0;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(parent)) {
            return files.map(Path::toString).toList();
        }
    }
}
