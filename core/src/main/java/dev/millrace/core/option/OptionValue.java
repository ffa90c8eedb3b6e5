package dev.millrace.core.option;

/**
 * An option as it was found.
 *
 * @param name the option's name
 * @param text its value as written
 * @param origin where it was written, for status messages
 */
record OptionValue(String name, String text, String origin) {}
