package dev.millrace.config.logback.condition;

/** {@code ==} and {@code !=}: of two conditions, or of a text with null. */
final class Comparison {
    private Comparison() {}

    static Condition of(Term left, Term right, boolean negated) throws ConditionException {
        Condition equality;
        if (left instanceof Condition one && right instanceof Condition other) {
            equality = properties -> one.isTrue(properties) == other.isTrue(properties);
        } else if (left instanceof Text text && isNull(right)) {
            equality = properties -> text.value(properties) == null;
        } else if (isNull(left) && right instanceof Text text) {
            equality = properties -> text.value(properties) == null;
        } else {
            throw new ConditionException("== and != compare texts with null only (write .equals)");
        }
        return negated ? new Not(equality) : equality;
    }

    private static boolean isNull(Term term) {
        return term instanceof Literal literal && literal.text() == null;
    }
}
