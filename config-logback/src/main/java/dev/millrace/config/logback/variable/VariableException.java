package dev.millrace.config.logback.variable;

/**
 * A text whose variables cannot be substituted.
 *
 * @since 0.1.0
 */
public final class VariableException extends Exception {
    private static final long serialVersionUID = 1L;

    VariableException(String what) {
        super(what);
    }
}
