package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.SiftItem;
import dev.millrace.core.plan.FilterPlan;
import dev.millrace.core.plan.SiftPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;

/** Reads a sifting appender. */
final class SiftingAppenderReader implements OptionHandler {
    private static final long DEFAULT_TIMEOUT_MILLIS = 30 * 60_000L;

    private final String name;
    private final Translation translation;
    private final List<FilterPlan> filters = new ArrayList<>();
    private SiftItem sift;
    private DiscriminatorReader discriminator;
    private long timeoutMillis = DEFAULT_TIMEOUT_MILLIS;
    private int maxAppenderCount = Integer.MAX_VALUE;

    private SiftingAppenderReader(String name, Translation translation) {
        this.name = name;
        this.translation = translation;
    }

    /** The sink, or null when there is nothing that it could write to. */
    static SinkPlan read(AppenderItem item, String name, Translation translation) {
        SiftingAppenderReader reader = new SiftingAppenderReader(name, translation);
        translation.options(item.children(), reader);
        if (reader.sift == null) {
            return reader.nowhere(item.line(), "it has no <sift>");
        }
        if (reader.discriminator == null || !reader.discriminator.isComplete()) {
            return reader.nowhere(
                    item.line(),
                    reader.discriminator == null
                            ? "it has no <discriminator>"
                            : "its <discriminator> needs a <key> and a <defaultValue>");
        }
        return reader.sink();
    }

    private SinkPlan sink() {
        String defaultValue = discriminator.defaultValue();
        SiftTemplate template = new SiftTemplate(translation, sift, discriminator.variable(), defaultValue);
        if (template.sample() == null) {
            return nowhere(sift.line(), "the appender inside <sift> writes nowhere");
        }
        SiftPlan plan = new SiftPlan(
                discriminator.mdcKey(), defaultValue, timeoutMillis, maxAppenderCount, template, template.sample());
        return new SinkPlan.SiftingSink(name, filters, plan);
    }

    private SinkPlan nowhere(int line, String why) {
        translation.report(
                StatusCode.MR465, line, "appender " + name + ": " + why + "; what is logged to it goes nowhere");
        return null;
    }

    @Override
    public void option(Option option) {
        switch (option.property()) {
            case "discriminator" -> discriminator = DiscriminatorReader.read(option, translation);
            case "timeout" -> timeoutMillis = Durations.millis(option, timeoutMillis, translation);
            case "maxAppenderCount" -> maxAppenderCount(option);
            case "filter" -> FilterReader.add(option, filters, translation);
            default -> translation.reportUnknown(option, "a sifting appender");
        }
    }

    private void maxAppenderCount(Option option) {
        int count = translation.number(option, maxAppenderCount);
        if (count < 1) {
            translation.report(StatusCode.MR414, option.line(), "<" + option.tag() + "> must be 1 at least; 1 is used");
        }
        maxAppenderCount = Math.max(1, count);
    }

    @Override
    public void sift(SiftItem item) {
        sift = item;
    }

    @Override
    public void reference(int line, String ref) {
        translation.reportReference(line, ref, "a sifting appender");
    }
}
