package dev.millrace.config.logback.condition;

/** A part of an expression that is a text. */
interface Text {
    /** {@code null}. */
    Text NULL = properties -> null;

    /** Its value; null where Java has null. */
    String value(PropertyLookup properties);

    /** Its value, never null. */
    default String required(PropertyLookup properties) {
        String value = value(properties);
        if (value == null) {
            throw new IllegalArgumentException("something is asked of a text that is null");
        }
        return value;
    }
}
