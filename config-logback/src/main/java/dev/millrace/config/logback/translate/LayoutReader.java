package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.status.StatusCode;

/** Reads a {@code <layout>}. */
final class LayoutReader implements OptionHandler {
    private static final String PATTERN_LAYOUT = "ch.qos.logback.classic.PatternLayout";
    private static final String TTLL_LAYOUT = "ch.qos.logback.classic.layout.TTLLLayout";

    private final Translation translation;
    private String pattern;
    private int patternLine;

    private LayoutReader(Translation translation) {
        this.translation = translation;
    }

    /** The layout; a null class stands for {@code PatternLayout} when the appender may leave it out. */
    static LayoutPlan read(Option layout, boolean classOptional, Translation translation) {
        String className = layout.className();
        if (TTLL_LAYOUT.equals(className)) {
            return DefaultPlan.layout(translation.place(layout.line()));
        }
        if (className == null ? !classOptional : !className.equals(PATTERN_LAYOUT)) {
            translation.report(
                    StatusCode.MR426,
                    layout.line(),
                    (className == null ? "<layout> names no class" : "layout " + className + " is not supported")
                            + "; the default pattern is used: " + DefaultPlan.PATTERN);
            return DefaultPlan.layout(translation.place(layout.line()));
        }
        LayoutReader reader = new LayoutReader(translation);
        translation.options(layout.children(), reader);
        return patternOrDefault(reader.pattern, reader.patternLine, layout, translation);
    }

    static LayoutPlan patternOrDefault(String pattern, int patternLine, Option parent, Translation translation) {
        if (pattern == null || pattern.isEmpty()) {
            translation.report(
                    StatusCode.MR426,
                    parent.line(),
                    "<" + parent.tag() + "> has no <pattern>; the default is used: " + DefaultPlan.PATTERN);
            return DefaultPlan.layout(translation.place(parent.line()));
        }
        return new LayoutPlan.Pattern(pattern, translation.place(patternLine).toString());
    }

    @Override
    public void option(Option option) {
        switch (option.property()) {
            case "pattern" -> {
                if (option.value() != null) {
                    pattern = option.value().trim();
                    patternLine = option.line();
                }
            }
            case "outputPatternAsHeader", "fileHeader", "fileFooter", "presentationHeader", "presentationFooter" ->
                translation.report(
                        StatusCode.MR411,
                        option.line(),
                        "<" + option.tag() + "> is not supported: files get no header and no footer");
            default -> translation.reportUnknown(option, "<layout>");
        }
    }
}
