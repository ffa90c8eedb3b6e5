package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.status.StatusCode;

/** Reads a {@code <filter>}. */
final class FilterReader implements OptionHandler {
    private static final String THRESHOLD_FILTER = "ch.qos.logback.classic.filter.ThresholdFilter";
    private static final String LEVEL_FILTER = "ch.qos.logback.classic.filter.LevelFilter";

    private final Translation translation;
    private final boolean exact;
    private Integer level;
    private Reply onMatch = Reply.NEUTRAL;
    private Reply onMismatch = Reply.NEUTRAL;

    private FilterReader(Translation translation, boolean exact) {
        this.translation = translation;
        this.exact = exact;
    }

    /** The filter, or null when events are to pass. */
    static FilterPlan read(Option filter, Translation translation) {
        String className = filter.className();
        boolean exact = LEVEL_FILTER.equals(className);
        if (!exact && !THRESHOLD_FILTER.equals(className)) {
            translation.report(
                    StatusCode.MR427,
                    filter.line(),
                    (className == null ? "<filter> names no class" : "filter " + className + " is not supported")
                            + "; events pass as if it were not there");
            return null;
        }
        FilterReader reader = new FilterReader(translation, exact);
        translation.options(filter.children(), reader);
        if (reader.level == null) {
            translation.report(
                    StatusCode.MR427, filter.line(), "<filter> has no <level>; events pass as if it were not there");
            return null;
        }
        return exact
                ? new FilterPlan.Level(reader.level, reader.onMatch, reader.onMismatch)
                : new FilterPlan.Threshold(reader.level);
    }

    @Override
    public void option(Option option) {
        String property = option.property();
        if (property.equals("level")) {
            if (option.value() != null) {
                level = translation.level(option.value(), option.line());
            }
        } else if (exact && property.equals("onMatch")) {
            onMatch = reply(option, onMatch);
        } else if (exact && property.equals("onMismatch")) {
            onMismatch = reply(option, onMismatch);
        } else if (!property.equals("name")) {
            translation.reportUnknown(option, "<filter>");
        }
    }

    private Reply reply(Option option, Reply before) {
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
