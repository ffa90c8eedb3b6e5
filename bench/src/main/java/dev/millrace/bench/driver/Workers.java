package dev.millrace.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The logging threads of a fork: the same threads for the warm-up and for what is measured. Driven by one thread, which
 * starts each phase and waits for its end.
 */
final class Workers {
    /** What one thread does in one phase. */
    interface Phase {
        void run(int worker, LineSource lines) throws Exception;
    }

    private final CyclicBarrier gate;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile Phase phase;

    Workers(int count, LineFormat format) {
        this(count, format, false);
    }

    Workers(int count, LineFormat format, boolean virtual) {
        this(count, format, virtual, LineSource::new);
    }

    Workers(int count, LineFormat format, boolean virtual, LineSource.Maker maker) {
        gate = new CyclicBarrier(count + 1);
        String[] texts = format.texts();
        for (int i = 0; i < count; i++) {
            int worker = i;
            Runnable work = () -> work(worker, () -> maker.make(format, texts));
            Thread thread;
            if (virtual) {
                thread = VirtualThreads.unstarted(format.threadName(worker), work);
            } else {
                thread = new Thread(work, format.threadName(worker));
                thread.setDaemon(true);
            }
            thread.start();
            threads.add(thread);
        }
    }

    /** Runs a phase on all threads and returns when the last one is through, or throws when the first one fails. */
    void run(Phase next) throws Exception {
        phase = next;
        try {
            gate.await();
            gate.await();
        } catch (BrokenBarrierException e) {
            failure.compareAndSet(null, e);
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a logging thread failed", failure.get());
        }
    }

    /** Ends the threads. */
    void close() throws Exception {
        phase = null;
        gate.await();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void work(int worker, Supplier<LineSource> source) {
        try {
            LineSource lines = source.get();
            while (true) {
                gate.await();
                Phase now = phase;
                if (now == null) {
                    return;
                }
                now.run(worker, lines);
                gate.await();
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            breakGate();
        }
    }

    /** Whoever waits for this thread, or comes to wait, goes on at once. */
    private void breakGate() {
        Thread.currentThread().interrupt();
        try {
            int ignored = gate.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            // Broken.
        }
    }
}
