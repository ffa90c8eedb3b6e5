package dev.millrace.config.logback.condition;

/** True when a condition is not. */
record Not(Condition condition) implements Condition {
    @Override
    public boolean isTrue(PropertyLookup properties) throws ConditionException {
        return !condition.isTrue(properties);
    }
}
