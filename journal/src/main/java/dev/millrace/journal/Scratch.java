package dev.millrace.journal;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Outputs that threads borrow for one record: a few for all threads, none for each, so that virtual ones cost nothing.
 *
 * <p>Design note: what is handed over is a number and no reference. Storing a reference into an old array makes the
 * garbage collector note it, for every record.
 */
final class Scratch {
    private static final int PLACES = 16;

    /** Places are a cache line apart. */
    private static final int APART = 16;

    /** What grew beyond this for one large record is not kept. */
    static final int KEPT_BYTES = 64 << 10;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final AtomicIntegerArray states = new AtomicIntegerArray(PLACES * APART);

    /** Each is used by whoever has taken its place. */
    private final RecordOutput[] outputs = new RecordOutput[PLACES];

    Scratch() {
        for (int place = 0; place < PLACES; place++) {
            outputs[place] = new RecordOutput();
        }
    }

    /** An empty output: that of the thread's place, or a new one while another thread (or this one) uses that. */
    RecordOutput borrow(int place) {
        if (states.compareAndSet(place * APART, FREE, TAKEN)) {
            RecordOutput output = outputs[place];
            output.clear();
            return output;
        }
        return new RecordOutput();
    }

    void giveBack(int place, RecordOutput output) {
        if (outputs[place] == output) {
            if (output.heldBytes() > KEPT_BYTES) {
                outputs[place] = new RecordOutput();
            }
            states.setRelease(place * APART, FREE);
        }
    }

    static int placeOf(Thread thread) {
        return (int) (thread.getId() & (PLACES - 1));
    }
}
