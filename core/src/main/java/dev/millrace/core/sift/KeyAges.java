package dev.millrace.core.sift;

import java.util.List;
import java.util.function.Consumer;

/**
 * Which keys are given up, as Logback does it: at most once a second of the events' time, those beyond the greatest
 * number, those that had no event for the time-out, and those whose end was told and that had none for ten seconds.
 * Each list is looked at from the key that was used longest ago to the first that stays. Guarded by the lane's lock.
 */
final class KeyAges {
    private static final long LINGERING_MILLIS = 10_000;
    private static final long INTERVAL_MILLIS = 1_000;

    /** Keys in the order of their last use. */
    private static final class Ages {
        SiftKey oldest;
        SiftKey newest;
        int size;

        void append(SiftKey key) {
            key.older = newest;
            key.newer = null;
            if (newest == null) {
                oldest = key;
            } else {
                newest.newer = key;
            }
            newest = key;
            size++;
        }

        void remove(SiftKey key) {
            if (key.older == null) {
                oldest = key.newer;
            } else {
                key.older.newer = key.newer;
            }
            if (key.newer == null) {
                newest = key.older;
            } else {
                key.newer.older = key.older;
            }
            size--;
        }
    }

    private final long timeoutMillis;
    private final int maxValues;
    private final Ages live = new Ages();
    private final Ages lingering = new Ages();
    private long checkedMillis;

    KeyAges(long timeoutMillis, int maxValues) {
        this.timeoutMillis = timeoutMillis;
        this.maxValues = maxValues;
    }

    void add(SiftKey key, long millis) {
        key.usedMillis = millis;
        live.append(key);
    }

    void used(SiftKey key, long millis) {
        // An event may come with a time of its own, long ago.
        key.usedMillis = Math.max(millis, checkedMillis);
        Ages ages = key.lingering ? lingering : live;
        if (ages.newest != key) {
            ages.remove(key);
            ages.append(key);
        }
    }

    /** An event said that the value will not come again. */
    void ends(SiftKey key) {
        if (!key.lingering) {
            live.remove(key);
            key.lingering = true;
            lingering.append(key);
        }
    }

    /** All keys, those first that were used longest ago. */
    void forEach(Consumer<SiftKey> action) {
        for (Ages ages : List.of(live, lingering)) {
            for (SiftKey key = ages.oldest; key != null; key = key.newer) {
                action.accept(key);
            }
        }
    }

    /** Gives up what has had its time. */
    void giveUp(long nowMillis, Consumer<SiftKey> closing) {
        if (Math.abs(nowMillis - checkedMillis) < INTERVAL_MILLIS) {
            return;
        }
        if (nowMillis < checkedMillis && !isAhead(checkedMillis)) {
            // An event with a time of its own says nothing of what had its time.
            return;
        }
        checkedMillis = nowMillis;
        while (live.size > maxValues) {
            remove(live, closing);
        }
        while (live.oldest != null && isOver(live.oldest, timeoutMillis, nowMillis)) {
            remove(live, closing);
        }
        while (lingering.oldest != null && isOver(lingering.oldest, LINGERING_MILLIS, nowMillis)) {
            remove(lingering, closing);
        }
    }

    private boolean isOver(SiftKey key, long timeoutMillis, long nowMillis) {
        // One that was used while the clock was ahead would stay until then, and all behind it.
        if (key.usedMillis > nowMillis && isAhead(key.usedMillis)) {
            key.usedMillis = nowMillis;
        }
        return nowMillis - key.usedMillis > timeoutMillis;
    }

    /** By the clock only: events with times of their own come in any order. */
    private static boolean isAhead(long millis) {
        return millis > System.currentTimeMillis() + INTERVAL_MILLIS;
    }

    private static void remove(Ages ages, Consumer<SiftKey> closing) {
        SiftKey key = ages.oldest;
        ages.remove(key);
        closing.accept(key);
    }
}
