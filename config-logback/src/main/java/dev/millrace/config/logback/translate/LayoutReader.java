package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.status.StatusCode;
import java.util.Map;

/** Reads a {@code <layout>}. */
final class LayoutReader implements OptionHandler {
    private static final String PATTERN_LAYOUT = "ch.qos.logback.classic.PatternLayout";
    private static final String TTLL_LAYOUT = "ch.qos.logback.classic.layout.TTLLLayout";
    private static final String TTLL_PATTERN = "%d{HH:mm:ss.SSS} [%thread] %level %logger -%kvp- %msg%n%ex";

    private final Translation translation;
    private final FrameReader frame;
    private final boolean fixed;
    private String pattern;
    private int patternLine;

    private LayoutReader(Translation translation, boolean fixed) {
        this.translation = translation;
        this.frame = new FrameReader(translation);
        this.fixed = fixed;
    }

    /** The layout; a null class stands for {@code PatternLayout} when the appender may leave it out. */
    static LayoutPlan read(Option layout, boolean classOptional, Translation translation) {
        String className = layout.className();
        if (TTLL_LAYOUT.equals(className)) {
            LayoutReader reader = new LayoutReader(translation, true);
            translation.options(layout.children(), reader);
            return new LayoutPlan.Pattern(
                    TTLL_PATTERN, translation.place(layout.line()).toString(), reader.frame.frame(""), true);
        }
        Map<String, String> words = words(className, classOptional);
        if (words == null) {
            translation.report(
                    StatusCode.MR426,
                    layout.line(),
                    (className == null ? "<layout> names no class" : "layout " + className + " is not supported")
                            + "; the default pattern is used (write an <encoder> with a <pattern>): "
                            + DefaultPlan.PATTERN);
            return DefaultPlan.layout(translation.place(layout.line()));
        }
        translation.addConverters(words);
        LayoutReader reader = new LayoutReader(translation, false);
        translation.options(layout.children(), reader);
        return reader.frame.around(reader.pattern, reader.patternLine, layout);
    }

    /** The words of its own that a layout with a pattern has; null for a layout of another kind. */
    private static Map<String, String> words(String className, boolean classOptional) {
        if (className == null) {
            return classOptional ? Map.of() : null;
        }
        return className.equals(PATTERN_LAYOUT) ? Map.of() : SkyWalkingLayouts.words(className);
    }

    @Override
    public void option(Option option) {
        if (frame.accept(option)) {
            return;
        }
        if (fixed) {
            translation.reportUnknown(option, "a <layout> of this class");
            return;
        }
        switch (option.property()) {
            case "pattern" -> {
                if (option.value() != null) {
                    pattern = option.value().trim();
                    patternLine = option.line();
                }
            }
            case "outputPatternAsHeader" -> frame.patternAsHeader(option);
            default -> translation.reportUnknown(option, "<layout>");
        }
    }
}
