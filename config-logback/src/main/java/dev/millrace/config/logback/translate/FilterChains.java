package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.event.Levels;
import java.util.ArrayList;
import java.util.List;

/** Puts one appender's filters before another's. */
final class FilterChains {
    private static final int[] EVENT_LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    private FilterChains() {}

    /**
     * Filters that deny what the given chain denies and are neutral to all else: an acceptance by the chain of the outer
     * appender must not pass the filters of the inner one.
     */
    static List<FilterPlan> deniedLevels(List<FilterPlan> chain) {
        List<FilterPlan> denials = new ArrayList<>();
        for (int level : EVENT_LEVELS) {
            if (decide(chain, level) == Reply.DENY) {
                denials.add(new FilterPlan.Level(level, Reply.DENY, Reply.NEUTRAL));
            }
        }
        return denials;
    }

    private static Reply decide(List<FilterPlan> chain, int level) {
        for (FilterPlan filter : chain) {
            Reply reply = decide(filter, level);
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }

    private static Reply decide(FilterPlan filter, int level) {
        if (filter instanceof FilterPlan.Threshold threshold) {
            return level < threshold.level() ? Reply.DENY : Reply.NEUTRAL;
        }
        FilterPlan.Level exact = (FilterPlan.Level) filter;
        return level == exact.level() ? exact.onMatch() : exact.onMismatch();
    }
}
