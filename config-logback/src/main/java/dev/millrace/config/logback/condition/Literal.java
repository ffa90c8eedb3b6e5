package dev.millrace.config.logback.condition;

/** A quoted text, or {@code null}. */
record Literal(String text) implements Text {
    static final Literal NULL = new Literal(null);

    @Override
    public String value(PropertyLookup properties) {
        return text;
    }
}
