package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.event.Levels;
import java.util.HashMap;
import java.util.Map;

/** Reads a {@code <turboFilter>}. */
final class TurboFilterReader implements OptionHandler {
    private static final String PACKAGE = "ch.qos.logback.classic.turbo.";
    private static final int ALLOWED_REPETITIONS = 5;
    private static final int CACHE_SIZE = 100;

    private final String filter;
    private final Translation translation;
    private int allowedRepetitions = ALLOWED_REPETITIONS;
    private int cacheSize = CACHE_SIZE;
    private String key;
    private String value;
    private String marker;
    private int defaultThreshold = Levels.ERROR;
    private final Map<String, Integer> levels = new HashMap<>();
    private Reply onMatch = Reply.NEUTRAL;
    private Reply onMismatch = Reply.NEUTRAL;
    private Reply onHigherOrEqual = Reply.NEUTRAL;
    private Reply onLower = Reply.DENY;

    private TurboFilterReader(String filter, Translation translation) {
        this.filter = filter;
        this.translation = translation;
    }

    /** The filter, or null when events are to pass. */
    static TurboFilterPlan read(ComponentItem item, Translation translation) {
        String className = translation.className(item.className(), item.line());
        String name = className != null && className.startsWith(PACKAGE) ? className.substring(PACKAGE.length()) : "";
        switch (name) {
            case "DuplicateMessageFilter", "DynamicThresholdFilter", "MDCFilter", "MarkerFilter" -> {
                TurboFilterReader reader = new TurboFilterReader(name, translation);
                translation.options(item.children(), reader);
                return reader.plan(item.line());
            }
            case "ReconfigureOnChangeFilter" ->
                translation.report(
                        StatusCode.MR467,
                        item.line(),
                        "turbo filter " + className + " does nothing: write scan=\"true\" on <configuration> instead");
            default ->
                translation.report(
                        StatusCode.MR467,
                        item.line(),
                        Translation.problem("turboFilter", "turbo filter", className)
                                + "; events pass as if it were not there");
        }
        return null;
    }

    /** Null, with a report, when something lacks that it needs. */
    private TurboFilterPlan plan(int line) {
        return switch (filter) {
            case "DuplicateMessageFilter" ->
                cacheSize < 1
                        ? lacks(line, "a <cacheSize> of 1 at least")
                        : new TurboFilterPlan.Duplicate(allowedRepetitions, cacheSize);
            case "DynamicThresholdFilter" ->
                key == null
                        ? lacks(line, "a <key>")
                        : new TurboFilterPlan.DynamicThreshold(key, levels, defaultThreshold, onHigherOrEqual, onLower);
            case "MDCFilter" ->
                key == null || value == null
                        ? lacks(line, "an <MDCKey> and a <value>")
                        : new TurboFilterPlan.MdcValue(key, value, onMatch, onMismatch);
            default ->
                marker == null ? lacks(line, "a <marker>") : new TurboFilterPlan.HasMarker(marker, onMatch, onMismatch);
        };
    }

    private TurboFilterPlan lacks(int line, String what) {
        translation.report(
                StatusCode.MR468,
                line,
                "turbo filter " + filter + " needs " + what + "; events pass as if it were not there");
        return null;
    }

    @Override
    public void option(Option option) {
        String property = option.property();
        boolean known = property.equals("name")
                || switch (filter) {
                    case "DuplicateMessageFilter" -> duplicates(property, option);
                    case "DynamicThresholdFilter" -> threshold(property, option);
                    case "MDCFilter" -> mdcValue(property, option) || replies(property, option);
                    default -> marker(property, option) || replies(property, option);
                };
        if (!known) {
            translation.reportUnknown(option, "turbo filter " + filter);
        }
    }

    private boolean duplicates(String property, Option option) {
        switch (property) {
            case "allowedRepetitions" -> allowedRepetitions = translation.number(option, allowedRepetitions);
            case "cacheSize" -> cacheSize = translation.number(option, cacheSize);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean threshold(String property, Option option) {
        switch (property) {
            case "key" -> key = Translation.text(option, key);
            case "defaultThreshold" -> {
                if (option.value() != null) {
                    defaultThreshold = translation.level(option.value(), option.line());
                }
            }
            case "onHigherOrEqual" -> onHigherOrEqual = FilterReader.reply(option, onHigherOrEqual, translation);
            case "onLower" -> onLower = FilterReader.reply(option, onLower, translation);
            case "MDCValueLevelPair" -> pair(option);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void pair(Option option) {
        ValueLevelPair pair = new ValueLevelPair();
        translation.options(option.children(), pair);
        if (pair.pairValue == null || pair.level == null) {
            translation.report(
                    StatusCode.MR468,
                    option.line(),
                    "<" + option.tag() + "> needs a <value> and a <level>; it is ignored");
        } else if (levels.putIfAbsent(pair.pairValue, pair.level) != null) {
            translation.report(
                    StatusCode.MR414,
                    option.line(),
                    "the value " + pair.pairValue + " has a level already; this one is ignored");
        }
    }

    private boolean mdcValue(String property, Option option) {
        switch (property) {
            case "MDCKey" -> key = Translation.text(option, key);
            case "value" -> value = Translation.text(option, value);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean marker(String property, Option option) {
        if (property.equals("marker")) {
            marker = Translation.text(option, marker);
            return true;
        }
        return false;
    }

    private boolean replies(String property, Option option) {
        switch (property) {
            case "onMatch" -> onMatch = FilterReader.reply(option, onMatch, translation);
            case "onMismatch" -> onMismatch = FilterReader.reply(option, onMismatch, translation);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Reads an {@code <MDCValueLevelPair>}. */
    private final class ValueLevelPair implements OptionHandler {
        private String pairValue;
        private Integer level;

        @Override
        public void option(Option option) {
            switch (option.property()) {
                case "value" -> pairValue = Translation.text(option, pairValue);
                case "level" -> {
                    if (option.value() != null) {
                        level = translation.level(option.value(), option.line());
                    }
                }
                default -> translation.reportUnknown(option, "<MDCValueLevelPair>");
            }
        }
    }
}
