package dev.millrace.core.plan;

import java.util.List;

/**
 * A way to a sink that some events do not get through; others may come to the same sink past it.
 *
 * @param name the name by which loggers refer to it, unlike that of any sink or other route
 * @param sink name of the sink that it leads to
 * @param filters what they deny goes no further on this way; the sink's own filters come behind
 * @param member which one of a group's consoles it leads to; negative for any other sink
 * @since 0.1.0
 */
public record RoutePlan(String name, String sink, List<FilterPlan> filters, int member) {
    private static final int NO_MEMBER = -1;

    /** A way to a sink of its own. */
    public RoutePlan(String name, String sink, List<FilterPlan> filters) {
        this(name, sink, filters, NO_MEMBER);
    }

    /** Copies the list. */
    public RoutePlan {
        filters = List.copyOf(filters);
    }
}
