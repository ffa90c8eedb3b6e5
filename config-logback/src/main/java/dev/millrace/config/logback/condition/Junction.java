package dev.millrace.config.logback.condition;

import java.util.List;

/**
 * True when all its parts are, or when one of them is; those behind the one that decides are not looked at. All of
 * nothing is true, and one of nothing is false.
 */
record Junction(boolean all, List<Condition> parts) implements Condition {
    /** {@code true} or {@code false}. */
    static Junction constant(boolean value) {
        return new Junction(value, List.of());
    }

    @Override
    public boolean isTrue(PropertyLookup properties) throws ConditionException {
        for (Condition part : parts) {
            if (part.isTrue(properties) != all) {
                return !all;
            }
        }
        return all;
    }
}
