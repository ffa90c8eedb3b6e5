package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.status.StatusCode;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** The options that every appender with an output has: encoder or layout, filters. */
final class SinkOptions {
    private final Translation translation;
    private final List<FilterPlan> filters = new ArrayList<>();
    private EncoderPlan encoder;

    SinkOptions(Translation translation) {
        this.translation = translation;
    }

    /** Takes an option; false when it is none of these. */
    boolean accept(Option option) {
        switch (option.property()) {
            case "encoder" -> encoder = EncoderReader.read(option, translation);
            case "layout" -> {
                translation.report(
                        StatusCode.MR413,
                        option.line(),
                        "<layout> directly inside an <appender> is deprecated; it is understood"
                                + " (write <encoder><pattern>…</pattern></encoder>)");
                encoder = new EncoderPlan(LayoutReader.read(option, true, translation), Charset.defaultCharset());
            }
            case "filter" -> {
                FilterPlan filter = FilterReader.read(option, translation);
                if (filter != null) {
                    filters.add(filter);
                }
            }
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

    EncoderPlan encoder(int appenderLine, String appender) {
        if (encoder == null) {
            translation.report(
                    StatusCode.MR426,
                    appenderLine,
                    "appender " + appender + " has no <encoder>; the default pattern is used: " + DefaultPlan.PATTERN);
            encoder = new EncoderPlan(DefaultPlan.layout(translation.place(appenderLine)), Charset.defaultCharset());
        }
        return encoder;
    }

    List<FilterPlan> filters() {
        return filters;
    }
}
