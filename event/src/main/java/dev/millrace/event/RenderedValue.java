package dev.millrace.event;

/**
 * What resolving made of a value that is not captured as it is.
 *
 * @param tag a text tag of {@link EventFormat}
 * @param text what the value printed
 * @param letters what arrays of chars and bytes in it hold, which it prints otherwise; null where nobody looks for that
 */
record RenderedValue(int tag, String text, String letters) {
    RenderedValue(int tag, String text) {
        this(tag, text, null);
    }
}
