import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** The only block of a deflated file, with codes of its own. */
final class DeflateBlock {
    static final int LITERALS = 286;
    static final int DISTANCES = 30;
    private static final int END = 256;
    private static final int LENGTHS = 19;
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
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int pending;
    private int pendingBits;

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

    /** The deflated file. */
    byte[] toBytes() {
        byte[] plain = write(PrefixCode.of(literalCounts, 15), PrefixCode.of(distanceCounts, 15));
        byte[] smooth = write(PrefixCode.ofSmoothed(literalCounts, 15), PrefixCode.ofSmoothed(distanceCounts, 15));
        return smooth.length < plain.length ? smooth : plain;
    }

    private byte[] write(PrefixCode literals, PrefixCode distances) {
        out.reset();
        write(1, 1);
        write(2, 2);
        writeCodes(literals.lengths(), distances.lengths());
        for (Step step : steps) {
            if (step.distance == 0) {
                write(literals, step.value);
            } else {
                int length = lengthSymbol(step.value);
                write(literals, length);
                write(step.value - LENGTH_BASES[length - END - 1], lengthBits(length));
                int distance = distanceSymbol(step.distance);
                write(distances, distance);
                write(step.distance - DISTANCE_BASES[distance], distanceBits(distance));
            }
        }
        write(literals, END);
        write(0, -pendingBits & 7);
        return out.toByteArray();
    }

    /** Lengths, and repetitions of lengths where there are some. */
    private void writeCodes(int[] literals, int[] distances) {
        int literalCount = used(literals, i -> i);
        int distanceCount = used(distances, i -> i);
        int[] lengths = Arrays.copyOf(literals, literalCount + distanceCount);
        System.arraycopy(distances, 0, lengths, literalCount, distanceCount);
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
        write(literalCount - 257, 5);
        write(distanceCount - 1, 5);
        write(told - 4, 4);
        for (int i = 0; i < told; i++) {
            write(code.lengths()[ORDER[i]], 3);
        }
        for (int[] item : items) {
            write(code, item[0]);
            write(item[1], item[2]);
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

    private void write(PrefixCode code, int symbol) {
        write(code.codes()[symbol], code.lengths()[symbol]);
    }

    private void write(int value, int bits) {
        pending |= value << pendingBits;
        for (pendingBits += bits; pendingBits >= 8; pendingBits -= 8) {
            out.write(pending);
            pending >>>= 8;
        }
    }
}
