package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.config.logback.model.ConditionItem;
import dev.millrace.config.logback.model.DefinitionItem;
import dev.millrace.config.logback.model.IfItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.LoggerItem;
import dev.millrace.config.logback.model.PropertyItem;
import dev.millrace.core.plan.PatternSettings;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Acts on all that comes before appenders and loggers, in document order: what is included, what conditions choose. */
final class Definitions {
    private final Translation translation;
    private final ContextSettings context;
    private final List<Placed> rest = new ArrayList<>();
    private Conditions conditions;
    private Inclusions inclusions;
    private Patterns patterns;

    Definitions(Translation translation, ContextSettings context) {
        this.translation = translation;
        this.context = context;
    }

    /** Acts on definitions; returns the appenders and loggers among them. */
    List<Placed> define(List<Item> items) {
        for (Item item : items) {
            // What every file has comes first: asking for a type loads its class.
            if (item instanceof AppenderItem || item instanceof LoggerItem) {
                rest.add(new Placed(translation.source(), item));
            } else if (item instanceof PropertyItem property) {
                translation.define(property);
            } else if (item instanceof ComponentItem component) {
                ofContext(component);
            } else if (item instanceof DefinitionItem definition) {
                define(definition);
            } else if (item instanceof IfItem conditional) {
                define(conditions().chosen(conditional));
            } else if (item instanceof ConditionItem condition) {
                conditions().add(condition);
            } else {
                translation.report(
                        StatusCode.MR410,
                        item.line(),
                        "this means nothing directly inside <configuration>; it is ignored");
            }
        }
        return rest;
    }

    private void define(DefinitionItem item) {
        switch (item.tag()) {
            case "include" -> include(item);
            case "define" -> DefinerReader.define(item, translation);
            case "timestamp" -> context.timestamp(item);
            case "conversionrule" -> patterns().conversionRule(item);
            case "evaluator" -> patterns().evaluator(item);
            default -> throw new IllegalArgumentException(item.tag());
        }
    }

    private void ofContext(ComponentItem item) {
        switch (item.tag().toLowerCase(Locale.ROOT)) {
            case "import" -> translation.addImport(item);
            case "contextname" -> context.name(item);
            case "statuslistener" -> context.statusListener(item);
            case "contextlistener" -> context.listener(item);
            case "shutdownhook" -> context.shutdownHook(item);
            case "turbofilter" -> context.turboFilter(item);
            case "sequencenumbergenerator" -> patterns().sequenceNumbers(item);
            default -> throw new IllegalArgumentException(item.tag());
        }
    }

    private void include(DefinitionItem item) {
        inclusions = inclusions == null ? new Inclusions(translation) : inclusions;
        List<Item> items = inclusions.enter(item);
        if (items != null) {
            define(items);
            inclusions.leave();
        }
    }

    /** Acts on the attribute {@code packagingData}; null where it is not there. */
    void packagingData(String value) {
        if (value != null) {
            patterns().packagingData(value);
        }
    }

    /** What all patterns share. */
    PatternSettings patternSettings() {
        return patterns == null && translation.converters().isEmpty()
                ? PatternSettings.NONE
                : patterns().settings();
    }

    private Patterns patterns() {
        patterns = patterns == null ? new Patterns(translation) : patterns;
        return patterns;
    }

    private Conditions conditions() {
        conditions = conditions == null ? new Conditions(translation) : conditions;
        return conditions;
    }
}
