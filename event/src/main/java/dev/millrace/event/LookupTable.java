package dev.millrace.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded open-addressing table from keys to dictionary ids. Lookups are plain reads; a key is found by identity, or
 * else by hash and equality. Nothing is ever removed.
 *
 * <p>Racy but benign: entries are immutable, so that whoever sees one sees it whole; an entry that is not seen yet, or
 * lost while the table grows, is entered into the dictionary a second time.
 *
 * @param <K> the keys' type
 */
final class LookupTable<K> {
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Entry[].class);
    private static final int INITIAL_PLACES = 2048;
    private static final int MAX_PLACES = 1 << 18;

    /** A key takes some 150 bytes. */
    private static final int HEAP_BYTES_A_KEY = 2048;

    private static final int MAX_KEYS =
            (int) Math.min(MAX_PLACES, Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_KEY);

    /** A key lies at most this many places behind its own; one that would lie further is not kept. */
    private static final int PROBES = 16;

    private volatile Entry[] places = new Entry[INITIAL_PLACES];

    /** Roughly: additions that race are counted once. */
    private int size;

    /** The key's id; 0 when it is not here. */
    @SuppressWarnings("ReferenceEquality") // the fast way to equal keys, which are mostly the same
    int find(K key, int hash) {
        Entry[] table = places;
        int mask = table.length - 1;
        for (int i = 0, place = spread(hash); i < PROBES; i++, place++) {
            Entry entry = table[place & mask];
            if (entry == null) {
                return 0;
            }
            if (entry.key == key) {
                return entry.id;
            }
            // The caller's key is asked: its class is known to the compiler, and theirs is not.
            if (entry.hash == hash && key.equals(entry.key)) {
                return entry.adopts ? adopt(table, place & mask, key, entry) : entry.id;
            }
        }
        return 0;
    }

    /** Rare, and a method of its own: its allocation and the collector's barrier are not part of every look. */
    private static int adopt(Entry[] table, int place, Object key, Entry entry) {
        table[place] = new Entry(key, entry.hash, entry.id, false);
        return entry.id;
    }

    /** Whether there is a place for a key of this hash. */
    boolean hasPlaceFor(int hash) {
        return size < MAX_KEYS && findPlace(places, hash) >= 0;
    }

    /** Whether less than a quarter of the keys that the heap allows may still come. */
    boolean isScarce() {
        return size > MAX_KEYS / 4 * 3;
    }

    void add(K key, int hash, int id) {
        add(new Entry(key, hash, id, false));
    }

    /** Adds a key that is only equal to the one which callers use; theirs takes its place when it is first looked up. */
    void addEqual(K key, int hash, int id) {
        add(new Entry(key, hash, id, true));
    }

    private void add(Entry entry) {
        if (size < MAX_KEYS && addTo(places, entry)) {
            size++;
        }
    }

    private static boolean addTo(Entry[] table, Entry entry) {
        while (true) {
            int place = findPlace(table, entry.hash);
            if (place < 0) {
                return false;
            }
            if (PLACE.compareAndSet(table, place, (Entry) null, entry)) {
                return true;
            }
        }
    }

    private static int findPlace(Entry[] table, int hash) {
        int mask = table.length - 1;
        for (int i = 0, place = spread(hash); i < PROBES; i++, place++) {
            if (table[place & mask] == null) {
                return place & mask;
            }
        }
        return -1;
    }

    /** Grows the table when it gets full. One thread at a time, in the background. */
    void growAhead() {
        Entry[] table = places;
        if (size < table.length / 4 || table.length >= MAX_PLACES) {
            return;
        }
        Entry[] larger = new Entry[table.length * 2];
        for (Entry entry : table) {
            if (entry != null) {
                addTo(larger, entry);
            }
        }
        places = larger;
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9e3779b9;
        return mixed ^ (mixed >>> 15);
    }

    private static final class Entry {
        final Object key;
        final int hash;
        final int id;
        final boolean adopts;

        Entry(Object key, int hash, int id, boolean adopts) {
            this.key = key;
            this.hash = hash;
            this.id = id;
            this.adopts = adopts;
        }
    }
}
