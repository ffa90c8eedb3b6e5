package dev.millrace.core.plan;

import dev.millrace.layout.pattern.PatternCompiler;

/**
 * How a sink renders events.
 *
 * @since 0.1.0
 */
public sealed interface LayoutPlan {
    /** What stands around the events. */
    FramePlan frame();

    /**
     * A conversion pattern in Logback's grammar.
     *
     * @param pattern the pattern
     * @param origin where it stands ({@code /app/logback.xml:12}), for status messages
     * @param fixed whether further conversion words and packaging data of the configuration leave it alone
     */
    record Pattern(String pattern, String origin, FramePlan frame, boolean fixed) implements LayoutPlan {
        /** A pattern for events and nothing else, as the configuration's words have it. */
        public Pattern(String pattern, String origin) {
            this(pattern, origin, FramePlan.NONE, false);
        }

        /** Why it cannot be read, so that no event is printed; null where it can. */
        public String whyUnreadable() {
            return PatternCompiler.whyUnreadable(pattern);
        }
    }
}
