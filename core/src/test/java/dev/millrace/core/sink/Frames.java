package dev.millrace.core.sink;

import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A header and a footer, each a line. */
public final class Frames {
    public static final String HEADER = "the header";
    public static final String FOOTER = "the footer";

    private Frames() {}

    /** A layout that writes both. */
    public static LayoutPlan layout() {
        return new LayoutPlan.Pattern("%m%n", "test", new FramePlan(HEADER + "\n", FOOTER + "\n"), false);
    }

    static Frame ofFile() {
        return Frame.of(
                new SinkPlan.FileSink("S", layout(), StandardCharsets.UTF_8, List.of(), Path.of("f"), true),
                StandardCharsets.UTF_8);
    }

    static Frame of(RollPlan plan) {
        return Frame.of(
                new SinkPlan.RollingFileSink("S", layout(), StandardCharsets.UTF_8, List.of(), plan),
                StandardCharsets.UTF_8);
    }
}
