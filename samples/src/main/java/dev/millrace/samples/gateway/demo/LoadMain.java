package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The demo's load as a program: {@code LoadMain <ports> <clients> <warm-up seconds> <seconds> <trace lines>}. Several
 * gateways, their ports between commas, have it in turn, a second each. Prints properties of each, the port in front
 * ({@code 8080.answers}): {@code answers} within the measured time, {@code measuredNs}, {@code p50Micros},
 * {@code p95Micros}, {@code p99Micros} of request to answer, and {@code answeredInAll}, the warm-up included.
 */
public final class LoadMain {
    private LoadMain() {}

    public static void main(String[] args) throws Exception {
        String[] ports = args[0].split(",");
        List<LoadTurns> gateways = new ArrayList<>();
        for (String port : ports) {
            gateways.add(new LoadTurns(Integer.parseInt(port), Integer.parseInt(args[1]), Integer.parseInt(args[4])));
        }
        Rounds.take(gateways, Integer.parseInt(args[2]), (gateway, round) -> turn(gateway, false));
        Rounds.take(gateways, Integer.parseInt(args[3]), (gateway, round) -> turn(gateway, true));
        Properties figures = new Properties();
        for (int i = 0; i < ports.length; i++) {
            put(figures, ports[i] + ".", gateways.get(i));
        }
        figures.store(System.out, null);
    }

    private static void turn(LoadTurns gateway, boolean measured) throws IOException, InterruptedException {
        IOException failure = gateway.take(measured, () -> TimeUnit.SECONDS.sleep(1));
        if (failure != null) {
            throw failure;
        }
    }

    private static void put(Properties figures, String prefix, LoadTurns gateway) {
        figures.setProperty(prefix + "answers", Long.toString(gateway.answers()));
        figures.setProperty(prefix + "measuredNs", Long.toString(gateway.measuredNs()));
        figures.setProperty(prefix + "p50Micros", Long.toString(gateway.micros(50)));
        figures.setProperty(prefix + "p95Micros", Long.toString(gateway.micros(95)));
        figures.setProperty(prefix + "p99Micros", Long.toString(gateway.micros(99)));
        figures.setProperty(
                prefix + "answeredInAll", Long.toString(gateway.ids().count()));
    }
}
