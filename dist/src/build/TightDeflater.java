import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Deflates one small file as tightly as it can: each byte takes the cheapest way by the codes that the pass before
 * needed, and parts that are shorter with codes of their own become blocks.
 */
final class TightDeflater {
    private static final int PASSES = 8;
    private static final int SHAKES = 40;

    /** What the bytes from start to end become. */
    private record Block(int start, int end, DeflateBlock steps, int bits) {}

    private final byte[] bytes;
    private final Matches matches;

    private TightDeflater(byte[] bytes) {
        this.bytes = bytes;
        this.matches = Matches.of(bytes);
    }

    static byte[] deflate(byte[] bytes) {
        TightDeflater deflater = new TightDeflater(bytes);
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
        blocks.add(shaken(whole));
    }

    private Block smallest(int start, int end) {
        double[] literalCosts = new double[DeflateBlock.LITERALS];
        double[] distanceCosts = new double[DeflateBlock.DISTANCES];
        Arrays.fill(literalCosts, 8);
        Arrays.fill(distanceCosts, 5);
        return smaller(null, start, end, literalCosts, distanceCosts);
    }

    /** The same block, found once more from other costs: those that fit the cheapest way lead to it again. */
    private Block shaken(Block block) {
        Block smallest = block;
        double[] literalCosts = new double[DeflateBlock.LITERALS];
        double[] distanceCosts = new double[DeflateBlock.DISTANCES];
        // The same for the same bytes, so that two builds make the same jar.
        Random random = new Random(block.start);
        for (int shake = 0; shake < SHAKES; shake++) {
            learn(literalCosts, shaken(smallest.steps.literalCounts(), random), 1);
            learn(distanceCosts, shaken(smallest.steps.distanceCounts(), random), 1);
            smallest = smaller(smallest, block.start, block.end, literalCosts, distanceCosts);
        }
        return smallest;
    }

    /** The block before, or one that is smaller and found from these costs on. */
    private Block smaller(Block before, int start, int end, double[] literalCosts, double[] distanceCosts) {
        Block smallest = before;
        for (int pass = 0; pass < PASSES; pass++) {
            DeflateBlock steps = cheapest(start, end, literalCosts, distanceCosts);
            int bits = steps.conclude();
            if (smallest == null || bits < smallest.bits) {
                smallest = new Block(start, end, steps, bits);
            }
            learn(literalCosts, steps.literalCounts(), 0.7);
            learn(distanceCosts, steps.distanceCounts(), 0.7);
        }
        return smallest;
    }

    /** Some symbols get the counts of others. */
    private static int[] shaken(int[] counts, Random random) {
        int[] shaken = counts.clone();
        for (int i = 0; i < shaken.length; i++) {
            if (random.nextInt(3) == 0) {
                shaken[i] = counts[random.nextInt(counts.length)];
            }
        }
        return shaken;
    }

    /** Some of what was learnt before stays: a way that was not taken is not out of reach for good. */
    private static void learn(double[] costs, int[] counts, double share) {
        double sum = Arrays.stream(counts).sum() + 1;
        for (int i = 0; i < counts.length; i++) {
            double cost = StrictMath.log(sum / Math.max(counts[i], 0.5)) / Math.log(2);
            costs[i] = (1 - share) * costs[i] + share * cost;
        }
    }

    private static double[] lengthCosts(double[] literalCosts) {
        double[] costs = new double[Matches.MAX_LENGTH + 1];
        for (int length = Matches.MIN_LENGTH; length < costs.length; length++) {
            int symbol = DeflateBlock.lengthSymbol(length);
            costs[length] = literalCosts[symbol] + DeflateBlock.lengthBits(symbol);
        }
        return costs;
    }

    private DeflateBlock cheapest(int start, int end, double[] literalCosts, double[] distanceCosts) {
        double[] lengthCosts = lengthCosts(literalCosts);
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
            for (int m = 0; m < matches.countAt(i); m++) {
                int distance = matches.distance(i, m);
                int distanceSymbol = DeflateBlock.distanceSymbol(distance);
                double from = costs[i] + distanceCosts[distanceSymbol] + DeflateBlock.distanceBits(distanceSymbol);
                int longest = Math.min(matches.length(i, m), end - i);
                for (int length = Matches.MIN_LENGTH; length <= longest; length++) {
                    double match = from + lengthCosts[length];
                    if (match < costs[i + length]) {
                        costs[i + length] = match;
                        lengths[i + length] = length;
                        offsets[i + length] = distance;
                    }
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
