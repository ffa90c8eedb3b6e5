import java.util.Arrays;

/**
 * Where the bytes behind each place stand before it. A distance costs what its symbol costs, and the nearest one need
 * not have the cheapest: of each symbol there is the one with the longest match.
 */
final class Matches {
    static final int MIN_LENGTH = 3;
    static final int MAX_LENGTH = 258;
    private static final int WINDOW = 1 << 15;

    // Of each place, distances and lengths in turn.
    private final int[][] found;

    private Matches(int[][] found) {
        this.found = found;
    }

    static Matches of(byte[] bytes) {
        int[] newest = new int[1 << 16];
        int[] before = new int[bytes.length];
        Arrays.fill(newest, -1);
        int[][] found = new int[bytes.length][0];
        int[] some = new int[2 * DeflateBlock.DISTANCES];
        for (int i = 0; i + MIN_LENGTH <= bytes.length; i++) {
            int hash = (bytes[i] << 8 ^ bytes[i + 1] << 4 ^ bytes[i + 2]) & 0xffff;
            int count = 0;
            int symbol = -1;
            for (int at = newest[hash]; at >= 0 && i - at < WINDOW; at = before[at]) {
                int length = length(bytes, at, i);
                int its = DeflateBlock.distanceSymbol(i - at);
                if (length >= MIN_LENGTH && (its != symbol || length > some[count - 1])) {
                    count += its == symbol ? 0 : 2;
                    symbol = its;
                    some[count - 2] = i - at;
                    some[count - 1] = length;
                }
            }
            found[i] = Arrays.copyOf(some, count);
            before[i] = newest[hash];
            newest[hash] = i;
        }
        return new Matches(found);
    }

    private static int length(byte[] bytes, int at, int place) {
        int end = Math.min(bytes.length, place + MAX_LENGTH);
        int same = Arrays.mismatch(bytes, at, at + end - place, bytes, place, end);
        return same < 0 ? end - place : same;
    }

    int countAt(int place) {
        return found[place].length / 2;
    }

    int distance(int place, int index) {
        return found[place][2 * index];
    }

    int length(int place, int index) {
        return found[place][2 * index + 1];
    }
}
