package dev.millrace.it.child;

import dev.millrace.it.workload.EventText;
import dev.millrace.it.workload.LineShape;
import dev.millrace.it.workload.Oracle;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes so many events from each of so many threads, and closes. Arguments: oracle file (a slot a thread),
 * {@code platform} or {@code virtual}, threads, events a thread, and the first thread's number if it is not 0.
 */
public final class BulkChild {
    private static final int STEP = 1024;

    private BulkChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Lifeline.hold();
        boolean virtual = args[1].equals("virtual");
        int threads = Integer.parseInt(args[2]);
        long eventsEach = Long.parseLong(args[3]);
        int firstThread = args.length > 4 ? Integer.parseInt(args[4]) : 0;
        Oracle oracle = new Oracle(Path.of(args[0]), threads);
        Logger logger = LoggerFactory.getLogger(EventText.LOGGER);
        CountDownLatch go = new CountDownLatch(1);
        Thread[] writers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int slot = i;
            int t = firstThread + slot;
            Runnable loop = () -> {
                awaitQuietly(go);
                for (long s = 0; s < eventsEach; s++) {
                    EventText.log(logger, t, s);
                    if (s % STEP == STEP - 1) {
                        oracle.returned(slot, s + 1);
                    }
                }
                oracle.returned(slot, eventsEach);
            };
            writers[i] =
                    virtual ? virtualThread(LineShape.threadName(t), loop) : new Thread(loop, LineShape.threadName(t));
            writers[i].start();
        }
        long beginNs = System.nanoTime();
        go.countDown();
        for (Thread writer : writers) {
            writer.join();
        }
        long returnedNs = System.nanoTime();
        Counters.print();
        LoggingEnd.close();
        long closedNs = System.nanoTime();
        System.out.println("returnedMillis=" + (returnedNs - beginNs) / 1_000_000);
        System.out.println("closedMillis=" + (closedNs - beginNs) / 1_000_000);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code Thread.ofVirtual().name(name).unstarted(task)}, which the class files' release does not know. */
    private static Thread virtualThread(String name, Runnable task) throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> type = Class.forName("java.lang.Thread$Builder");
        Method named = type.getMethod("name", String.class);
        return (Thread) type.getMethod("unstarted", Runnable.class).invoke(named.invoke(builder, name), task);
    }
}
