package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs at an even rate for some time and measures its calls. Arguments: oracle file, threads, events a second in all,
 * seconds, how many of them warm up, file for the figures (standard output belongs to the logging).
 */
public final class StallChild {
    private static final long BEAT_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SLOW_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private StallChild() {}

    /** Calls of one thread that were slow. */
    private static final class Calls {
        private long slow;
        private long longestNs;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        int threads = Integer.parseInt(args[1]);
        long rate = Long.parseLong(args[2]);
        long seconds = Long.parseLong(args[3]);
        long warmUpNs = TimeUnit.SECONDS.toNanos(Long.parseLong(args[4]));
        Oracle oracle = new Oracle(Path.of(args[0]), threads);
        Logger logger = LoggerFactory.getLogger(EventText.LOGGER);
        double eventsABeat = (double) rate * BEAT_NS / TimeUnit.SECONDS.toNanos(1) / threads;
        long beats = TimeUnit.SECONDS.toNanos(seconds) / BEAT_NS;
        Thread[] writers = new Thread[threads];
        Calls[] calls = new Calls[threads];
        long beginNs = System.nanoTime();
        oracle.enter(Oracle.Phase.STARTED);
        for (int i = 0; i < threads; i++) {
            int t = i;
            Calls mine = new Calls();
            calls[i] = mine;
            Runnable loop = () -> {
                long s = 0;
                for (long beat = 1; beat <= beats; beat++) {
                    for (long due = (long) (beat * eventsABeat); s < due; s++) {
                        long callNs = System.nanoTime();
                        EventText.log(logger, t, s);
                        long endNs = System.nanoTime();
                        oracle.returned(t, s + 1);
                        if (endNs - beginNs > warmUpNs) {
                            mine.slow += endNs - callNs > SLOW_NS ? 1 : 0;
                            mine.longestNs = Math.max(mine.longestNs, endNs - callNs);
                        }
                    }
                    LockSupport.parkNanos(beginNs + beat * BEAT_NS - System.nanoTime());
                }
            };
            writers[i] = new Thread(loop, LineShape.threadName(t));
            writers[i].start();
        }
        for (Thread writer : writers) {
            writer.join();
        }
        long slow = 0;
        long longestNs = 0;
        for (Calls each : calls) {
            slow += each.slow;
            longestNs = Math.max(longestNs, each.longestNs);
        }
        try (PrintStream figures = new PrintStream(args[5], StandardCharsets.UTF_8)) {
            figures.println("slow=" + slow);
            figures.println("longestMicros=" + longestNs / 1000);
        }
        oracle.enter(Oracle.Phase.CLOSING);
        LoggingEnd.close();
        oracle.enter(Oracle.Phase.CLOSED);
        System.exit(0);
    }
}
