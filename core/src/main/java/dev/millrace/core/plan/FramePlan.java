package dev.millrace.core.plan;

/**
 * What a sink writes beside events: each time it begins with a file or another output, and each time it leaves one.
 *
 * @param header what comes first; empty: nothing
 * @param footer what comes last; empty: nothing
 * @since 0.1.0
 */
public record FramePlan(String header, String footer) {
    /** Nothing but events. */
    public static final FramePlan NONE = new FramePlan("", "");
}
