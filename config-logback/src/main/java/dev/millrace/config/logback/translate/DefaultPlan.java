package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.report.Place;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.event.Levels;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

/**
 * What runs without a configuration: everything from DEBUG on goes to the console.
 *
 * @since 0.1.0
 */
public final class DefaultPlan {
    /** The pattern that stands in for one that is missing. */
    public static final String PATTERN = "%d{HH:mm:ss.SSS} [%thread] %level %logger -%kvp- %msg%n";

    /** The name of a context that is not named. */
    public static final String CONTEXT_NAME = "default";

    private static final String SINK = "console";

    private DefaultPlan() {}

    /**
     * The plan.
     *
     * @param source what to name as its source
     * @param testSource whether it stands in for a test configuration
     */
    public static Plan of(String source, boolean testSource) {
        LayoutPlan layout = new LayoutPlan.Pattern(PATTERN, source);
        SinkPlan console = new SinkPlan.ConsoleSink(SINK, layout, Charset.defaultCharset(), List.of(), false);
        return new Plan(
                source,
                CONTEXT_NAME,
                new LoggerPlan("ROOT", Levels.DEBUG, true, List.of(SINK)),
                List.of(),
                List.of(console),
                Map.of(),
                Plan.OverflowWish.NONE,
                testSource,
                false);
    }

    static LayoutPlan layout(Place place) {
        return new LayoutPlan.Pattern(PATTERN, place.toString());
    }
}
