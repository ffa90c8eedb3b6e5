package dev.millrace.samples.gateway.demo;

import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The demo's load as a program: {@code LoadMain <port> <clients> <warm-up seconds> <seconds> <trace lines>}. Prints
 * properties: {@code answers} within the measured time, {@code measuredNs}, {@code p50Micros}, {@code p95Micros},
 * {@code p99Micros} of request to answer, and {@code answeredInAll}, the warm-up included.
 */
public final class LoadMain {
    private LoadMain() {}

    public static void main(String[] args) throws Exception {
        Load load = new Load(Integer.parseInt(args[0]), Integer.parseInt(args[1]), 1, new AnsweredIds());
        load.traceEachStatement(Integer.parseInt(args[4]));
        load.start();
        TimeUnit.SECONDS.sleep(Long.parseLong(args[2]));
        load.measure(true);
        long startNs = System.nanoTime();
        TimeUnit.SECONDS.sleep(Long.parseLong(args[3]));
        load.measure(false);
        long measuredNs = System.nanoTime() - startNs;
        long answers = load.measuredAnswers();
        load.stop();
        if (load.failure() != null) {
            throw load.failure();
        }
        Histogram latency = load.latencyMicros();
        Properties figures = new Properties();
        figures.setProperty("answers", Long.toString(answers));
        figures.setProperty("measuredNs", Long.toString(measuredNs));
        figures.setProperty("p50Micros", Long.toString(latency.getValueAtPercentile(50)));
        figures.setProperty("p95Micros", Long.toString(latency.getValueAtPercentile(95)));
        figures.setProperty("p99Micros", Long.toString(latency.getValueAtPercentile(99)));
        figures.setProperty("answeredInAll", Long.toString(load.ids().count()));
        figures.store(System.out, null);
    }
}
