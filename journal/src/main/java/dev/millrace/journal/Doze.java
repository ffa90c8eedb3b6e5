package dev.millrace.journal;

/**
 * The keeper's long sleep while nothing is appended. The limits that every append looks at are put where all exceed
 * them, so that the first one comes to {@link #rouse} and wakes the keeper; others pay nothing for it.
 *
 * <p>Design note: an append that looked at the limits before, and claims after the keeper's last look at the tail, wakes
 * nobody. So the keeper looks again, each time after twice as long: what took so long is seen within as long again.
 */
final class Doze {
    /** A limit that every append exceeds, and that no arithmetic with positions turns round. */
    private static final long NO_ROOM = Long.MIN_VALUE / 2;

    private final Journal journal;

    // Written before the journal's limits are, read behind them.
    private long limit;
    private long importantLimit;
    private volatile boolean asleep;

    Doze(Journal journal) {
        this.journal = journal;
    }

    /** Takes the limits away; the keeper's thread only. */
    void begin() {
        limit = journal.limit;
        importantLimit = journal.importantLimit;
        asleep = true;
        // This first: by it an append that finds no room knows of a doze.
        journal.limit = NO_ROOM;
        journal.importantLimit = NO_ROOM;
    }

    /** Whether nobody has come since. */
    boolean goesOn() {
        return asleep;
    }

    /** Puts the limits back, whether somebody has come or not; the keeper's thread only. */
    void end() {
        asleep = false;
        journal.importantLimit = importantLimit;
        journal.limit = limit;
    }

    /**
     * Wakes the keeper, if it dozes; returns whether there is room for that many bytes all the same. Any thread, without
     * waiting for the keeper, which takes a tenth of a millisecond to be up again.
     */
    boolean rouse(int bytes, int flags) {
        if (journal.limit != NO_ROOM) {
            return false;
        }
        if (asleep) {
            asleep = false;
            journal.keeper.wake();
        }
        return journal.tail.opaque() + bytes <= ((flags & Journal.IMPORTANT) != 0 ? importantLimit : limit);
    }
}
