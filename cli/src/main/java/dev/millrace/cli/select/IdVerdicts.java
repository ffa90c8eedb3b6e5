package dev.millrace.cli.select;

/** Remembers a small number for ids of a dictionary. Grows with them, up to a bound. Not thread-safe. */
final class IdVerdicts {
    /** Few dictionaries have as many; the records of a damaged or forged journal may have any number for an id. */
    static final int MOST_IDS = 1 << 18;

    static final int UNKNOWN = 0;
    static final int NO = 1;
    static final int YES = 2;

    private int[] ids = new int[256];
    private byte[] verdicts = new byte[256];
    private int count;

    int get(int id) {
        int mask = ids.length - 1;
        for (int place = spread(id) & mask; verdicts[place] != UNKNOWN; place = (place + 1) & mask) {
            if (ids[place] == id) {
                return verdicts[place];
            }
        }
        return UNKNOWN;
    }

    /** Remembers it of an id that is {@link #UNKNOWN}, which it stays where there are too many. */
    void put(int id, int verdict) {
        if (count == MOST_IDS) {
            return;
        }
        if (2 * ++count > ids.length) {
            grow();
        }
        insert(id, (byte) verdict);
    }

    private void insert(int id, byte verdict) {
        int mask = ids.length - 1;
        int place = spread(id) & mask;
        while (verdicts[place] != UNKNOWN) {
            place = (place + 1) & mask;
        }
        ids[place] = id;
        verdicts[place] = verdict;
    }

    private void grow() {
        int[] oldIds = ids;
        byte[] oldVerdicts = verdicts;
        ids = new int[2 * oldIds.length];
        verdicts = new byte[ids.length];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldVerdicts[i] != UNKNOWN) {
                insert(oldIds[i], oldVerdicts[i]);
            }
        }
    }

    private static int spread(int id) {
        int mixed = id * 0x9E37_79B9;
        return mixed ^ (mixed >>> 16);
    }
}
