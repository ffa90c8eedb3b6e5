import java.util.ArrayDeque;
import java.util.Arrays;

/** A block of a deflated file, with codes of its own. */
final class DeflateBlock {
    static final int LITERALS = 286;
    static final int DISTANCES = 30;
    private static final int END = 256;
    private static final int CUTS = 200;
    private static final int[] LENGTH_BASES = {
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258
    };
    private static final int[] DISTANCE_BASES = {
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
        8193, 12289, 16385, 24577
    };
    private static final byte[] LENGTH_SYMBOLS = symbols(LENGTH_BASES, 259);
    private static final byte[] DISTANCE_SYMBOLS = symbols(DISTANCE_BASES, 1 << 15);
    private static final int[] NEARNESSES = {2, 4, 6};

    private record Step(int value, int distance) {}

    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private final int[] literalCounts = new int[LITERALS];
    private final int[] distanceCounts = new int[DISTANCES];
    private int extraBits;
    private int[] literals;
    private int[] distances;
    private int bits = Integer.MAX_VALUE;

    DeflateBlock() {
        literalCounts[END] = 1;
    }

    private static byte[] symbols(int[] bases, int end) {
        byte[] symbols = new byte[end];
        for (int i = 0; i < bases.length; i++) {
            Arrays.fill(symbols, bases[i], end, (byte) i);
        }
        return symbols;
    }

    static int lengthSymbol(int length) {
        return END + 1 + LENGTH_SYMBOLS[length];
    }

    static int lengthBits(int symbol) {
        int step = symbol - END - 1;
        return step < 8 || step == 28 ? 0 : step / 4 - 1;
    }

    static int distanceSymbol(int distance) {
        return DISTANCE_SYMBOLS[distance];
    }

    static int distanceBits(int symbol) {
        return symbol < 4 ? 0 : symbol / 2 - 1;
    }

    void addFirst(byte literal) {
        steps.addFirst(new Step(literal & 0xff, 0));
        literalCounts[literal & 0xff]++;
    }

    void addFirst(int length, int distance) {
        steps.addFirst(new Step(length, distance));
        int lengthSymbol = lengthSymbol(length);
        int distanceSymbol = distanceSymbol(distance);
        literalCounts[lengthSymbol]++;
        distanceCounts[distanceSymbol]++;
        extraBits += lengthBits(lengthSymbol) + distanceBits(distanceSymbol);
    }

    int[] literalCounts() {
        return literalCounts;
    }

    int[] distanceCounts() {
        return distanceCounts;
    }

    /** Chooses codes, and tells how many bits the block has with them. */
    int conclude() {
        choose(PrefixCode.lengths(literalCounts, 15), PrefixCode.lengths(distanceCounts, 15));
        for (int near : NEARNESSES) {
            choose(PrefixCode.smoothLengths(literalCounts, near, 15), distances);
            choose(literals, PrefixCode.smoothLengths(distanceCounts, near, 15));
        }
        return bits;
    }

    /** Takes codes of these lengths where that is shorter. */
    private void choose(int[] newLiterals, int[] newDistances) {
        int newBits = 3
                + ToldLengths.of(newLiterals, newDistances).bits()
                + bits(newLiterals, literalCounts)
                + bits(newDistances, distanceCounts)
                + extraBits;
        if (newBits < bits) {
            bits = newBits;
            literals = newLiterals;
            distances = newDistances;
        }
    }

    private static int bits(int[] lengths, int[] counts) {
        int bits = 0;
        for (int i = 0; i < counts.length; i++) {
            bits += lengths[i] * counts[i];
        }
        return bits;
    }

    void writeTo(BitSink out, boolean isLast) {
        out.write(isLast ? 1 : 0, 1);
        out.write(2, 2);
        ToldLengths.of(literals, distances).writeTo(out);
        PrefixCode literalCode = PrefixCode.ofLengths(literals);
        PrefixCode distanceCode = PrefixCode.ofLengths(distances);
        for (Step step : steps) {
            if (step.distance == 0) {
                literalCode.write(out, step.value);
            } else {
                int length = lengthSymbol(step.value);
                literalCode.write(out, length);
                out.write(step.value - LENGTH_BASES[length - END - 1], lengthBits(length));
                int distance = distanceSymbol(step.distance);
                distanceCode.write(out, distance);
                out.write(step.distance - DISTANCE_BASES[distance], distanceBits(distance));
            }
        }
        literalCode.write(out, END);
    }

    /** Where a step ends at which the ones before and those behind it would have the best codes of their own. */
    int cut() {
        int best = 0;
        double bestBits = Double.MAX_VALUE;
        int[] beforeLiterals = new int[LITERALS];
        int[] beforeDistances = new int[DISTANCES];
        int every = Math.max(8, steps.size() / CUTS);
        int count = 0;
        int at = 0;
        for (Step step : steps) {
            at += step.distance == 0 ? 1 : step.value;
            if (step.distance == 0) {
                beforeLiterals[step.value]++;
            } else {
                beforeLiterals[lengthSymbol(step.value)]++;
                beforeDistances[distanceSymbol(step.distance)]++;
            }
            count++;
            if (count % every == 0 && count < steps.size()) {
                double bits = splitBits(literalCounts, beforeLiterals) + splitBits(distanceCounts, beforeDistances);
                if (bits < bestBits) {
                    bestBits = bits;
                    best = at;
                }
            }
        }
        return best;
    }

    private static double splitBits(int[] counts, int[] before) {
        int[] behind = new int[counts.length];
        Arrays.setAll(behind, i -> counts[i] - before[i]);
        return bits(before) + bits(behind);
    }

    /** What the best codes would take, with some bits for each of the lengths that are told. */
    private static double bits(int[] counts) {
        double sum = Arrays.stream(counts).sum();
        double bits = 0;
        for (int count : counts) {
            if (count > 0) {
                bits += 3 - count * StrictMath.log(count / sum) / StrictMath.log(2);
            }
        }
        return bits;
    }
}
