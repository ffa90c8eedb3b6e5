package dev.millrace.event;

/**
 * Turns a log call into bytes on the calling thread: foreign objects are resolved first (user code runs here, with
 * nothing held), then scratch is taken and the event encoded without any foreign code.
 *
 * <p>Thread-safe, no state per thread.
 *
 * @since 0.1.0
 */
public final class EventCapture {
    /** Places in the scratch pool. */
    public static final int STRIPES = 32;

    /** Creates a capture that cuts events at {@code maxEventBytes}. */
    public EventCapture(Dictionary dictionary, EventClock clock, int maxEventBytes) {
        throw new UnsupportedOperationException();
    }

    /**
     * Captures one call. Arguments are {@code args[0..argCount)} when {@code args} is not null, else {@code arg0} and
     * {@code arg1}. Never throws because of what an argument does; allocates nothing for Strings and primitives.
     *
     * @param loggerId dictionary id of the logger's name, or 0 when only {@code loggerName} is known
     * @param mdc an {@link MdcSnapshot}, or null for an empty MDC
     * @param details the rarer parts, or null
     */
    public EventEncoder encode(
            int loggerId,
            String loggerName,
            int level,
            int generation,
            String template,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown,
            byte[] mdc,
            EventDetails details) {
        throw new UnsupportedOperationException();
    }

    /** Gives the scratch back. */
    public void release(EventEncoder encoder) {
        throw new UnsupportedOperationException();
    }
}
