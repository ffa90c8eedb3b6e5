package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs at an even rate, which {@code rate <events a second>} changes, until it is told {@code stop}; then prints how
 * many calls threw, and the counters once nothing is pending, and closes. {@code stop stalled} does not wait for what
 * will never be written. Arguments: oracle file, oracle file of what returned before anything
 * was refused, threads, events a second in all.
 */
public final class LoadChild {
    private static final long BEAT_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private LoadChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline lifeline = Lifeline.hold();
        int threads = Integer.parseInt(args[2]);
        AtomicLong rate = new AtomicLong(Long.parseLong(args[3]));
        Oracle oracle = new Oracle(Path.of(args[0]), threads);
        oracle.enter(Oracle.Phase.BOOTED);
        Logger logger = LoggerFactory.getLogger(EventText.LOGGER);
        BeforeRefusal.watch(oracle, new Oracle(Path.of(args[1]), threads));
        oracle.enter(Oracle.Phase.STARTED);
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicLong thrown = new AtomicLong();
        Thread[] writers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int t = i;
            Runnable loop = () -> {
                long beginNs = System.nanoTime();
                long s = 0;
                double due = 0;
                for (long beat = 1; !stopped.get(); beat++) {
                    due += (double) rate.get() * BEAT_NS / TimeUnit.SECONDS.toNanos(1) / threads;
                    for (; s < due; s++) {
                        try {
                            EventText.log(logger, t, s);
                        } catch (Throwable e) {
                            thrown.incrementAndGet();
                            e.printStackTrace();
                        }
                        oracle.returned(t, s + 1);
                    }
                    LockSupport.parkNanos(beginNs + beat * BEAT_NS - System.nanoTime());
                }
            };
            writers[i] = new Thread(loop, LineShape.threadName(t));
            writers[i].start();
        }
        String command = lifeline.next();
        for (; !command.startsWith("stop"); command = lifeline.next()) {
            rate.set(Long.parseLong(command.substring("rate ".length())));
        }
        stopped.set(true);
        for (Thread writer : writers) {
            writer.join();
        }
        System.out.println("thrown=" + thrown);
        if (command.equals("stop stalled")) {
            Counters.print();
        } else {
            Counters.printWhenQuiet();
        }
        oracle.enter(Oracle.Phase.CLOSING);
        LoggingEnd.close();
        oracle.enter(Oracle.Phase.CLOSED);
        System.out.println("closed=1");
    }
}
