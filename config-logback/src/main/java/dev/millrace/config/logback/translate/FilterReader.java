package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.status.StatusCode;
import java.util.List;

/** Reads a {@code <filter>}. */
final class FilterReader implements OptionHandler {
    private static final String THRESHOLD_FILTER = "ch.qos.logback.classic.filter.ThresholdFilter";
    private static final String LEVEL_FILTER = "ch.qos.logback.classic.filter.LevelFilter";
    private static final String EVALUATOR_FILTER = "ch.qos.logback.core.filter.EvaluatorFilter";

    private final Translation translation;
    private final String className;
    private Integer level;
    private EvaluatorPlan evaluator;
    private Reply onMatch = Reply.NEUTRAL;
    private Reply onMismatch = Reply.NEUTRAL;

    private FilterReader(Translation translation, String className) {
        this.translation = translation;
        this.className = className == null ? "" : className;
    }

    /** Adds the filter to those before it, unless events are to pass. */
    static void add(Option filter, List<FilterPlan> filters, Translation translation) {
        FilterPlan plan = read(filter, translation);
        if (plan != null) {
            filters.add(plan);
        }
    }

    /** Null when events are to pass. */
    private static FilterPlan read(Option filter, Translation translation) {
        FilterReader reader = new FilterReader(translation, filter.className());
        switch (reader.className) {
            case THRESHOLD_FILTER, LEVEL_FILTER, EVALUATOR_FILTER -> translation.options(filter.children(), reader);
            default -> {
                return reader.passes(filter.line(), Translation.problem("filter", "filter", filter.className()));
            }
        }
        if (reader.className.equals(EVALUATOR_FILTER)) {
            return reader.evaluator == null
                    ? reader.passes(filter.line(), "<filter> has no <evaluator> that is supported")
                    : new FilterPlan.Evaluate(reader.evaluator, reader.onMatch, reader.onMismatch);
        }
        if (reader.level == null) {
            return reader.passes(filter.line(), "<filter> has no <level>");
        }
        return reader.className.equals(LEVEL_FILTER)
                ? new FilterPlan.Level(reader.level, reader.onMatch, reader.onMismatch)
                : new FilterPlan.Threshold(reader.level);
    }

    private FilterPlan passes(int line, String why) {
        translation.report(StatusCode.MR427, line, why + "; events pass as if it were not there");
        return null;
    }

    @Override
    public void option(Option option) {
        String property = option.property();
        boolean matches = !className.equals(THRESHOLD_FILTER);
        if (property.equals("level") && !className.equals(EVALUATOR_FILTER)) {
            if (option.value() != null) {
                level = translation.level(option.value(), option.line());
            }
        } else if (property.equals("evaluator") && className.equals(EVALUATOR_FILTER)) {
            evaluator(option);
        } else if (matches && property.equals("onMatch")) {
            onMatch = reply(option, onMatch, translation);
        } else if (matches && property.equals("onMismatch")) {
            onMismatch = reply(option, onMismatch, translation);
        } else if (!property.equals("name")) {
            translation.reportUnknown(option, "<filter>");
        }
    }

    private void evaluator(Option option) {
        // One that cannot be asked leaves its filter out, as in Logback.
        evaluator = EvaluatorReader.read(option.className(), option.line(), option.children(), translation);
    }

    /** The answer that an option names; what it was before when it names none. */
    static Reply reply(Option option, Reply before, Translation translation) {
        String value = option.value();
        if (value == null) {
            return before;
        }
        for (Reply reply : Reply.values()) {
            if (reply.name().equals(value.trim())) {
                return reply;
            }
        }
        translation.report(
                StatusCode.MR414,
                option.line(),
                "<" + option.tag() + "> is none of DENY, NEUTRAL and ACCEPT but \"" + value + "\"; " + before
                        + " is used");
        return before;
    }
}
