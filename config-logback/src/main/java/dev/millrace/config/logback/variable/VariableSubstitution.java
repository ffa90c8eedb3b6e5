package dev.millrace.config.logback.variable;

import java.util.ArrayList;
import java.util.List;

/**
 * Substitutes the variables of one text.
 *
 * <p>Values and defaults may contain variables in turn. What would never end, or grow beyond reason, is an error.
 *
 * @since 0.1.0
 */
public abstract class VariableSubstitution {
    /** What follows the name of an undefined variable in the result. */
    public static final String UNDEFINED_SUFFIX = "_IS_UNDEFINED";

    private static final int MAX_LENGTH = 1 << 20;
    private static final int MAX_REFERENCES = 20_000;
    private static final int MAX_DEPTH = 100;

    private final List<VariableNode> path = new ArrayList<>();
    private int references;
    private int length;

    /** One that has substituted nothing yet. */
    protected VariableSubstitution() {}

    /** The value of a variable, itself not substituted; null when it is not defined. */
    protected abstract String value(String name);

    /** Told when a variable is undefined and no default is given. */
    protected abstract void undefined(String name);

    /**
     * The text with its variables substituted; once.
     *
     * @throws IllegalArgumentException when braces do not match, a variable contains itself, or there is no end to it
     */
    public final String substitute(String text) {
        if (PlainText.isPlain(text)) {
            return text;
        }
        StringBuilder result = new StringBuilder();
        expand(VariableParser.parse(text), result);
        return result.toString();
    }

    private void expand(List<VariableNode> nodes, StringBuilder into) {
        for (VariableNode node : nodes) {
            if (node.isLiteral()) {
                length += node.text().length();
                if (length > MAX_LENGTH) {
                    throw new IllegalArgumentException("the result has more than " + MAX_LENGTH + " characters");
                }
                into.append(node.text());
            } else {
                expand(node, into);
            }
        }
    }

    private void expand(VariableNode reference, StringBuilder into) {
        for (VariableNode outer : path) {
            if (reference.repeats(outer)) {
                throw new IllegalArgumentException("variables go round in a circle: " + circle(reference));
            }
        }
        if (++references > MAX_REFERENCES || path.size() == MAX_DEPTH) {
            throw new IllegalArgumentException("variables refer to one another without end");
        }
        path.add(reference);
        StringBuilder nameText = new StringBuilder();
        expand(reference.name(), nameText);
        String name = nameText.toString();
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a variable has no name");
        }
        String value = value(name);
        if (value != null) {
            expand(VariableParser.parse(value), into);
        } else if (reference.fallback() != null) {
            expand(reference.fallback(), into);
        } else {
            undefined(name);
            into.append(name).append(UNDEFINED_SUFFIX);
        }
        path.remove(path.size() - 1);
    }

    private String circle(VariableNode last) {
        StringBuilder circle = new StringBuilder();
        for (VariableNode reference : path) {
            describe(reference, circle);
            circle.append(" → ");
        }
        describe(last, circle);
        return circle.toString();
    }

    private static void describe(VariableNode reference, StringBuilder into) {
        into.append("${");
        for (VariableNode node : reference.name()) {
            if (node.isLiteral()) {
                into.append(node.text());
            } else {
                describe(node, into);
            }
        }
        into.append('}');
    }
}
