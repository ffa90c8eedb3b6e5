package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenarios once with tiny counts against a rival, so that a broken one is not found in the long run. */
@Timeout(120)
class BenchSmokeTest extends AbstractBenchTest {
    @Test
    void shouldMeasureThroughputOfBackendsThatWriteTheSameBytes() {
        int code = bench(
                "throughput",
                "--backends=gflog",
                "--threads=2,1",
                "--warmup=200",
                "--events=2000",
                "--runs=1",
                "--jvm=");

        assertThat(code).as(all()).isZero();
        assertThat(text(out))
                .contains("every one of 2200 lines once and in order")
                .contains("2 threads, run 1/1")
                .contains("1 thread  ");
    }

    @Test
    void shouldBringToTheDiskWhateverWritesToIt() {
        int code = bench(
                "throughput",
                "--backends=gflog,write,chronicle",
                "--to-disk",
                "--threads=2",
                "--warmup=2000",
                "--events=2000",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out))
                .containsPattern("to the disk, run 1/1, chronicle ")
                .contains("by one fsync at the end");
    }

    @Test
    void shouldLookAtTheMemoryOfACaseOfItsOwnJdk() {
        int code = bench(
                "throughput",
                "--backends=gflog,write,chronicle",
                "--jdk=" + System.getProperty("java.home"),
                "--threads=2",
                "--warmup=200",
                "--events=2000",
                "--runs=1");

        assertThat(code).as(all()).isZero();

        assertThat(text(out))
                .contains("heap kept MB", "by that of the warm-up x", "outside of the heap MB")
                .containsPattern("GFLog .* \\d+\\.\\d +\\d+\\.\\d\\d +\\d+\\s")
                .as("has no log")
                .containsPattern("write\\(2\\).* - +- +-\\s");
    }

    @Test
    void shouldFindTheSameBytesOfEveryRival() {
        String rivals = "gflog,log4j2,log4j2-noflush,log4j2-appender,logback,logback-noflush,logback-async,"
                + "logback-async-noflush,tinylog,tinylog-default,jul,write,chronicle";
        int code = bench(
                "throughput",
                "--backends=" + rivals,
                "--threads=1",
                "--messages=43",
                "--warmup=500",
                "--events=2000",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        for (String rival : rivals.split(",")) {
            assertThat(text(out)).containsPattern("run 1/1, " + rival + " .*(lines once and in order|no log)");
        }
        assertThat(text(out))
                .doesNotContain("missing,")
                .as("the whole warm-up and a fifth of the events")
                .contains("every one of 900 lines once and in order");
    }

    @Test
    void shouldFindEveryLineInTheFileOfItsValue() {
        int code = bench(
                "sifting",
                "--backends=logback,log4j2",
                "--keys=7",
                "--threads=2",
                "--warmup=500",
                "--events=5000",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out))
                .containsPattern("run 1/1, logback .*every one of 1500 lines once, in the file of its key")
                .containsPattern("run 1/1, log4j2 .*every one of 1500 lines once, in the file of its key");
    }

    @Test
    void shouldCountWhatIsMissingAfterAnAbruptEnd() {
        int code = bench("loss", "--backends=logback", "--ends=sigkill,halt", "--threads=2", "--seconds=1", "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out))
                .contains("SIGKILL, run 1/1, logback")
                .containsPattern("halt, run 1/1, logback +0 of [1-9]");
    }

    @Test
    void shouldFillAQueue() {
        int code = bench(
                "full-queue",
                "--variants=log4j2-discard",
                "--threads=8",
                "--seconds=1",
                "--warmup-seconds=1",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("events lost");
    }

    /** Where Millrace loses something by its options, the loss is compared with what it has counted. */
    @Test
    void shouldReadWhatMillraceSaysThatItHasDropped() {
        assertThat(FullQueueScenario.dropped(List.of(
                        "12:00:00.000 millrace WARN MR201: no space",
                        "12:00:00.001 millrace WARN MR006: events that were dropped: FILE: 12710579 (budget DEBUG 710579,"
                                + " INFO 12000000)")))
                .isEqualTo(12_710_579);
        assertThat(FullQueueScenario.dropped(List.of("READY 8080"))).isZero();
    }

    @Test
    void shouldMeasureDisabledLevels() {
        assertThat(bench("disabled", "--backends=logback", "--calls=100k", "--runs=1"))
                .as(all())
                .isZero();
        assertThat(text(out)).contains("empty loop").containsPattern("took \\d+ s, steal \\d+\\.\\d %");
    }

    @Test
    void shouldLeaveAReportAndRenderItAgain() throws IOException {
        Path reports = work.resolveSibling("reports");
        bench("disabled", "--backends=logback", "--calls=100k", "--runs=1", "--out=" + reports);
        Path json;
        try (Stream<Path> files = Files.list(reports)) {
            json = files.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
        }
        Path page = reports.resolve("again.html");

        int code = Bench.run(new String[] {"report", json.toString(), page.toString()}, print(out), print(err));

        assertThat(code).as(all()).isZero();
        assertThat(Files.readString(page)).contains("Disabled levels").contains("Logback 1.6.6 sync");
    }

    @Test
    void shouldNameTheScenariosOfASuite() {
        int code = Bench.run(new String[] {"--quick", "--only", "nothing"}, print(out), print(err));

        assertThat(code).isEqualTo(Bench.EXIT_USAGE);
        assertThat(text(err)).contains("'nothing'").contains("throughput, latency");
    }

    @Test
    void shouldUnderstandEveryStepOfASuite() {
        List<Suite.Step> steps = new ArrayList<>(Suite.quick(1));
        steps.addAll(Suite.full(5));

        for (Suite.Step step : steps) {
            Scenario scenario = Bench.scenario(step.scenario());
            Options options = Options.parse(step.options(), scenario.optionDefaults());
            assertThat(options.text("work")).isEmpty();
        }
    }

    @Test
    void shouldRepeatInAFullSuiteWhatHasATarget() {
        for (Suite.Step step : Suite.full(Suite.FULL_RUNS)) {
            if (List.of("full-queue", "gateway", "rolling").contains(step.scenario())) {
                assertThat(step.options()).as(step.scenario()).contains("--runs=3");
            }
        }
    }

    @Test
    void shouldFindEachLineThatWasPrintedWhereverStandardOutputLeads() {
        String rivals = "println,logback,log4j2-direct";
        String ends = ConsoleFork.hasTerminals() ? "file,pipe,terminal" : "file,pipe";

        int code = bench(
                "console",
                "--backends=" + rivals,
                "--ends=" + ends,
                "--threads=2",
                "--warmup=10k",
                "--events=20k",
                "--runs=1");

        assertThat(code).as(all()).isZero();
        for (String end : ends.split(",")) {
            assertThat(text(out)).contains(ConsoleEnd.named(List.of(end)).get(0).title() + ", run 1/1, log4j2-direct");
        }
        assertThat(text(out)).contains("lines once and in order").doesNotContain("missing,");
    }

    @Test
    void shouldCountCallsThatReturnWhileNobodyReads() {
        int code = bench("console", "--backends=println", "--ends=stalled-pipe", "--seconds=1", "--runs=1");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("into a pipe that nobody reads, run 1/1, println");
    }

    @Test
    void shouldMeasureAllocation() {
        int code = bench("allocation", "--backends=logback", "--jdks=current", "--warmup=100", "--calls=1000");

        assertThat(code).as(all()).isZero();
        assertThat(text(out)).contains("disabled, no argument").contains("fluent, two arguments");
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
}
