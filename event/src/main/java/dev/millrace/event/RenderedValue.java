package dev.millrace.event;

/**
 * What resolving made of a value that is not captured as it is.
 *
 * @param tag a text tag of {@link EventFormat}
 * @param text what the value printed
 */
record RenderedValue(int tag, String text) {}
