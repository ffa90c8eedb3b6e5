package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What a gateway has answered in all the turns in which it had the load. */
final class LoadTurns {
    /** For as long as the clients connect. */
    private static final int CONNECT_MS = 50;

    private final int port;
    private final int clients;
    private final int traceLines;
    private final AnsweredIds ids = new AnsweredIds();
    private final Histogram latencyMicros = new Histogram(3);
    private long answers;
    private long measuredNs;

    /** What lasts as long as a turn. */
    interface Turn {
        void last() throws IOException, InterruptedException;
    }

    /** {@code traceLines}: lines of trace that the gateway is asked to log for each statement besides. */
    LoadTurns(int port, int clients, int traceLines) {
        this.port = port;
        this.clients = clients;
        this.traceLines = traceLines;
    }

    /** Gives it the load while {@code turn} lasts; one that is not measured warms it up. The first broken connection, or null. */
    IOException take(boolean measured, Turn turn) throws IOException, InterruptedException {
        Load load = new Load(port, clients, 1, ids);
        load.traceEachStatement(traceLines);
        load.start();
        TimeUnit.MILLISECONDS.sleep(CONNECT_MS);
        load.measure(measured);
        long startNs = System.nanoTime();
        turn.last();
        load.measure(false);
        long tookNs = System.nanoTime() - startNs;
        long answered = load.measuredAnswers();
        load.stop();
        if (measured) {
            answers += answered;
            measuredNs += tookNs;
            latencyMicros.add(load.latencyMicros());
        }
        return load.failure();
    }

    /** Every statement that was answered, measured or not. */
    AnsweredIds ids() {
        return ids;
    }

    /** How many of them in the turns that were measured. */
    long answers() {
        return answers;
    }

    long measuredNs() {
        return measuredNs;
    }

    long micros(double percentile) {
        return latencyMicros.getValueAtPercentile(percentile);
    }
}
