package dev.millrace.journal;

/** What a queue asks of its journal's segments, which belong to the keeper. Thread-safe. */
final class QueueSegments {
    private final Journal journal;
    private final Keeper keeper;

    QueueSegments(Journal journal) {
        this.journal = journal;
        this.keeper = journal.keeper;
    }

    /** The segment that holds the position; null when it was given up or lost. */
    Segment at(long position) {
        Segment placed = journal.table.find(position);
        return placed != null ? placed : find(position);
    }

    private Segment find(long position) {
        keeper.house.lock();
        try {
            for (Segment segment : keeper.supply.live()) {
                if (segment.base() <= position && position < segment.end()) {
                    return segment;
                }
            }
            return null;
        } finally {
            keeper.house.unlock();
        }
    }

    /** Where the oldest segment begins; 0 without one. */
    long firstPosition() {
        keeper.house.lock();
        try {
            return keeper.supply.live().isEmpty()
                    ? 0
                    : keeper.supply.live().peekFirst().base();
        } finally {
            keeper.house.unlock();
        }
    }

    /** Seals some of what lies before {@code end} now; returns up to where all is sealed that is wanted. */
    long sealTowards(long end) {
        keeper.house.lock();
        try {
            return keeper.sealer.sealTowards(end, keeper.supply.wantedFrom(), System.nanoTime());
        } finally {
            keeper.house.unlock();
        }
    }
}
