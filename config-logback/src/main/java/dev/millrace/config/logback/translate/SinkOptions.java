package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** The options that every appender with an output has: encoder or layout, filters. */
final class SinkOptions {
    private final Translation translation;
    private final List<FilterPlan> filters = new ArrayList<>();
    private LayoutPlan layout;
    private Charset charset = Charset.defaultCharset();

    SinkOptions(Translation translation) {
        this.translation = translation;
    }

    /** Takes an option; false when it is none of these. */
    boolean accept(Option option) {
        switch (option.property()) {
            case "encoder" -> {
                EncoderReader encoder = EncoderReader.read(option, translation);
                layout = encoder.layout();
                charset = encoder.charset();
            }
            case "layout" -> {
                translation.report(
                        StatusCode.MR413,
                        option.line(),
                        "<layout> directly inside an <appender> is deprecated; it is understood"
                                + " (write <encoder><pattern>…</pattern></encoder>)");
                layout = LayoutReader.read(option, true, translation);
                charset = Charset.defaultCharset();
            }
            case "filter" -> FilterReader.add(option, filters, translation);
            case "immediateFlush" -> {
                if (!translation.flag(option, true)) {
                    translation.report(
                            StatusCode.MR412,
                            option.line(),
                            "<" + option.tag() + ">false needs nothing: events are written in batches,"
                                    + " and are visible within milliseconds all the same");
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** How events are rendered: by the default pattern where the appender does not say, which is reported. */
    LayoutPlan layout(int appenderLine, String appender) {
        if (layout == null) {
            translation.report(
                    StatusCode.MR426,
                    appenderLine,
                    "appender " + appender
                            + " has no <encoder>; the default pattern is used (add an <encoder> with a <pattern>): "
                            + DefaultPlan.PATTERN);
            layout = DefaultPlan.layout(translation.place(appenderLine));
        }
        return layout;
    }

    /** What they are encoded in. */
    Charset charset() {
        return charset;
    }

    List<FilterPlan> filters() {
        return filters;
    }
}
