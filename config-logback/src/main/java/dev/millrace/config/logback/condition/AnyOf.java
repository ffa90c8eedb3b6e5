package dev.millrace.config.logback.condition;

import java.util.List;

/** True when one of its parts is; those behind it are not looked at. */
record AnyOf(List<Condition> parts) implements Condition {
    @Override
    public boolean isTrue(PropertyLookup properties) throws ConditionException {
        for (Condition part : parts) {
            if (part.isTrue(properties)) {
                return true;
            }
        }
        return false;
    }
}
