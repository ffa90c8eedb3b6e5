package dev.millrace.config.logback.model;

import java.util.List;

/**
 * {@code <evaluator name="" class="">} directly below {@code <configuration>}: patterns refer to it by its name.
 *
 * @param className its class attribute, or null
 * @param children its options
 * @since 0.1.0
 */
public record EvaluatorItem(int line, String name, String className, List<Item> children) implements Item {
    /** Copies the list. */
    public EvaluatorItem {
        children = List.copyOf(children);
    }
}
