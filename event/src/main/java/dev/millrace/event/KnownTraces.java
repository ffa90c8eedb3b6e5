package dev.millrace.event;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Stack traces that came lately, with the ids of all their frames: what is thrown again is thrown at the same place, and
 * to compare a trace with one that is known costs a fraction of looking its frames up one by one.
 *
 * <p>Thread-safe: a trace is replaced as a whole, and of two that are put at once one stays.
 */
final class KnownTraces {
    private static final int PLACES = 64;
    private static final int MAX_FRAMES = 256;

    private final AtomicReferenceArray<Trace> places = new AtomicReferenceArray<>(PLACES);

    /** Nobody writes into its arrays. */
    static final class Trace {
        final StackTraceElement[] frames;
        final int[] ids;

        Trace(StackTraceElement[] frames, int[] ids) {
            this.frames = frames;
            this.ids = ids;
        }
    }

    /** The trace that is equal to these frames, of which some may be null; or null. */
    Trace find(StackTraceElement[] frames) {
        Trace known = places.get(placeOf(frames));
        return known != null && Arrays.equals(known.frames, frames) ? known : null;
    }

    void put(Trace trace) {
        if (trace.frames.length <= MAX_FRAMES) {
            places.set(placeOf(trace.frames), trace);
        }
    }

    /** A few of the frames tell most traces apart, and each that is asked has to be fetched into the cache. */
    private static int placeOf(StackTraceElement[] frames) {
        int hash = frames.length;
        for (int i = 0; i < frames.length; i += 1 + frames.length / 3) {
            StackTraceElement frame = frames[i];
            if (frame != null) {
                hash = hash * 31 + frame.getLineNumber() + frame.getMethodName().hashCode();
            }
        }
        return (hash ^ (hash >>> 16)) & (PLACES - 1);
    }
}
