package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.ConditionItem;
import dev.millrace.core.status.StatusCode;

/** Reads a {@code <condition>} and evaluates it. */
final class ConditionReader implements OptionHandler {
    private static final String PACKAGE = "ch.qos.logback.core.boolex.";
    private static final String DEFINED = PACKAGE + "IsPropertyDefinedCondition";
    private static final String NULL = PACKAGE + "IsPropertyNullCondition";
    private static final String EQUAL = PACKAGE + "PropertyEqualityCondition";
    private static final String EXPRESSION = PACKAGE + "ExpressionPropertyCondition";

    private final Translation translation;
    private final String className;
    private String key;
    private String value;
    private String expression;

    private ConditionReader(Translation translation, String className) {
        this.translation = translation;
        this.className = className;
    }

    /** Whether the condition is true. */
    static boolean read(ConditionItem item, Conditions conditions, Translation translation) {
        String className = translation.className(item.className(), item.line());
        ConditionReader reader = new ConditionReader(translation, className == null ? "" : className);
        switch (reader.className) {
            case DEFINED, NULL, EQUAL, EXPRESSION -> translation.options(item.children(), reader);
            default -> {
                return reader.impossible(item, "conditions of class " + className + " are not supported");
            }
        }
        return reader.evaluate(item, conditions);
    }

    private boolean evaluate(ConditionItem item, Conditions conditions) {
        if (className.equals(EXPRESSION)) {
            return expression == null
                    ? impossible(item, "<condition> has no <expression>")
                    : conditions.evaluate(expression.trim(), false, item.line());
        }
        if (key == null) {
            return impossible(item, "<condition> has no <key>");
        }
        String actual = translation.variables().value(key);
        if (!className.equals(EQUAL)) {
            return className.equals(DEFINED) == (actual != null);
        }
        return value == null
                ? impossible(item, "<condition> has no <value>")
                : value.equals(actual == null ? "" : actual);
    }

    private boolean impossible(ConditionItem item, String why) {
        translation.report(StatusCode.MR433, item.line(), why + "; the <else> of the <if> after it is used");
        return false;
    }

    @Override
    public void option(Option option) {
        String property = option.property();
        boolean expressive = className.equals(EXPRESSION);
        if (!expressive && property.equals("key")) {
            key = Translation.text(option, key);
        } else if (className.equals(EQUAL) && property.equals("value")) {
            value = Translation.text(option, value);
        } else if (expressive && property.equals("expression")) {
            expression = Translation.text(option, expression);
        } else {
            translation.reportUnknown(option, "<condition>");
        }
    }
}
