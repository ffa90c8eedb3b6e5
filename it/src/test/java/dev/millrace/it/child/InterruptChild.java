package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs from threads whose interrupt flag is set. Arguments: threads, events a thread. */
public final class InterruptChild {
    private InterruptChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        int threads = Integer.parseInt(args[0]);
        long events = Long.parseLong(args[1]);
        Logger logger = LoggerFactory.getLogger(EventText.LOGGER);
        AtomicLong flagsLost = new AtomicLong();
        Thread[] writers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int t = i;
            Runnable loop = () -> {
                for (long s = 0; s < events; s++) {
                    boolean flagged = s % 3 != 0;
                    if (flagged) {
                        Thread.currentThread().interrupt();
                    }
                    EventText.log(logger, t, s);
                    if (Thread.interrupted() != flagged) {
                        flagsLost.incrementAndGet();
                    }
                }
            };
            writers[i] = new Thread(loop, LineShape.threadName(t));
            writers[i].start();
        }
        for (Thread writer : writers) {
            writer.join();
        }
        System.out.println("flagsLost=" + flagsLost);
        Thread.currentThread().interrupt();
        logger.info("interrupted while it closes");
        Thread.interrupted();
        Afterwards.end();
    }
}
