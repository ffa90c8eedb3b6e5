package dev.millrace.event;

/**
 * A captured event as its readers see it: a flyweight over encoded bytes, reused from event to event. Not thread-safe.
 *
 * <p>Every offset is checked against the record's bounds: damaged or hostile bytes make {@link #wrap} return false or
 * come out as visible placeholders, never as an exception.
 *
 * @since 0.1.0
 */
public final class LogEvent {
    /** Receives key–value pairs. */
    public interface PairVisitor {
        /** One pair as UTF-8 ranges of {@code bytes}; {@code valueLength} is -1 for a null value. */
        void pair(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength);
    }

    /** Creates a flyweight that looks ids up in {@code dictionary}. */
    public LogEvent(Dictionary dictionary) {
        throw new UnsupportedOperationException();
    }

    /** Points at an encoded event; false when the bytes are none. */
    public boolean wrap(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    /** The level of an encoded event without a full {@link #wrap}; -1 when the bytes are none. */
    public static int levelOf(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    /** One of {@link Levels}. */
    public int level() {
        throw new UnsupportedOperationException();
    }

    /** Generation of the plan the event was captured under. */
    public int generation() {
        throw new UnsupportedOperationException();
    }

    /** Microseconds since the epoch. */
    public long timestampMicros() {
        throw new UnsupportedOperationException();
    }

    /** Dictionary id of the logger's name; 0 when the name is inline. Caches may key on it. */
    public int loggerId() {
        throw new UnsupportedOperationException();
    }

    /** Appends the logger's name. */
    public void loggerName(Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    /** Dictionary id of the thread's name; 0 when the name is inline. */
    public int threadId() {
        throw new UnsupportedOperationException();
    }

    /** Appends the thread's name (as Logback names unnamed threads: {@code virtual-21}, {@code unnamed-21}). */
    public void threadName(Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    /** Appends the formatted message: template and arguments as SLF4J's MessageFormatter joins them. */
    public void message(Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    /** Number of MDC entries. */
    public int mdcCount() {
        throw new UnsupportedOperationException();
    }

    /** Appends the MDC value of a key (UTF-8) and returns true; false when there is none (or it is null). */
    public boolean mdcValue(byte[] key, Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    /** Visits the MDC's entries in the map's order. */
    public void forEachMdc(PairVisitor visitor) {
        throw new UnsupportedOperationException();
    }

    /** Number of markers. */
    public int markerCount() {
        throw new UnsupportedOperationException();
    }

    /** Appends a marker's text. */
    public void marker(int index, Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    /** Number of key–value pairs. */
    public int keyValueCount() {
        throw new UnsupportedOperationException();
    }

    /** Appends the key of a pair. */
    public void key(int index, Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    /** Appends the value of a pair as {@code String.valueOf} would print it. */
    public void value(int index, Utf8Buffer out) {
        throw new UnsupportedOperationException();
    }

    /** Whether the event has a throwable; {@link #thrown()} decodes it. */
    public boolean hasThrown() {
        throw new UnsupportedOperationException();
    }

    /** The throwable, decoded; null without one. */
    public CapturedThrowable thrown() {
        throw new UnsupportedOperationException();
    }

    /** The frame of the log statement; null when it was not captured. */
    public StackTraceElement caller() {
        throw new UnsupportedOperationException();
    }
}
