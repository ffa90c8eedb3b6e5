package dev.millrace.config.logback.variable;

/** A token: one of the four that have a meaning, which are told by identity, or else text. */
final class VariableToken {
    /** The beginning of a variable. */
    static final VariableToken START = new VariableToken("${");

    /** A brace that begins no variable. */
    static final VariableToken LEFT = new VariableToken("{");

    /** A closing brace. */
    static final VariableToken RIGHT = new VariableToken("}");

    /** What separates a name from its default. */
    static final VariableToken DEFAULT = new VariableToken(":-");

    private final String text;

    VariableToken(String text) {
        this.text = text;
    }

    /** What it stands for, as written. */
    String text() {
        return text;
    }
}
