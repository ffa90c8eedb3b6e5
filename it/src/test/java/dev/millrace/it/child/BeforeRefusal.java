package dev.millrace.it.child;

import dev.millrace.it.workload.Oracle;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Keeps, where the proof can read it, how many calls had returned while the backend had refused none: the calls are
 * counted first and the refusals after them, so that what is kept was accepted for certain.
 */
final class BeforeRefusal implements Runnable {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Set<ObjectName> engines;
    private final Oracle returned;
    private final Oracle before;

    private BeforeRefusal(Set<ObjectName> engines, Oracle returned, Oracle before) {
        this.engines = engines;
        this.returned = returned;
        this.before = before;
    }

    /** Waits for the counters and begins to look, until something is refused. */
    static void watch(Oracle returned, Oracle before) throws JMException, InterruptedException {
        Thread thread = new Thread(new BeforeRefusal(Counters.await(), returned, before), "before-refusal");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        long[] counts = new long[returned.threads()];
        try {
            while (true) {
                for (int t = 0; t < counts.length; t++) {
                    counts[t] = returned.returned(t);
                }
                if (Counters.refused(engines) > 0) {
                    return;
                }
                for (int t = 0; t < counts.length; t++) {
                    before.returned(t, counts[t]);
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (JMException e) {
            // The backend is closed: what was kept last still holds.
        }
    }
}
