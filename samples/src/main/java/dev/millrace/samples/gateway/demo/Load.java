package dev.millrace.samples.gateway.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** The clients of one gateway, each a thread. Phases and pressure are set from outside while they run. */
final class Load {
    private final AnsweredIds ids;
    private final LongAdder measuredAnswers = new LongAdder();
    private final List<LoadClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final int inFlightPerClient;
    private volatile int traceLines;
    private volatile boolean measuring;
    private volatile boolean stopping;

    /** Its ids go on where those of an earlier load have ended, if it has the same. */
    Load(int port, int clientCount, int inFlightPerClient, AnsweredIds ids) {
        this.ids = ids;
        this.inFlightPerClient = inFlightPerClient;
        for (int i = 0; i < clientCount; i++) {
            LoadClient client = new LoadClient(port, ids, this);
            Thread thread = new Thread(client, "client-" + i);
            thread.setDaemon(true);
            clients.add(client);
            threads.add(thread);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Ends when every statement under way is answered or its connection is broken. */
    void stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    void measure(boolean on) {
        measuring = on;
    }

    /** How many lines of trace the gateway is asked to log for each statement. */
    void traceEachStatement(int lines) {
        traceLines = lines;
    }

    AnsweredIds ids() {
        return ids;
    }

    /** Answers within the measured time so far. */
    long measuredAnswers() {
        return measuredAnswers.sum();
    }

    /** Latencies of all clients; after {@link #stop}. */
    Histogram latencyMicros() {
        Histogram all = new Histogram(3);
        for (LoadClient client : clients) {
            all.add(client.latencyMicros());
        }
        return all;
    }

    /** The first broken connection, or null; after {@link #stop}. */
    IOException failure() {
        for (LoadClient client : clients) {
            if (client.failure() != null) {
                return client.failure();
            }
        }
        return null;
    }

    int inFlightPerClient() {
        return inFlightPerClient;
    }

    int traceLines() {
        return traceLines;
    }

    boolean measuring() {
        return measuring;
    }

    boolean stopping() {
        return stopping;
    }

    void countAnswer() {
        if (measuring) {
            measuredAnswers.increment();
        }
    }
}
