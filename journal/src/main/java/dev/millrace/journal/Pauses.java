package dev.millrace.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Where nothing is for a cursor's reader: from each position at which it ends to that at which it resumes. Guarded by the
 * cursor's lock.
 */
final class Pauses {
    private static final long OPEN = Long.MAX_VALUE;

    private static final class Pause {
        private final long from;
        private long to = OPEN;
        private long skipped;

        Pause(long from) {
            this.from = from;
        }
    }

    private final List<Pause> all = new ArrayList<>();

    /** Nothing is for the reader from {@code position} on, unless that is so already; what lies before {@code released} is over. */
    void begin(long position, long released) {
        if (!isOpen()) {
            all.removeIf(pause -> pause.to <= released && pause.skipped == 0);
            all.add(new Pause(position));
        }
    }

    /** Records are for the reader again from {@code position} on, if they were not. */
    void end(long position) {
        if (isOpen()) {
            all.get(all.size() - 1).to = position;
        }
    }

    private boolean isOpen() {
        return !all.isEmpty() && all.get(all.size() - 1).to == OPEN;
    }

    /** Forgets those that have begun before {@code position}. */
    void forgetBefore(long position) {
        all.removeIf(pause -> pause.from < position);
    }

    /** Whether a record that is skipped was not for the reader; counts it then. */
    boolean skips(long position) {
        for (Pause pause : all) {
            if (position >= pause.from && position < pause.to) {
                pause.skipped++;
                return true;
            }
        }
        return false;
    }

    /** How many were skipped, since the last call, in pauses that have ended. */
    long takeSkipped() {
        long sum = 0;
        for (Pause pause : all) {
            if (pause.to != OPEN) {
                sum += pause.skipped;
                pause.skipped = 0;
            }
        }
        return sum;
    }
}
