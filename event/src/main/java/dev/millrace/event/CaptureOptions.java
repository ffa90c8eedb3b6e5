package dev.millrace.event;

/**
 * What a capture adds to events because a configuration asks for it.
 *
 * @param numbered events get consecutive numbers, from 1
 * @param packaging frames of stack traces name the archives of their classes, which means that those classes are looked
 *     up when a frame is seen for the first time
 * @since 0.1.0
 */
public record CaptureOptions(boolean numbered, boolean packaging) {
    /** Nothing is added. */
    public static final CaptureOptions NONE = new CaptureOptions(false, false);
}
