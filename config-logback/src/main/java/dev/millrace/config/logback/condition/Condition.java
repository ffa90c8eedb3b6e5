package dev.millrace.config.logback.condition;

/**
 * Something that is true or false of the properties there are. Immutable.
 *
 * @since 0.1.0
 */
public interface Condition extends Term {
    /** How quoted texts are written. */
    enum Quoting {
        /** As in Java: a backslash begins an escape. */
        JAVA,
        /** A backslash stands for itself. */
        PLAIN
    }

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
     * @throws ConditionException when the text is no such expression
     */
    static Condition parse(String text, Quoting quoting) throws ConditionException {
        return ConditionParser.parse(text, quoting);
    }

    /**
     * Whether it is true.
     *
     * @throws ConditionException when it asks something of a text that is null
     */
    boolean isTrue(PropertyLookup properties) throws ConditionException;

    /** True when this is not. */
    default Condition negated() {
        return properties -> !isTrue(properties);
    }
}
