package dev.millrace.it.child;

import dev.millrace.it.workload.Oracle;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs {@code <thread> <number>} at an even rate until it is told {@code stop}; then prints the counters and closes.
 * Arguments: oracle file, threads, first thread number, events a second in all.
 */
public final class ReloadChild {
    private static final long BEAT_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private ReloadChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline lifeline = Lifeline.hold();
        int threads = Integer.parseInt(args[1]);
        int firstThread = Integer.parseInt(args[2]);
        double eventsABeat = Double.parseDouble(args[3]) * BEAT_NS / TimeUnit.SECONDS.toNanos(1) / threads;
        Oracle oracle = new Oracle(Path.of(args[0]), threads);
        oracle.enter(Oracle.Phase.BOOTED);
        Logger logger = LoggerFactory.getLogger(ReloadChild.class);
        oracle.enter(Oracle.Phase.STARTED);
        AtomicBoolean stopped = new AtomicBoolean();
        Thread[] writers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int slot = i;
            Runnable loop = () -> {
                long beginNs = System.nanoTime();
                long s = 0;
                double due = 0;
                for (long beat = 1; !stopped.get(); beat++) {
                    for (due += eventsABeat; s < due && !stopped.get(); s++) {
                        logger.info("{} {}", firstThread + slot, s);
                        oracle.returned(slot, s + 1);
                    }
                    LockSupport.parkNanos(beginNs + beat * BEAT_NS - System.nanoTime());
                }
            };
            writers[i] = new Thread(loop, "writer-" + i);
            writers[i].start();
        }
        while (!lifeline.next().equals("stop")) {
            // Nothing else means anything here.
        }
        stopped.set(true);
        for (Thread writer : writers) {
            writer.join();
        }
        Counters.printWhenQuiet();
        oracle.enter(Oracle.Phase.CLOSING);
        LoggingEnd.close();
        oracle.enter(Oracle.Phase.CLOSED);
    }
}
