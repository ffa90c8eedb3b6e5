package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the gateway on each backend under the same load: every client waits for an answer before it asks again. All
 * gateways are up at once and take turns of a second, so that what else the machine does meets each of them.
 */
final class Comparison {
    private static final long TURN_NS = TimeUnit.SECONDS.toNanos(1);

    private final Stage stage;

    Comparison(Stage stage) {
        this.stage = stage;
    }

    /** A measurement for each backend, in their order. */
    List<Measurement> measure() throws IOException, InterruptedException {
        List<MeasuredBackend> gateways = new ArrayList<>();
        for (Backend backend : Backend.values()) {
            gateways.add(MeasuredBackend.start(stage, backend));
        }
        takeTurns(gateways, stage.options().warmupSeconds(), false);
        takeTurns(gateways, stage.options().seconds(), true);
        List<Measurement> measurements = new ArrayList<>();
        for (MeasuredBackend gateway : gateways) {
            measurements.add(gateway.end());
        }
        return measurements;
    }

    private static void takeTurns(List<MeasuredBackend> gateways, int rounds, boolean measured)
            throws IOException, InterruptedException {
        String phase = measured ? "round " : "warm-up ";
        Rounds.take(
                gateways,
                rounds,
                (gateway, round) -> gateway.turn(TURN_NS, measured, phase + round + " of " + rounds + ":"));
    }
}
