package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.status.StatusCode;
import java.util.Map;

/** Reads a {@code <layout>}. */
final class LayoutReader implements OptionHandler {
    private static final String PATTERN_LAYOUT = "ch.qos.logback.classic.PatternLayout";
    private static final String TTLL_LAYOUT = "ch.qos.logback.classic.layout.TTLLLayout";
    private static final String SKYWALKING = "org.apache.skywalking.apm.toolkit.log.logback.v1.x.";
    private static final String SKYWALKING_MDC = SKYWALKING + "mdc.LogbackMDCPatternConverter";
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
                    Translation.problem("layout", "layout", className)
                            + "; the default pattern is used (write an <encoder> with a <pattern>): "
                            + DefaultPlan.PATTERN);
            return DefaultPlan.layout(translation.place(layout.line()));
        }
        translation.addConverters(words);
        LayoutReader reader = new LayoutReader(translation, false);
        translation.options(layout.children(), reader);
        return reader.frame.around(reader.pattern, reader.patternLine, layout);
    }

    /**
     * The words of its own that a layout with a pattern has, each with the name of a converter class; null for a layout
     * of another kind. SkyWalking's have some, for all patterns of the configuration.
     */
    private static Map<String, String> words(String className, boolean classOptional) {
        if (className == null) {
            return classOptional ? Map.of() : null;
        }
        return switch (className) {
            case PATTERN_LAYOUT -> Map.of();
            case SKYWALKING + "TraceIdPatternLogbackLayout" ->
                Map.of(
                        "tid",
                        SKYWALKING + "LogbackPatternConverter",
                        "sw_ctx",
                        SKYWALKING + "LogbackSkyWalkingContextPatternConverter");
            case SKYWALKING + "mdc.TraceIdMDCPatternLogbackLayout" ->
                Map.of("X", SKYWALKING_MDC, "mdc", SKYWALKING_MDC);
            default -> null;
        };
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
