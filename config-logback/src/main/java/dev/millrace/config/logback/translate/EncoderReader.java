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
    /** Whether its class is not known: what it has in common with others is its charset. */
    private final boolean foreign;

    private String pattern;
    private final FrameReader frame;
    private int patternLine;
    private LayoutPlan layout;
    private Charset charset = Charset.defaultCharset();

    private EncoderReader(Translation translation, String className) {
        this.translation = translation;
        this.wrapsLayout = LAYOUT_ENCODER.equals(className);
        this.foreign = className != null && !wrapsLayout && !className.equals(PATTERN_ENCODER);
        this.frame = new FrameReader(translation);
    }

    /** Reads an encoder; what it became is asked for afterwards. */
    static EncoderReader read(Option encoder, Translation translation) {
        EncoderReader reader = new EncoderReader(translation, encoder.className());
        translation.options(encoder.children(), reader);
        reader.layout = reader.layoutPlan(encoder);
        return reader;
    }

    /** How events are rendered. */
    LayoutPlan layout() {
        return layout;
    }

    /** What they are encoded in. */
    Charset charset() {
        return charset;
    }

    private LayoutPlan layoutPlan(Option encoder) {
        if (!wrapsLayout && !foreign) {
            return frame.around(pattern, patternLine, encoder);
        }
        if (layout == null) {
            translation.report(
                    StatusCode.MR426,
                    encoder.line(),
                    (foreign
                                    ? "encoder " + encoder.className() + " is not supported"
                                    : "<" + encoder.tag() + "> has no <layout>")
                            + "; the default pattern is used (write an <encoder> with a <pattern>): "
                            + DefaultPlan.PATTERN);
            return DefaultPlan.layout(translation.place(encoder.line()));
        }
        return layout;
    }

    @Override
    public void option(Option option) {
        if (foreign && !option.property().equals("charset")) {
            return;
        }
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
            translation.report(
                    StatusCode.MR410,
                    option.line(),
                    "<" + option.tag() + "> is not known inside an <encoder> of this class; it is ignored (write its"
                            + " <pattern> directly inside <encoder>)");
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
