package dev.millrace.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Scratch for whoever encodes: a bounded number of places, found by thread number, taken with one compare-and-set and
 * given back with one release store. Nothing is kept per thread.
 *
 * <p>The place's state is an int in the encoder rather than its reference in the array: storing a reference costs a
 * garbage collector's barrier.
 */
final class EncoderPool {
    private static final int NEIGHBOURS = 2;
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(EventEncoder.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int limitBytes;
    private final int mask;
    private final EventEncoder[] places;

    EncoderPool(int stripes, int limitBytes) {
        this.limitBytes = limitBytes;
        this.mask = stripes - 1;
        this.places = new EventEncoder[stripes];
        // All at once: a place that is empty, for once, would be a branch that is compiled as never taken.
        for (int place = 0; place < stripes; place++) {
            places[place] = new EventEncoder(place, limitBytes);
        }
    }

    EventEncoder take(long threadNumber) {
        int first = (int) threadNumber & mask;
        EventEncoder encoder = places[first];
        return tryHold(encoder) ? encoder : takeNearby(first);
    }

    private EventEncoder takeNearby(int first) {
        for (int i = 1; i <= NEIGHBOURS; i++) {
            EventEncoder encoder = places[(first + i) & mask];
            if (tryHold(encoder)) {
                return encoder;
            }
        }
        return new EventEncoder(EventEncoder.NO_STRIPE, limitBytes);
    }

    private static boolean tryHold(EventEncoder encoder) {
        // pairs with the release in giveBack: the holder sees the scratch that the last one left
        return HELD.compareAndSet(encoder, EventEncoder.FREE, EventEncoder.HELD);
    }

    void giveBack(EventEncoder encoder) {
        try {
            encoder.shrink();
        } catch (OutOfMemoryError e) {
            // It stays large: the event is logged, and the place is wanted.
        } finally {
            HELD.setRelease(encoder, EventEncoder.FREE);
        }
    }
}
