import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Deflates one small file as tightly as it can: each byte takes the cheapest way by the codes that the pass before
 * needed, and parts that are shorter with codes of their own become blocks.
 */
final class TightDeflater {
    private static final int PASSES = 8;
    private static final int MIN_MATCH = 3;
    private static final int MAX_MATCH = 258;
    private static final int WINDOW = 1 << 15;

    /** What the bytes from start to end become. */
    private record Block(int start, int end, DeflateBlock steps, int bits) {}

    private final byte[] bytes;
    // For each place and length, the nearest place before it that goes on alike.
    private final int[][] distances;

    private TightDeflater(byte[] bytes) {
        this.bytes = bytes;
        this.distances = new int[bytes.length][];
    }

    static byte[] deflate(byte[] bytes) {
        TightDeflater deflater = new TightDeflater(bytes);
        deflater.findMatches();
        List<Block> blocks = new ArrayList<>();
        deflater.divide(deflater.smallest(0, bytes.length), blocks);
        BitSink out = new BitSink();
        for (Block block : blocks) {
            block.steps.writeTo(out, block.end == bytes.length);
        }
        return out.toBytes();
    }

    private void divide(Block whole, List<Block> blocks) {
        int cut = whole.start + whole.steps.cut();
        if (cut > whole.start) {
            Block left = smallest(whole.start, cut);
            Block right = smallest(cut, whole.end);
            if (left.bits + right.bits < whole.bits) {
                divide(left, blocks);
                divide(right, blocks);
                return;
            }
        }
        blocks.add(whole);
    }

    private void findMatches() {
        int[] newest = new int[1 << 16];
        int[] before = new int[bytes.length];
        Arrays.fill(newest, -1);
        int[] found = new int[MAX_MATCH + 1];
        for (int i = 0; i < bytes.length; i++) {
            int end = Math.min(bytes.length, i + MAX_MATCH);
            int longest = MIN_MATCH - 1;
            if (end - i >= MIN_MATCH) {
                int hash = (bytes[i] << 8 ^ bytes[i + 1] << 4 ^ bytes[i + 2]) & 0xffff;
                for (int at = newest[hash]; at >= 0 && i - at < WINDOW && longest < end - i; at = before[at]) {
                    int same = Arrays.mismatch(bytes, at, at + end - i, bytes, i, end);
                    int length = same < 0 ? end - i : same;
                    while (longest < length) {
                        found[++longest] = i - at;
                    }
                }
                before[i] = newest[hash];
                newest[hash] = i;
            }
            distances[i] = Arrays.copyOf(found, longest + 1);
        }
    }

    private Block smallest(int start, int end) {
        Block smallest = null;
        double[] literalCosts = new double[DeflateBlock.LITERALS];
        double[] distanceCosts = new double[DeflateBlock.DISTANCES];
        Arrays.fill(literalCosts, 8);
        Arrays.fill(distanceCosts, 5);
        for (int pass = 0; pass < PASSES; pass++) {
            DeflateBlock steps = cheapest(start, end, literalCosts, distanceCosts);
            int bits = steps.conclude();
            if (smallest == null || bits < smallest.bits) {
                smallest = new Block(start, end, steps, bits);
            }
            learn(literalCosts, steps.literalCounts());
            learn(distanceCosts, steps.distanceCounts());
        }
        return smallest;
    }

    /** Some of what was learnt before stays: a way that was not taken is not out of reach for good. */
    private static void learn(double[] costs, int[] counts) {
        double sum = Arrays.stream(counts).sum() + 1;
        for (int i = 0; i < counts.length; i++) {
            double cost = StrictMath.log(sum / Math.max(counts[i], 0.5)) / Math.log(2);
            costs[i] = 0.3 * costs[i] + 0.7 * cost;
        }
    }

    private DeflateBlock cheapest(int start, int end, double[] literalCosts, double[] distanceCosts) {
        double[] costs = new double[end + 1];
        Arrays.fill(costs, start + 1, costs.length, Double.MAX_VALUE);
        // The last step of the cheapest way to each place.
        int[] lengths = new int[costs.length];
        int[] offsets = new int[costs.length];
        for (int i = start; i < end; i++) {
            double literal = costs[i] + literalCosts[bytes[i] & 0xff];
            if (literal < costs[i + 1]) {
                costs[i + 1] = literal;
                lengths[i + 1] = 1;
                offsets[i + 1] = 0;
            }
            for (int length = MIN_MATCH; length < distances[i].length && i + length <= end; length++) {
                int distance = distances[i][length];
                int lengthSymbol = DeflateBlock.lengthSymbol(length);
                int distanceSymbol = DeflateBlock.distanceSymbol(distance);
                double match = costs[i]
                        + literalCosts[lengthSymbol]
                        + DeflateBlock.lengthBits(lengthSymbol)
                        + distanceCosts[distanceSymbol]
                        + DeflateBlock.distanceBits(distanceSymbol);
                if (match < costs[i + length]) {
                    costs[i + length] = match;
                    lengths[i + length] = length;
                    offsets[i + length] = distance;
                }
            }
        }
        DeflateBlock block = new DeflateBlock();
        for (int at = end; at > start; at -= lengths[at]) {
            if (offsets[at] == 0) {
                block.addFirst(bytes[at - 1]);
            } else {
                block.addFirst(lengths[at], offsets[at]);
            }
        }
        return block;
    }
}
