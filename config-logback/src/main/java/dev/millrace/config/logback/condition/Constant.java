package dev.millrace.config.logback.condition;

/** {@code true} or {@code false}. */
record Constant(boolean value) implements Condition {
    @Override
    public boolean isTrue(PropertyLookup properties) {
        return value;
    }
}
