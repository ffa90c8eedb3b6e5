package dev.millrace.slf4j;

import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.TurboFilterPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Marker;

/** Denies messages that repeat too often. The one that was seen longest ago is forgotten first. Thread-safe. */
final class RepeatedMessages implements TurboFilter {
    private final int allowedRepetitions;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> repetitions;

    RepeatedMessages(TurboFilterPlan.Duplicate plan) {
        allowedRepetitions = plan.allowedRepetitions();
        repetitions = new Bounded(plan.cacheSize());
    }

    private static final class Bounded extends LinkedHashMap<String, Integer> {
        private static final long serialVersionUID = 1L;

        private final int max;

        Bounded(int max) {
            super(16, 0.75f, true);
            this.max = max;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > max;
        }
    }

    @Override
    public Reply decide(Marker marker, int level, String message) {
        return repetitionsOf(message) <= allowedRepetitions ? Reply.NEUTRAL : Reply.DENY;
    }

    private int repetitionsOf(String message) {
        if (message == null) {
            return 0;
        }
        lock.lock();
        try {
            Integer before = repetitions.get(message);
            int now = before == null ? 0 : before + 1;
            repetitions.put(message, now);
            return now;
        } finally {
            lock.unlock();
        }
    }
}
