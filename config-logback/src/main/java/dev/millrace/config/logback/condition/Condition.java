package dev.millrace.config.logback.condition;

/**
 * Something that is true or false of the properties there are. Immutable.
 *
 * @since 0.1.0
 */
public interface Condition {
    /**
     * Parses an expression.
     *
     * <pre>
     * or      = and ("||" and)*
     * and     = equal ("&amp;&amp;" equal)*
     * equal   = unary (("==" | "!=") unary)*
     * unary   = "!"* value ("." method "(" [or ("," or)*] ")")*
     * value   = "(" or ")" | TEXT | "true" | "false" | "null" | function "(" [or ("," or)*] ")"
     * </pre>
     *
     * <p>Nothing else is understood: no class is named, no code is made or run.
     *
     * @param escapes whether a backslash in quotes begins an escape, as in Java, and does not stand for itself
     * @throws IllegalArgumentException when the text is no such expression; the message says why
     */
    static Condition parse(String text, boolean escapes) {
        return ConditionParser.parse(text, escapes);
    }

    /**
     * Whether it is true.
     *
     * @throws IllegalArgumentException when it asks something of a text that is null
     */
    boolean isTrue(PropertyLookup properties);

    /** True when this is not. */
    default Condition negated() {
        return properties -> !isTrue(properties);
    }
}
