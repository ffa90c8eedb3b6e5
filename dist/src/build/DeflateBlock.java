import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** A block of a deflated file, with codes of its own. */
final class DeflateBlock {
    static final int LITERALS = 286;
    static final int DISTANCES = 30;
    private static final int END = 256;
    private static final int LENGTHS = 19;
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
    private static final int[] ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private record Step(int value, int distance) {}

    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private final int[] literalCounts = new int[LITERALS];
    private final int[] distanceCounts = new int[DISTANCES];
    private PrefixCode literals;
    private PrefixCode distances;

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
        literalCounts[lengthSymbol(length)]++;
        distanceCounts[distanceSymbol(distance)]++;
    }

    int[] literalCounts() {
        return literalCounts;
    }

    int[] distanceCounts() {
        return distanceCounts;
    }

    /** Chooses codes, and tells how many bits the block has with them. */
    int conclude() {
        PrefixCode plainLiterals = PrefixCode.of(literalCounts, 15);
        PrefixCode plainDistances = PrefixCode.of(distanceCounts, 15);
        literals = PrefixCode.ofSmoothed(literalCounts, 15);
        distances = PrefixCode.ofSmoothed(distanceCounts, 15);
        int smooth = bits();
        PrefixCode smoothLiterals = literals;
        PrefixCode smoothDistances = distances;
        literals = plainLiterals;
        distances = plainDistances;
        int plain = bits();
        if (smooth < plain) {
            literals = smoothLiterals;
            distances = smoothDistances;
        }
        return Math.min(smooth, plain);
    }

    private int bits() {
        BitSink out = new BitSink();
        writeTo(out, false);
        return out.bits();
    }

    void writeTo(BitSink out, boolean isLast) {
        out.write(isLast ? 1 : 0, 1);
        out.write(2, 2);
        writeCodes(out);
        for (Step step : steps) {
            if (step.distance == 0) {
                write(out, literals, step.value);
            } else {
                int length = lengthSymbol(step.value);
                write(out, literals, length);
                out.write(step.value - LENGTH_BASES[length - END - 1], lengthBits(length));
                int distance = distanceSymbol(step.distance);
                write(out, distances, distance);
                out.write(step.distance - DISTANCE_BASES[distance], distanceBits(distance));
            }
        }
        write(out, literals, END);
    }

    /** Lengths, and repetitions of lengths where there are some. */
    private void writeCodes(BitSink out) {
        int literalCount = used(literals.lengths(), i -> i);
        int distanceCount = used(distances.lengths(), i -> i);
        int[] lengths = Arrays.copyOf(literals.lengths(), literalCount + distanceCount);
        System.arraycopy(distances.lengths(), 0, lengths, literalCount, distanceCount);
        // A symbol, the bits behind it, and their number.
        ArrayDeque<int[]> items = new ArrayDeque<>();
        for (int i = 0; i < lengths.length; ) {
            int run = 1;
            while (i + run < lengths.length && lengths[i + run] == lengths[i]) {
                run++;
            }
            int take = 1;
            if (lengths[i] == 0 && run >= 11) {
                take = Math.min(run, 138);
                items.add(new int[] {18, take - 11, 7});
            } else if (lengths[i] == 0 && run >= 3) {
                take = run;
                items.add(new int[] {17, take - 3, 3});
            } else if (i > 0 && lengths[i - 1] == lengths[i] && run >= 3) {
                take = Math.min(run, 6);
                items.add(new int[] {16, take - 3, 2});
            } else {
                items.add(new int[] {lengths[i], 0, 0});
            }
            i += take;
        }
        int[] counts = new int[LENGTHS];
        items.forEach(item -> counts[item[0]]++);
        PrefixCode code = PrefixCode.of(counts, 7);
        int told = used(code.lengths(), i -> ORDER[i]);
        out.write(literalCount - 257, 5);
        out.write(distanceCount - 1, 5);
        out.write(told - 4, 4);
        for (int i = 0; i < told; i++) {
            out.write(code.lengths()[ORDER[i]], 3);
        }
        for (int[] item : items) {
            write(out, code, item[0]);
            out.write(item[1], item[2]);
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

    private static void write(BitSink out, PrefixCode code, int symbol) {
        out.write(code.codes()[symbol], code.lengths()[symbol]);
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
