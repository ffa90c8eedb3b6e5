package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scenarios that measure times, once with tiny counts. Beside the others, because they mostly wait. */
@Timeout(120)
class TimeSmokeTest extends AbstractBenchTest {
    @Test
    void shouldMeasureRollingFilesAndFindEveryLineThatIsNotBeingCompressed() {
        int code = bench(
                "rolling",
                "--backends=logback,log4j2",
                "--size=100KB",
                "--rate=5k",
                "--warmup-seconds=1",
                "--seconds=1",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out))
                .contains("rolling, compressed, 5 k/s, run 1/1, logback")
                .contains("rolling, compressed, 5 k/s, run 1/1, log4j2")
                .containsPattern("rolling, 5 k/s, run 1/1, log4j2 .* [1-9][0-9]* rolls.*; 0 events missing")
                .containsPattern("rolling, 5 k/s, run 1/1, logback .* [1-9][0-9]* rolls.*; 0 events missing");
    }

    @Test
    void shouldMeasureLatency() {
        int code = bench(
                "latency",
                "--backends=logback",
                "--kinds=plain,exception",
                "--rate=2k",
                "--warmup-calls=3k",
                "--warmup-seconds=1",
                "--seconds=1",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("p99.9").contains("; 0 events missing").contains("lines an event");
        assertThat(text(out))
                .as("p90 of 2000 calls and not p99.9, and how many were made and timed")
                .containsPattern(
                        "Logback 1.6.6 sync +[\\d.,]+ +[\\d.,]+ +[\\d.,-]+ +- +- +[\\d,]+ .* \\d+\\.\\d +\\d ");
    }

    @Test
    void shouldMeasureVisibilityAndIdleness() {
        int code = bench("visible", "--backends=logback", "--seconds=1", "--idle-events=1", "--idle-seconds=1");

        assertThat(code).as(all()).isIn(Bench.EXIT_OK, Bench.EXIT_MISSED);
        assertThat(text(out)).contains("after 1 s of idleness").contains("once and in order");
    }

    @Test
    void shouldMeasureStartup() {
        int code = bench("startup", "--backends=logback", "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("no logging, one write");
    }
}
