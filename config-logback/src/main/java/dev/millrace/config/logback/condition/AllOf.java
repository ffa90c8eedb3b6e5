package dev.millrace.config.logback.condition;

import java.util.List;

/** True when all its parts are; those behind one that is false are not looked at. */
record AllOf(List<Condition> parts) implements Condition {
    @Override
    public boolean isTrue(PropertyLookup properties) throws ConditionException {
        for (Condition part : parts) {
            if (!part.isTrue(properties)) {
                return false;
            }
        }
        return true;
    }
}
