package dev.millrace.config.logback.variable;

/**
 * Where the values of variables come from.
 *
 * @since 0.1.0
 */
public interface VariableLookup {
    /** The value of a variable, itself not substituted; null when it is not defined. */
    String value(String name);

    /** Told when a variable is undefined and no default is given. */
    void undefined(String name);
}
