package dev.millrace.core;

import dev.millrace.core.filter.FilterChain;
import dev.millrace.core.plan.EvaluatorPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.sink.StandardStream;
import dev.millrace.event.LogEvent;
import dev.millrace.layout.LayoutContext;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Makes of a plan what its layouts may know. */
final class LayoutContexts {
    /** Spring Boot's own property, with which its users say whether they want colours. */
    private static final String ANSI_PROPERTY = "spring.output.ansi.enabled";

    /** See no-color.org. */
    private static final String NO_COLOR = "NO_COLOR";

    private LayoutContexts() {}

    /**
     * A context of its own for one layout: the tests in it keep scratch space.
     *
     * @param fixed whether the layout is none of the configuration's own
     * @param colors whether there are any
     */
    static LayoutContext of(
            Plan plan, boolean fixed, long startMicros, boolean colors, BiConsumer<String, String> problems) {
        Map<String, String> converters = fixed ? Map.of() : plan.patterns().converters();
        Map<String, Predicate<LogEvent>> tests = new HashMap<>();
        for (Map.Entry<String, EvaluatorPlan> entry :
                plan.patterns().evaluators().entrySet()) {
            tests.put(entry.getKey(), FilterChain.question(entry.getValue()));
        }
        return new LayoutContext(
                startMicros,
                System.lineSeparator(),
                plan.contextName(),
                plan.properties(),
                converters,
                tests,
                !fixed && plan.patterns().packagingData(),
                !converters.isEmpty() && wantsColors(),
                colors,
                startMicros / 1000,
                TimeZone.getDefault(),
                Locale.getDefault(),
                problems);
    }

    private static boolean wantsColors() {
        String wish = System.getProperty(ANSI_PROPERTY, "").toLowerCase(Locale.ROOT);
        if (wish.equals("always") || wish.equals("never")) {
            return wish.equals("always");
        }
        String noColor = System.getenv(NO_COLOR);
        return (noColor == null || noColor.isEmpty()) && StandardStream.OUT.isTerminal();
    }
}
