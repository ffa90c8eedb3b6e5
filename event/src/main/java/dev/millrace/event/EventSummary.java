package dev.millrace.event;

import java.nio.ByteBuffer;

/**
 * What can be said in a few bits of the events of a block: which levels they have, and, as a Bloom filter, which loggers.
 *
 * <p>Bits, from the lowest: one for each level from TRACE to ERROR, then {@value #LOGGERS} for loggers, by a hash of
 * their ids; a logger that is not in the dictionary has them all.
 *
 * @since 0.1.0
 */
public final class EventSummary {
    /** All that may be said of an event. */
    public static final long ALL = (1L << (EventSummary.LEVELS + EventSummary.LOGGERS)) - 1;

    private static final int LEVELS = 5;
    private static final int LOGGERS = 28;
    private static final int LEVEL_STEP = Levels.DEBUG - Levels.TRACE;

    private EventSummary() {}

    /** The bits of an encoded event in a little-endian buffer; all of them for what is none. */
    public static long of(ByteBuffer data, int offset, int length) {
        int level = LogEvent.levelOf(data, offset, length);
        return level < 0 ? ALL : level(level) | logger(LogEvent.loggerIdOf(data, offset));
    }

    /** The bit of one of {@link Levels}, all levels' for what is none. */
    public static long level(int level) {
        return level >= Levels.TRACE && level <= Levels.ERROR ? 1L << (level / LEVEL_STEP) : (1L << LEVELS) - 1;
    }

    /** The bit of a logger by the id of its name, all loggers' for 0. */
    public static long logger(int id) {
        if (id == 0) {
            return ALL & -(1L << LEVELS);
        }
        long spread = id * 0x9E37_79B1L & 0xFFFF_FFFFL;
        return 1L << (LEVELS + (int) ((spread * LOGGERS) >>> Integer.SIZE));
    }
}
