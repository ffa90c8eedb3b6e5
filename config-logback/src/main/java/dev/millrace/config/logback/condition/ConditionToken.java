package dev.millrace.config.logback.condition;

/**
 * A token.
 *
 * @param type one of the numbers below
 * @param text a name, the content of quotes, or the symbol as it is written
 * @param at where it begins, from 0
 */
record ConditionToken(int type, String text, int at) {
    /** A name. */
    static final int NAME = 0;
    /** A quoted text. */
    static final int QUOTED = 1;
    /** One of {@code && || ! == != ( ) , .} */
    static final int SYMBOL = 2;
    /** A character that no expression has outside of quotes. */
    static final int STRANGE = 3;
    /** The end. */
    static final int END = 4;

    boolean is(String symbol) {
        return type == SYMBOL && text.equals(symbol);
    }

    @Override
    public String toString() {
        return type == END ? "the end" : "\"" + text + "\" in column " + (at + 1);
    }
}
