package dev.millrace.journal;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** Outputs that threads borrow for one record: a few for all threads, none for each, so that virtual ones cost nothing. */
final class Scratch {
    private static final int PLACES = 16;

    /** Places are a cache line apart. */
    private static final int APART = 16;

    /** What grew beyond this for one large record is not kept. */
    private static final int KEPT_BYTES = 64 << 10;

    private final AtomicReferenceArray<RecordOutput> places = new AtomicReferenceArray<>(PLACES * APART);

    RecordOutput borrow(int place) {
        RecordOutput kept = places.getAndSet(place, null);
        if (kept == null) {
            return new RecordOutput();
        }
        kept.clear();
        return kept;
    }

    void giveBack(int place, RecordOutput output) {
        if (output.bytes().length <= KEPT_BYTES) {
            places.setRelease(place, output);
        }
    }

    static int placeOf(Thread thread) {
        return (int) (thread.getId() & (PLACES - 1)) * APART;
    }
}
