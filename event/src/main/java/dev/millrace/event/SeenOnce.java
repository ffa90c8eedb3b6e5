package dev.millrace.event;

/**
 * Remembers strings that were seen once: a string that comes back before others have taken its place is worth an entry
 * in the dictionary, one that does not never gets there.
 *
 * <p>It keeps the strings themselves, since hashes of a few sampled chars cannot tell lines apart that differ in a
 * number. Racy but benign: a lost string is seen for the first time once more.
 */
final class SeenOnce {
    private static final int PLACES = 1024;

    private final String[] places = new String[PLACES];

    /** Whether this string was seen before; if not, it has been now. */
    boolean again(String text, int hash) {
        int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
        String seen = places[place];
        if (seen != null && seen.equals(text)) {
            return true;
        }
        places[place] = text;
        return false;
    }
}
