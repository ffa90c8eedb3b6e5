package dev.millrace.event;

/**
 * An encoded event in a scratch buffer, held by one thread from {@link EventCapture#encode} to
 * {@link EventCapture#release}.
 *
 * @since 0.1.0
 */
public final class EventEncoder {
    EventEncoder() {}

    /** The scratch array; the event is its first {@link #length()} bytes. */
    public byte[] bytes() {
        throw new UnsupportedOperationException();
    }

    /** Length of the encoded event in bytes. */
    public int length() {
        throw new UnsupportedOperationException();
    }

    /** True when text was cut because the event would have been larger than the limit. */
    public boolean cut() {
        throw new UnsupportedOperationException();
    }

    /** Index of the pool's place that this encoder belongs to, held exclusively until release; -1 for an extra one. */
    public int stripe() {
        throw new UnsupportedOperationException();
    }
}
