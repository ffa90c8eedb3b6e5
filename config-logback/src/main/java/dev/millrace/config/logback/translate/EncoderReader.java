package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.charset.Charset;

/** Reads an {@code <encoder>}. */
final class EncoderReader implements OptionHandler {
    private static final String PATTERN_ENCODER = "ch.qos.logback.classic.encoder.PatternLayoutEncoder";
    private static final String LAYOUT_ENCODER = "ch.qos.logback.core.encoder.LayoutWrappingEncoder";

    private final Translation translation;
    private final boolean wrapsLayout;
    private String pattern;
    private final FrameReader frame;
    private int patternLine;
    private LayoutPlan layout;
    private Charset charset = Charset.defaultCharset();

    private EncoderReader(Translation translation, boolean wrapsLayout) {
        this.translation = translation;
        this.wrapsLayout = wrapsLayout;
        this.frame = new FrameReader(translation);
    }

    static EncoderPlan read(Option encoder, Translation translation) {
        String className = encoder.className();
        if (className != null && !className.equals(PATTERN_ENCODER) && !className.equals(LAYOUT_ENCODER)) {
            translation.report(
                    StatusCode.MR426,
                    encoder.line(),
                    "encoder " + className + " is not supported; the default pattern is used: " + DefaultPlan.PATTERN);
            return new EncoderPlan(DefaultPlan.layout(translation.place(encoder.line())), Charset.defaultCharset());
        }
        EncoderReader reader = new EncoderReader(translation, LAYOUT_ENCODER.equals(className));
        translation.options(encoder.children(), reader);
        return new EncoderPlan(reader.layoutPlan(encoder), reader.charset);
    }

    private LayoutPlan layoutPlan(Option encoder) {
        if (!wrapsLayout) {
            return LayoutReader.patternOrDefault(pattern, patternLine, frame, encoder, translation);
        }
        if (layout == null) {
            translation.report(
                    StatusCode.MR426,
                    encoder.line(),
                    "<" + encoder.tag() + "> has no <layout>; the default pattern is used: " + DefaultPlan.PATTERN);
            return DefaultPlan.layout(translation.place(encoder.line()));
        }
        return layout;
    }

    @Override
    public void option(Option option) {
        switch (option.property()) {
            case "charset" -> charset = charset(option);
            case "immediateFlush" ->
                translation.report(
                        StatusCode.MR412,
                        option.line(),
                        "<" + option.tag() + "> needs nothing: events are always visible within milliseconds");
            case "pattern" -> pattern(option);
            case "layout" -> layout(option);
            case "outputPatternAsHeader" -> patternAsHeader(option);
            default -> translation.reportUnknown(option, "<encoder>");
        }
    }

    private void pattern(Option option) {
        if (wrapsLayout) {
            translation.reportUnknown(option, "this <encoder> (it belongs inside its <layout>)");
        } else if (option.value() != null) {
            pattern = option.value().trim();
            patternLine = option.line();
        }
    }

    private void patternAsHeader(Option option) {
        if (wrapsLayout) {
            translation.reportUnknown(option, "this <encoder> (it belongs inside its <layout>)");
        } else {
            frame.patternAsHeader(option);
        }
    }

    private void layout(Option option) {
        if (wrapsLayout) {
            layout = LayoutReader.read(option, false, translation);
        } else {
            translation.reportUnknown(option, "an <encoder> that has a <pattern>");
        }
    }

    private Charset charset(Option option) {
        String name = option.value();
        if (name == null) {
            return charset;
        }
        if (name.equalsIgnoreCase("null")) {
            return Charset.defaultCharset();
        }
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            translation.report(
                    StatusCode.MR414,
                    option.line(),
                    "this JVM has no charset \"" + name + "\"; " + charset.name() + " is used",
                    e);
            return charset;
        }
    }
}
