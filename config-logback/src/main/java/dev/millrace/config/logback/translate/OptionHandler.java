package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.SiftItem;

/** Takes the options of a component, in document order. */
interface OptionHandler {
    /** Takes an option. */
    void option(Option option);

    /** Takes a {@code <level value="">}. */
    default void level(int line, String value) {}

    /** Takes a reference to an appender. */
    default void reference(int line, String name) {}

    /** Takes what is made anew for each value. */
    default void sift(SiftItem sift) {}
}
