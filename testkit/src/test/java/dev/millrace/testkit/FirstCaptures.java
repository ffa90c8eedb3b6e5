package dev.millrace.testkit;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Threads that all make SLF4J's first call at once, as tests that run side by side do. */
final class FirstCaptures {
    static final int THREADS = 8;

    private FirstCaptures() {}

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        AtomicInteger captured = new AtomicInteger();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            String name = "com.example.First" + i;
            threads[i] = new Thread(() -> {
                await(start);
                try (CapturedLog log = CapturedLog.of(name, Level.DEBUG)) {
                    LoggerFactory.getLogger(name).debug("here");
                    captured.addAndGet(log.messages().size());
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("captured " + captured + " of " + THREADS);
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
