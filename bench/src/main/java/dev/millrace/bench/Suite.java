package dev.millrace.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The scenarios of {@code --quick} and {@code --full}, in their order, with their options. */
final class Suite {
    /** Runs of a figure in a full suite, unless the command line says otherwise. */
    static final int FULL_RUNS = 5;

    /**
     * One call of a scenario.
     *
     * @param scenario its name
     * @param options its command line
     */
    record Step(String scenario, List<String> options) {
        static Step of(String scenario, String... options) {
            return new Step(scenario, List.of(options));
        }
    }

    private Suite() {}

    /** Under three minutes on a quiet machine with two processors: an idea of every table. */
    static List<Step> quick(int runs) {
        return List.of(
                Step.of(
                        "throughput",
                        "--backends=millrace,gflog,log4j2-noflush,logback,write",
                        "--warmup=1M",
                        "--events=8M",
                        "--hold=never",
                        runs(runs)),
                Step.of(
                        "latency",
                        "--backends=millrace,gflog",
                        "--warmup-calls=400k",
                        "--warmup-seconds=2",
                        "--seconds=4",
                        runs(runs)),
                Step.of("disabled", "--backends=millrace,logback", "--calls=10M", runs(runs)),
                Step.of("allocation", "--jdks=current", "--warmup=100k", "--calls=100k"),
                Step.of(
                        "loss",
                        "--backends=millrace,gflog,logback-async",
                        "--ends=sigkill,halt",
                        "--seconds=1",
                        runs(runs)),
                Step.of(
                        "full-queue",
                        "--variants=millrace,log4j2-timeout,log4j2-discard,logback-default",
                        "--seconds=2",
                        "--warmup-seconds=1",
                        runs(runs)),
                Step.of(
                        "gateway",
                        "--backends=none,logback,millrace",
                        "--trace=none",
                        "--warmup-seconds=2",
                        "--seconds=2",
                        runs(runs)),
                Step.of(
                        "rolling",
                        "--backends=millrace",
                        "--size=20MB",
                        "--warmup-seconds=1",
                        "--seconds=3",
                        runs(runs)),
                Step.of(
                        "console",
                        "--backends=millrace,println,logback",
                        "--ends=file,pipe",
                        "--warmup=500k",
                        "--events=2M",
                        runs(runs)),
                Step.of(
                        "console",
                        "--backends=millrace,println,logback",
                        "--ends=terminal",
                        "--warmup=100k",
                        "--events=500k",
                        runs(runs)));
    }

    /** The tables of log calls, files and consoles, unattended. */
    static List<Step> full(int runs) {
        int fewer = Math.max(1, runs * 3 / FULL_RUNS);
        List<Step> steps = new ArrayList<>();
        steps.add(Step.of(
                "throughput",
                "--backends=millrace,gflog,log4j2-noflush,log4j2,log4j2-appender,log4j2-disruptor4,"
                        + "logback,logback-noflush,logback-async,logback-async-noflush,tinylog,jul,write,chronicle",
                "--threads=4",
                runs(runs)));
        steps.add(Step.of("throughput", "--backends=millrace,gflog,log4j2-noflush", "--threads=1,2,16,64", runs(runs)));
        steps.add(Step.of(
                "throughput", "--backends=millrace,gflog,log4j2-noflush,write", "--messages=8,43,150", runs(runs)));
        steps.add(Step.of(
                "throughput",
                "--backends=millrace,gflog,log4j2-noflush,write",
                "--messages=1137",
                "--warmup=2M",
                "--events=4M",
                runs(runs)));
        String virtual = "--backends=millrace,log4j2-noflush";
        steps.add(Step.of("throughput", virtual, "--jdk=25", "--threads=16", runs(runs)));
        steps.add(Step.of("throughput", virtual, "--jdk=25", "--virtual", "--threads=16,10000", runs(runs)));
        steps.add(Step.of("throughput", "--backends=millrace,gflog,write", "--to-disk", "--events=15M", runs(fewer)));
        steps.add(Step.of(
                "latency",
                "--backends=millrace,gflog,logback-async,log4j2-noflush,none",
                "--warmup-seconds=2",
                "--seconds=6",
                runs(runs)));
        steps.add(Step.of(
                "latency",
                "--backends=millrace,gflog,logback-async,log4j2-noflush,none",
                "--rate=10k,1M",
                "--warmup-seconds=2",
                "--seconds=4",
                runs(fewer)));
        steps.add(Step.of(
                "latency",
                "--backends=millrace,gflog,logback-async,log4j2-noflush",
                "--kinds=mdc,caller,exception",
                "--rate=10k",
                "--warmup-seconds=2",
                "--seconds=4",
                runs(fewer)));
        steps.add(Step.of("disabled", runs(fewer)));
        steps.add(Step.of("allocation"));
        steps.add(Step.of("loss", "--seconds=1", runs(fewer)));
        steps.add(Step.of("full-queue", "--seconds=3", "--warmup-seconds=1", runs(fewer)));
        steps.add(Step.of("gateway", "--warmup-seconds=5", "--seconds=5", runs(fewer)));
        steps.add(Step.of("rolling", "--warmup-seconds=3", "--seconds=10", runs(fewer)));
        steps.add(Step.of("rolling", "--rate=full", "--warmup-seconds=3", "--seconds=5", runs(fewer)));
        steps.add(Step.of("sifting", runs(fewer)));
        steps.add(Step.of("console", "--ends=file,pipe,terminal", runs(fewer)));
        steps.add(Step.of("console", "--ends=stalled-pipe", "--seconds=3", runs(1)));
        steps.add(Step.of("startup", "--runs=10"));
        steps.add(Step.of("visible", "--quick"));
        return steps;
    }

    private static String runs(int runs) {
        return String.format(Locale.ROOT, "--runs=%d", runs);
    }
}
