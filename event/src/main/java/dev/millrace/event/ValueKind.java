package dev.millrace.event;

/**
 * What an argument or a key–value value was when it was captured.
 *
 * @since 0.1.0
 */
public enum ValueKind {
    /** Null. */
    NULL,
    /** A string, a character, a UUID, the name of an enum constant, or an object as its {@code toString} printed it. */
    TEXT,
    /** A number of any size; a float or double may be NaN or infinite. */
    NUMBER,
    /** A boolean. */
    BOOLEAN,
    /** A value of java.time, in ISO-8601. */
    TEMPORAL,
    /** An array of primitives. */
    ARRAY
}
