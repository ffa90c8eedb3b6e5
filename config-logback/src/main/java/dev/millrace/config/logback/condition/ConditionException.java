package dev.millrace.config.logback.condition;

/**
 * A condition that cannot be evaluated.
 *
 * @since 0.1.0
 */
public final class ConditionException extends Exception {
    private static final long serialVersionUID = 1L;

    ConditionException(String what) {
        super(what);
    }
}
