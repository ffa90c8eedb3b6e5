package dev.millrace.it.workload;

import java.nio.file.Path;

/** Where the processes of the queue's proof note what they did: places in their {@link MappedLongs}. */
public final class QueueLedger {
    /** Threads that append. */
    public static final int THREADS = 3;

    /** In place of a thread: the last record of all. */
    public static final int END = 99;

    /** A tailer has opened its cursor. */
    public static final int READY = 0;

    /** Records that came a second time. */
    public static final int TWICE = 1;

    /** Records that are not as they were appended. */
    public static final int BROKEN = 2;

    /** Bytes that a tailer was told it had missed, in all its lives. */
    public static final int OVERTAKEN = 3;

    /** Position of the last record that was read. */
    public static final int POSITION = 4;

    /** Number of records that were passed over. */
    public static final int MISSING = 5;

    /** How many of them are named. */
    public static final int MOST_MISSING = 1 << 16;

    /** Low bits of a missing record's name, for its thread. */
    public static final int THREAD_BITS = 8;

    private static final int FIRST_READ = 16;
    private static final int FIRST_MISSING = 64;

    private QueueLedger() {}

    /** What the appending process notes. */
    public static MappedLongs ofAppender(Path file) {
        return new MappedLongs(file, 2 * THREADS);
    }

    /** What a tailing process notes. */
    public static MappedLongs ofTailer(Path file) {
        return new MappedLongs(file, FIRST_MISSING + MOST_MISSING);
    }

    /** The last number whose append was begun. */
    public static int begun(int thread) {
        return 2 * thread;
    }

    /** The last number whose append returned. */
    public static int returned(int thread) {
        return 2 * thread + 1;
    }

    /** The last number that was read. */
    public static int read(int thread) {
        return FIRST_READ + thread;
    }

    /** One of the records that were passed over. */
    public static int missing(int index) {
        return FIRST_MISSING + index;
    }
}
