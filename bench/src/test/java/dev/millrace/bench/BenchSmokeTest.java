package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every scenario once with tiny counts against a rival, so that a broken scenario is not found in the long run. */
@Timeout(120)
class BenchSmokeTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path work;

    @Test
    void shouldMeasureThroughputOfBackendsThatWriteTheSameBytes() {
        int code = bench(
                "throughput",
                "--backends=logback,gflog,logback-async",
                "--threads=2,1",
                "--warmup=200",
                "--events=2000",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out))
                .contains("every one of 2200 lines once and in order")
                .contains("1 threads, 190-byte lines")
                .contains("x: against gflog");
    }

    @Test
    void shouldMeasureLatency() {
        int code = bench("latency", "--backends=logback", "--rate=2k", "--warmup-seconds=1", "--seconds=1", "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("p99.9").contains("once and in order");
    }

    @Test
    void shouldMeasureVisibilityAndIdleness() {
        int code = bench("visible", "--backends=logback", "--seconds=1", "--idle-events=1", "--idle-seconds=1");

        assertThat(code).as(all()).isIn(Bench.EXIT_OK, Bench.EXIT_MISSED);
        assertThat(text(out)).contains("after 1 s of idleness").contains("once and in order");
    }

    @Test
    void shouldMeasureAllocation() {
        int code = bench("allocation", "--backends=logback", "--jdks=current", "--warmup=100", "--calls=1000");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("disabled, no argument").contains("fluent, two arguments");
    }

    @Test
    void shouldMeasureStartup() {
        int code = bench("startup", "--backends=logback", "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("no logging, one write");
    }

    @Test
    void shouldProfile() {
        int code = bench("profile", "--backends=logback", "--warmup=1000", "--events=20k", "--top=3");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("hottest lines in Java, callers").contains("allocation, by bytes");
    }

    @Test
    void shouldExplainACommandLineThatItDoesNotUnderstand() {
        assertThat(Bench.run(new String[] {"thruput"}, print(out), print(err))).isEqualTo(Bench.EXIT_USAGE);
        assertThat(bench("throughput", "--thread=3")).isEqualTo(Bench.EXIT_USAGE);

        assertThat(text(err)).contains("'thruput'").contains("'--thread'").contains("--threads");
    }

    @Test
    void shouldLeaveNothingBehind() {
        bench("startup", "--backends=logback", "--runs=1");

        assertThat(work).isEmptyDirectory();
    }

    private int bench(String scenario, String... options) {
        List<String> arguments = new ArrayList<>(List.of(scenario));
        arguments.addAll(List.of(options));
        arguments.add("--work=" + work);
        return Bench.run(arguments.toArray(String[]::new), print(out), print(err));
    }

    private String all() {
        return text(out) + text(err);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
