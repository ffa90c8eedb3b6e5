package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events from several threads until it is killed, or for some time and then closes the backend. Arguments: oracle
 * file, number of threads, first thread number, milliseconds to write (0 for ever), whether threads go on while the
 * backend closes.
 */
public final class WriterChild {
    private WriterChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        int threads = Integer.parseInt(args[1]);
        int firstThread = Integer.parseInt(args[2]);
        long millis = Long.parseLong(args[3]);
        boolean goOn = Boolean.parseBoolean(args[4]);
        Oracle oracle = new Oracle(Path.of(args[0]), threads);
        oracle.enter(Oracle.Phase.BOOTED);
        Logger logger = LoggerFactory.getLogger(EventText.LOGGER);
        oracle.enter(Oracle.Phase.STARTED);
        long endNs = System.nanoTime() + millis * 1_000_000;
        Thread[] writers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int slot = i;
            Runnable loop = () -> {
                for (long s = 0; goOn || millis == 0 || System.nanoTime() < endNs; s++) {
                    EventText.log(logger, firstThread + slot, s);
                    oracle.returned(slot, s + 1);
                }
            };
            writers[i] = new Thread(loop, LineShape.threadName(firstThread + i));
            writers[i].setDaemon(true);
            writers[i].start();
        }
        if (goOn && millis > 0) {
            Thread.sleep(millis);
        } else {
            for (Thread writer : writers) {
                writer.join();
            }
        }
        oracle.enter(Oracle.Phase.CLOSING);
        LoggingEnd.close();
        oracle.enter(Oracle.Phase.CLOSED);
    }
}
