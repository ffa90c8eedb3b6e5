package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.condition.Condition;
import dev.millrace.config.logback.condition.PropertyLookup;
import dev.millrace.config.logback.model.ConditionItem;
import dev.millrace.config.logback.model.IfItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which branches of {@code <if>} are used.
 *
 * <p>A {@code <condition>} decides the {@code <if>} that follows it; of several that wait the last. Without one the
 * attribute of the {@code <if>} decides. What cannot be evaluated counts as not true, and is told.
 */
final class Conditions implements PropertyLookup {
    private final Translation translation;
    private final ArrayDeque<Boolean> waiting = new ArrayDeque<>();

    Conditions(Translation translation) {
        this.translation = translation;
    }

    /** Evaluates a condition for the {@code <if>} to come. */
    void add(ConditionItem item) {
        waiting.push(ConditionReader.read(item, this, translation));
    }

    /** The items of the branches that are used, in document order. */
    List<Item> chosen(IfItem item) {
        boolean isTrue = isTrue(item);
        List<Item> items = new ArrayList<>();
        for (IfItem.Branch branch : item.branches()) {
            if (isTrue ? branch.whenTrue() : branch.whenFalse()) {
                items.addAll(branch.items());
            }
        }
        return items;
    }

    private boolean isTrue(IfItem item) {
        if (!waiting.isEmpty()) {
            return waiting.pop();
        }
        if (item.condition() == null || item.condition().isBlank()) {
            translation.report(
                    StatusCode.MR433,
                    item.line(),
                    "<if> has neither a <condition> before it nor an attribute condition; <else> is used");
            return false;
        }
        String expression = translation.variables().substituted(item.condition(), item.line());
        if (expression == null) {
            translation.report(
                    StatusCode.MR433,
                    item.line(),
                    "the variables of the condition " + item.condition() + " cannot be substituted; <else> is used");
            return false;
        }
        return evaluate(expression, true, item.line());
    }

    /** The value of an expression; {@code escapes}: a backslash in quotes begins an escape. */
    boolean evaluate(String expression, boolean escapes, int line) {
        try {
            return Condition.parse(expression, escapes).isTrue(this);
        } catch (IllegalArgumentException e) {
            translation.report(
                    StatusCode.MR433,
                    line,
                    "the condition " + expression + " cannot be evaluated: " + e.getMessage() + "; <else> is used");
            return false;
        }
    }

    @Override
    public String property(String name) {
        return translation.variables().value(name);
    }

    @Override
    public String systemProperty(String name) {
        return translation.surroundings().systemProperty(name);
    }

    @Override
    public String environment(String name) {
        return translation.surroundings().environment(name);
    }
}
