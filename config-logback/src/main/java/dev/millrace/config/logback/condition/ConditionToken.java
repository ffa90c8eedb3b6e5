package dev.millrace.config.logback.condition;

/**
 * A token.
 *
 * @param text a name, the content of quotes, or the symbol as it is written
 * @param at where it begins, from 0
 */
record ConditionToken(Type type, String text, int at) {
    /** What a token is. */
    enum Type {
        /** A name. */
        NAME,
        /** A quoted text. */
        QUOTED,
        /** One of {@code && || ! == != ( ) , .} */
        SYMBOL,
        /** A character that no expression has outside of quotes. */
        STRANGE,
        /** The end. */
        END
    }

    boolean is(String symbol) {
        return type == Type.SYMBOL && text.equals(symbol);
    }

    @Override
    public String toString() {
        return type == Type.END ? "the end" : "\"" + text + "\" in column " + (at + 1);
    }
}
