package dev.millrace.event;

/**
 * How much of an event is kept. The first try keeps everything; each further one half of what the one before kept,
 * until the event fits.
 *
 * @param textBytes longest text
 * @param items most arguments, markers, pairs and MDC entries, of each
 * @param elements most bytes of an array's elements
 * @param frames most frames of each throwable
 * @param nested most throwables, causes and suppressed ones counted
 */
record Limits(int textBytes, int items, int elements, int frames, int nested) {
    static final Limits NONE = new Limits(
            Integer.MAX_VALUE, EventFormat.MAX_ARGUMENTS, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** Room for the mark of a cut, and a little of the text before it. */
    static final int MIN_TEXT_BYTES = 48;

    /** An event with the tightest limits fits into this, whatever it is made of: rounds end. */
    static final int MIN_EVENT_BYTES = 8192;

    boolean keepAll() {
        return textBytes == Integer.MAX_VALUE;
    }

    /** The limits of the {@code round}-th try, from 1. */
    static Limits ofRound(int round, int maxEventBytes) {
        int text = Math.max(MIN_TEXT_BYTES, maxEventBytes >>> Math.min(round, 30));
        return new Limits(text, Math.max(4, text / 16), text, Math.max(3, text / 32), Math.max(2, text / 256));
    }
}
