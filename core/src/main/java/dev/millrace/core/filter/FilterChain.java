package dev.millrace.core.filter;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.event.Levels;
import java.util.List;

/**
 * A sink's filters in order: the first that does not answer neutral decides; an event that all are neutral to is
 * taken. All filters so far look at the level only, so the answers are worked out once. Immutable.
 *
 * @since 0.1.0
 */
public final class FilterChain {
    /** Takes nothing. */
    public static final FilterChain NOTHING = new FilterChain(List.of(new FilterPlan.Threshold(Integer.MAX_VALUE)));

    private static final int STEP = 10;

    private final List<FilterPlan> filters;
    private final boolean[] acceptsByLevel = new boolean[Levels.ERROR / STEP + 1];

    /** Works the answers out. */
    public FilterChain(List<FilterPlan> filters) {
        this.filters = List.copyOf(filters);
        for (int i = 0; i < acceptsByLevel.length; i++) {
            acceptsByLevel[i] = decide(i * STEP);
        }
    }

    /** Whether the sink takes an event of this level. */
    public boolean accepts(int level) {
        int index = level / STEP;
        if (level == index * STEP && level >= 0 && index < acceptsByLevel.length) {
            return acceptsByLevel[index];
        }
        return decide(level);
    }

    private boolean decide(int level) {
        for (FilterPlan filter : filters) {
            FilterPlan.Reply reply = reply(filter, level);
            if (reply != FilterPlan.Reply.NEUTRAL) {
                return reply == FilterPlan.Reply.ACCEPT;
            }
        }
        return true;
    }

    private static FilterPlan.Reply reply(FilterPlan filter, int level) {
        if (filter instanceof FilterPlan.Threshold threshold) {
            return level < threshold.level() ? FilterPlan.Reply.DENY : FilterPlan.Reply.NEUTRAL;
        }
        if (filter instanceof FilterPlan.Level exact) {
            return level == exact.level() ? exact.onMatch() : exact.onMismatch();
        }
        throw new IllegalArgumentException("no such filter: " + filter);
    }
}
