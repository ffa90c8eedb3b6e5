package dev.millrace.core.filter;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import java.util.List;
import java.util.function.Predicate;

/** One filter of a chain. Belongs to one lane; not thread-safe. */
final class EventFilter {
    private final FilterPlan plan;
    // What a filter that evaluates asks; null for others.
    private final Predicate<LogEvent> question;
    // Of a filter that denies what others do; null for others.
    private final EventFilter[] chain;

    private EventFilter(FilterPlan plan) {
        this.plan = plan;
        this.question =
                plan instanceof FilterPlan.Evaluate evaluate ? FilterChain.question(evaluate.evaluator()) : null;
        this.chain = plan instanceof FilterPlan.DeniedBy denied ? of(denied.chain()) : null;
    }

    /** Filters for plans. */
    static EventFilter[] of(List<FilterPlan> plans) {
        EventFilter[] filters = new EventFilter[plans.size()];
        for (int i = 0; i < filters.length; i++) {
            filters[i] = new EventFilter(plans.get(i));
        }
        return filters;
    }

    /** The answer of a chain; null when only the level is known and does not decide. */
    static Reply reply(EventFilter[] chain, int level, LogEvent event) {
        for (EventFilter filter : chain) {
            Reply reply = filter.reply(level, event);
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }

    /** The answer for an event; null for one of which only the level is known, when that does not decide. */
    private Reply reply(int level, LogEvent event) {
        if (plan instanceof FilterPlan.Threshold threshold) {
            return level < threshold.level() ? Reply.DENY : Reply.NEUTRAL;
        }
        if (plan instanceof FilterPlan.Level exact) {
            return level == exact.level() ? exact.onMatch() : exact.onMismatch();
        }
        if (plan instanceof FilterPlan.Evaluate evaluate) {
            return reply(evaluate, level, event);
        }
        Reply reply = reply(chain, level, event);
        return reply == null || reply == Reply.DENY ? reply : Reply.NEUTRAL;
    }

    private Reply reply(FilterPlan.Evaluate evaluate, int level, LogEvent event) {
        if (evaluate.onMatch() == evaluate.onMismatch()) {
            return evaluate.onMatch();
        }
        boolean matches;
        if (evaluate.evaluator().errors()) {
            matches = level >= Levels.ERROR;
        } else if (event == null) {
            return null;
        } else {
            matches = question.test(event);
        }
        return matches ? evaluate.onMatch() : evaluate.onMismatch();
    }
}
