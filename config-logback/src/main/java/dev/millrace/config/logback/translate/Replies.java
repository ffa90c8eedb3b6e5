package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.status.StatusCode;

/** Reads what a filter answers. */
final class Replies {
    private Replies() {}

    /** The answer that an option names; what it was before when it names none. */
    static Reply read(Option option, Reply before, Translation translation) {
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
