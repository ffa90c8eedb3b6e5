package dev.millrace.core.filter;

import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import dev.millrace.layout.EventTests;
import java.util.List;
import java.util.function.Predicate;

/**
 * A sink's filters in order: the first that does not answer neutral decides; an event that all are neutral to is
 * taken. Answers that depend on the level only are worked out once. Belongs to one lane; not thread-safe, but for
 * {@link #mayAccept}.
 *
 * @since 0.1.0
 */
public final class FilterChain {
    private static final int STEP = 10;

    // Null where there are none, so that no more of them is loaded.
    private final EventFilter[] filters;
    // By level; null where more than the level decides.
    private final Reply[] replies;

    /** Works the answers out. */
    public FilterChain(List<FilterPlan> plans) {
        if (plans.isEmpty()) {
            filters = null;
            replies = null;
            return;
        }
        filters = EventFilter.of(plans);
        replies = new Reply[Levels.ERROR / STEP + 1];
        for (int i = 0; i < replies.length; i++) {
            replies[i] = EventFilter.reply(filters, i * STEP, null);
        }
    }

    /** One that takes nothing. */
    public static FilterChain nothing() {
        return new FilterChain(List.of(new FilterPlan.Threshold(Integer.MAX_VALUE)));
    }

    /** What an evaluator asks: a question of its own, which keeps scratch space and belongs to one rendering thread. */
    public static Predicate<LogEvent> question(EvaluatorPlan plan) {
        if (plan.errors()) {
            return EventTests.onError();
        }
        return plan.throwableClass() == null
                ? EventTests.onMarker(plan.markers())
                : EventTests.onThrowable(plan.throwableClass());
    }

    /** Whether the sink takes an event. */
    public boolean accepts(LogEvent event) {
        if (filters == null) {
            return true;
        }
        int level = event.level();
        Reply reply = byLevel(level);
        return (reply == null ? EventFilter.reply(filters, level, event) : reply) != Reply.DENY;
    }

    /** Whether the sink takes events of this level, or some of them. Any thread. */
    public boolean mayAccept(int level) {
        return filters == null || byLevel(level) != Reply.DENY;
    }

    /** Whether the level is all that counts; such a chain may be asked by several threads. */
    public boolean decidesByLevel() {
        if (filters != null) {
            for (Reply reply : replies) {
                if (reply == null) {
                    return false;
                }
            }
        }
        return true;
    }

    private Reply byLevel(int level) {
        int index = level / STEP;
        if (level == index * STEP && level >= 0 && index < replies.length) {
            return replies[index];
        }
        return EventFilter.reply(filters, level, null);
    }
}
