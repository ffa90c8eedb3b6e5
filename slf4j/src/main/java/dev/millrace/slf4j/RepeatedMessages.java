package dev.millrace.slf4j;

import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.TurboFilterPlan;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Marker;

/** Denies messages that repeat too often. The one that was seen longest ago is forgotten first. Thread-safe. */
final class RepeatedMessages implements TurboFilter {
    private final int allowedRepetitions;
    private final int mostMessages;
    // The one that was seen longest ago comes first.
    private Map<String, Integer> repetitions = new LinkedHashMap<>(16, 0.75f, true);
    private boolean isChanging;

    RepeatedMessages(TurboFilterPlan.Duplicate plan) {
        allowedRepetitions = plan.allowedRepetitions();
        mostMessages = plan.cacheSize();
    }

    @Override
    public Reply decide(Marker marker, int level, String message) {
        return repetitionsOf(message) <= allowedRepetitions ? Reply.NEUTRAL : Reply.DENY;
    }

    /** By a monitor: a stack that overflows leaves a lock behind, for which every call would wait from then on. */
    private synchronized int repetitionsOf(String message) {
        if (message == null) {
            return 0;
        }
        if (isChanging) {
            // An overflow has left it half changed.
            repetitions = new LinkedHashMap<>(16, 0.75f, true);
        }
        isChanging = true;
        Integer before = repetitions.get(message);
        int now = before == null ? 0 : before + 1;
        repetitions.put(message, now);
        if (repetitions.size() > mostMessages) {
            Iterator<String> messages = repetitions.keySet().iterator();
            messages.next();
            messages.remove();
        }
        isChanging = false;
        return now;
    }
}
