package dev.millrace.config.logback.variable;

/**
 * A token.
 *
 * @param text what it stands for, as written
 */
record VariableToken(Type type, String text) {
    static final VariableToken START = new VariableToken(Type.START, "${");
    static final VariableToken LEFT = new VariableToken(Type.LEFT, "{");
    static final VariableToken RIGHT = new VariableToken(Type.RIGHT, "}");
    static final VariableToken DEFAULT = new VariableToken(Type.DEFAULT, ":-");

    /** What a token is. */
    enum Type {
        /** Text. */
        LITERAL,
        /** The beginning of a variable. */
        START,
        /** A brace that begins no variable. */
        LEFT,
        /** A closing brace. */
        RIGHT,
        /** What separates a name from its default. */
        DEFAULT
    }
}
