import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * How a block tells the lengths of its two codes: by a code of their own, and by repetitions where those are cheaper by
 * that code. Of a file of a kilobyte that is a tenth.
 */
final class ToldLengths {
    private static final int SYMBOLS = 19;
    private static final int MAX_LENGTH = 7;
    private static final int AGAIN = 16;
    private static final int ZEROS = 17;
    private static final int MANY_ZEROS = 18;
    private static final int[] ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    private static final int ROUNDS = 3;

    /** How many lengths an item tells: negative where it repeats the length in front. */
    private record Items(int[] counts, int[] symbolCounts) {}

    private final int literalCount;
    private final int distanceCount;
    private final int[] lengths;
    private int[] items;
    private int[] code;
    private int bits = Integer.MAX_VALUE;

    private ToldLengths(int[] literals, int[] distances) {
        literalCount = used(literals, i -> i);
        distanceCount = used(distances, i -> i);
        lengths = Arrays.copyOf(literals, literalCount + distanceCount);
        System.arraycopy(distances, 0, lengths, literalCount, distanceCount);
    }

    static ToldLengths of(int[] literals, int[] distances) {
        ToldLengths told = new ToldLengths(literals, distances);
        told.choose();
        return told;
    }

    int bits() {
        return bits;
    }

    /** The cheapest items by the code of the round before, as long as they get cheaper. */
    private void choose() {
        int[] costs = new int[SYMBOLS];
        Arrays.fill(costs, 4);
        for (int round = 0; round < ROUNDS; round++) {
            Items cheapest = cheapest(costs);
            int[] counts = cheapest.symbolCounts;
            int[] its = PrefixCode.lengths(counts, MAX_LENGTH);
            int sum = 14
                    + 3 * used(its, i -> ORDER[i])
                    + 2 * counts[AGAIN]
                    + 3 * counts[ZEROS]
                    + 7 * counts[MANY_ZEROS];
            for (int i = 0; i < SYMBOLS; i++) {
                sum += counts[i] * its[i];
                costs[i] = counts[i] == 0 ? MAX_LENGTH : its[i];
            }
            if (sum >= bits) {
                return;
            }
            bits = sum;
            code = its;
            items = cheapest.counts;
        }
    }

    /** From the end, so that what is behind each place is known. */
    private Items cheapest(int[] costs) {
        int[] behind = new int[lengths.length + 1];
        int[] counts = new int[lengths.length];
        int run = 0;
        for (int i = lengths.length - 1; i >= 0; i--) {
            int length = lengths[i];
            run = i + 1 < lengths.length && lengths[i + 1] == length ? run + 1 : 1;
            behind[i] = behind[i + 1] + costs[length];
            counts[i] = 1;
            if (length == 0) {
                for (int count = 3; count <= Math.min(run, 10); count++) {
                    take(i, count, behind[i + count] + costs[ZEROS] + 3, behind, counts);
                }
                int most = Math.min(run, 138);
                if (most > 10) {
                    take(i, most, behind[i + most] + costs[MANY_ZEROS] + 7, behind, counts);
                }
            }
            if (i > 0 && lengths[i - 1] == length) {
                for (int count = 3; count <= Math.min(run, 6); count++) {
                    take(i, -count, behind[i + count] + costs[AGAIN] + 2, behind, counts);
                }
            }
        }
        int[] symbolCounts = new int[SYMBOLS];
        for (int i = 0; i < lengths.length; i += Math.abs(counts[i])) {
            symbolCounts[symbol(i, counts[i])]++;
        }
        return new Items(counts, symbolCounts);
    }

    private static void take(int at, int count, int cost, int[] behind, int[] counts) {
        if (cost < behind[at]) {
            behind[at] = cost;
            counts[at] = count;
        }
    }

    private int symbol(int at, int count) {
        if (count == 1) {
            return lengths[at];
        }
        return count < 0 ? AGAIN : count <= 10 ? ZEROS : MANY_ZEROS;
    }

    void writeTo(BitSink out) {
        PrefixCode prefixes = PrefixCode.ofLengths(code);
        int told = used(code, i -> ORDER[i]);
        out.write(literalCount - 257, 5);
        out.write(distanceCount - 1, 5);
        out.write(told - 4, 4);
        for (int i = 0; i < told; i++) {
            out.write(code[ORDER[i]], 3);
        }
        for (int i = 0; i < lengths.length; i += Math.abs(items[i])) {
            int symbol = symbol(i, items[i]);
            prefixes.write(out, symbol);
            switch (symbol) {
                case AGAIN -> out.write(-items[i] - 3, 2);
                case ZEROS -> out.write(items[i] - 3, 3);
                case MANY_ZEROS -> out.write(items[i] - 11, 7);
                default -> {}
            }
        }
    }

    /** Number of lengths up to the last one that is not 0. */
    private static int used(int[] lengths, IntUnaryOperator order) {
        int count = lengths.length;
        while (lengths[order.applyAsInt(count - 1)] == 0) {
            count--;
        }
        return count;
    }
}
