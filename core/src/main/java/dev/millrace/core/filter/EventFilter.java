package dev.millrace.core.filter;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.event.Levels;
import dev.millrace.event.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** One filter of a chain. Belongs to one lane; not thread-safe. */
interface EventFilter {
    /** The answer for an event; null for one of which only the level is known, when that does not decide. */
    Reply reply(int level, LogEvent event);

    /** A filter for a plan. */
    static EventFilter of(FilterPlan plan) {
        // No lambdas: the first one of a program costs its start several milliseconds.
        if (plan instanceof FilterPlan.Threshold threshold) {
            return new Threshold(threshold.level());
        }
        if (plan instanceof FilterPlan.Level exact) {
            return new Exact(exact);
        }
        if (plan instanceof FilterPlan.Evaluate evaluate) {
            return new Evaluate(evaluate, FilterChain.question(evaluate.evaluator()));
        }
        return new DeniedBy(of(((FilterPlan.DeniedBy) plan).chain()));
    }

    /** Filters for plans. */
    static EventFilter[] of(List<FilterPlan> plans) {
        List<EventFilter> filters = new ArrayList<>(plans.size());
        for (FilterPlan plan : plans) {
            filters.add(of(plan));
        }
        return filters.toArray(new EventFilter[0]);
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

    /** See {@link FilterPlan.Threshold}. */
    final class Threshold implements EventFilter {
        private final int threshold;

        Threshold(int threshold) {
            this.threshold = threshold;
        }

        @Override
        public Reply reply(int level, LogEvent event) {
            return level < threshold ? Reply.DENY : Reply.NEUTRAL;
        }
    }

    /** See {@link FilterPlan.Level}. */
    final class Exact implements EventFilter {
        private final FilterPlan.Level plan;

        Exact(FilterPlan.Level plan) {
            this.plan = plan;
        }

        @Override
        public Reply reply(int level, LogEvent event) {
            return level == plan.level() ? plan.onMatch() : plan.onMismatch();
        }
    }

    /** See {@link FilterPlan.Evaluate}. */
    final class Evaluate implements EventFilter {
        private final FilterPlan.Evaluate plan;
        private final Predicate<LogEvent> test;

        Evaluate(FilterPlan.Evaluate plan, Predicate<LogEvent> test) {
            this.plan = plan;
            this.test = test;
        }

        @Override
        public Reply reply(int level, LogEvent event) {
            if (plan.onMatch() == plan.onMismatch()) {
                return plan.onMatch();
            }
            if (plan.evaluator().errors()) {
                return answer(level >= Levels.ERROR);
            }
            return event == null ? null : answer(test.test(event));
        }

        private Reply answer(boolean matches) {
            return matches ? plan.onMatch() : plan.onMismatch();
        }
    }

    /** See {@link FilterPlan.DeniedBy}. */
    final class DeniedBy implements EventFilter {
        private final EventFilter[] chain;

        DeniedBy(EventFilter[] chain) {
            this.chain = chain;
        }

        @Override
        public Reply reply(int level, LogEvent event) {
            Reply reply = EventFilter.reply(chain, level, event);
            return reply == null || reply == Reply.DENY ? reply : Reply.NEUTRAL;
        }
    }
}
