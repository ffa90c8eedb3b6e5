package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;

/** Collects the turbo filters of a configuration. */
final class TurboFilters {
    private static final String PACKAGE = "ch.qos.logback.classic.turbo.";

    private final Translation translation;
    private final List<TurboFilterPlan> plans = new ArrayList<>();

    TurboFilters(Translation translation) {
        this.translation = translation;
    }

    List<TurboFilterPlan> plans() {
        return plans;
    }

    void add(ComponentItem item) {
        String className = translation.className(item.className(), item.line());
        String name = className != null && className.startsWith(PACKAGE) ? className.substring(PACKAGE.length()) : "";
        TurboFilterReader reader = new TurboFilterReader(name, translation);
        switch (name) {
            case "DuplicateMessageFilter", "DynamicThresholdFilter", "MDCFilter", "MarkerFilter" -> {
                translation.options(item.children(), reader);
                TurboFilterPlan plan = reader.plan(item.line());
                if (plan != null) {
                    plans.add(plan);
                }
            }
            case "ReconfigureOnChangeFilter" ->
                translation.report(
                        StatusCode.MR467,
                        item.line(),
                        "turbo filter " + className + " does nothing: write scan=\"true\" on <configuration> instead");
            default ->
                translation.report(
                        StatusCode.MR467,
                        item.line(),
                        (className == null
                                        ? "<turboFilter> names no class"
                                        : "turbo filter " + className + " is not supported")
                                + "; events pass as if it were not there");
        }
    }
}
