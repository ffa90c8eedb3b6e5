package dev.millrace.event;

/**
 * The fixed head of an encoded event, read without looking at the rest. For whoever passes over most events: ask
 * {@link LogEvent#levelOf} first, which says whether the bytes are an event at all.
 *
 * @since 0.1.0
 */
public final class EventHead {
    /** Size of the head: nothing shorter is an event. */
    public static final int BYTES = EventFormat.HEAD_BYTES;

    private EventHead() {}

    /** Microseconds since the epoch. */
    public static long timestampMicros(byte[] bytes, int offset) {
        return (long) EventFormat.LONG.get(bytes, offset + EventFormat.TIMESTAMP_OFFSET);
    }

    /** Dictionary id of the logger's name; 0 when the name is inline. */
    public static int loggerId(byte[] bytes, int offset) {
        return (int) EventFormat.INT.get(bytes, offset + EventFormat.LOGGER_ID_OFFSET);
    }

    /** Dictionary id of the thread's name; 0 when the name is inline or the thread has none. */
    public static int threadId(byte[] bytes, int offset) {
        return (int) EventFormat.INT.get(bytes, offset + EventFormat.THREAD_ID_OFFSET);
    }

    /** Dictionary id of the message template; 0 when the template is inline or null. */
    public static int templateId(byte[] bytes, int offset) {
        return (int) EventFormat.INT.get(bytes, offset + EventFormat.TEMPLATE_ID_OFFSET);
    }

    /** Number of arguments. */
    public static int argumentCount(byte[] bytes, int offset) {
        return EventFormat.shortAt(bytes, offset + EventFormat.ARGUMENT_COUNT_OFFSET) & 0xffff;
    }

    /** Whether a throwable belongs to the event. */
    public static boolean hasThrown(byte[] bytes, int offset) {
        return (EventFormat.shortAt(bytes, offset + EventFormat.FLAGS_OFFSET) & EventFormat.THROWN) != 0;
    }
}
