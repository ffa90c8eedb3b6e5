import java.util.Arrays;

/** A canonical prefix code of DEFLATE: how many bits each symbol has, and which. */
record PrefixCode(int[] lengths, int[] codes) {
    /** Runs of fewer symbols are not made the same. */
    private static final int MIN_RUN = 3;

    static PrefixCode ofLengths(int[] lengths) {
        int[] codes = new int[lengths.length];
        int code = 0;
        for (int length = 1; length < 16; length++) {
            for (int i = 0; i < lengths.length; i++) {
                if (lengths[i] == length) {
                    codes[i] = Integer.reverse(code++) >>> 32 - length;
                }
            }
            code <<= 1;
        }
        return new PrefixCode(lengths, codes);
    }

    void write(BitSink out, int symbol) {
        out.write(codes[symbol], lengths[symbol]);
    }

    /** Those of the best code for these counts with at most so many bits a symbol. */
    static int[] lengths(int[] counts, int maxLength) {
        int[] scaled = counts;
        while (true) {
            int[] lengths = lengths(scaled);
            if (Arrays.stream(lengths).max().getAsInt() <= maxLength) {
                return lengths;
            }
            scaled = Arrays.stream(scaled).map(count -> (count + 1) / 2).toArray();
        }
    }

    /** Lengths that are told in fewer bits, because counts that are nearly the same become the same. */
    static int[] smoothLengths(int[] counts, int near, int maxLength) {
        int[] smoothed = counts.clone();
        for (int start = 0, end = 0; start < counts.length; start = end) {
            int sum = 0;
            for (end = start; end < counts.length && isNear(counts[end], sum, end - start, near); end++) {
                sum += counts[end];
            }
            if (end - start >= MIN_RUN && sum > 0) {
                Arrays.fill(smoothed, start, end, Math.max(1, sum / (end - start)));
            }
        }
        return lengths(smoothed, maxLength);
    }

    private static boolean isNear(int count, int sum, int others, int near) {
        return others == 0 || (count == 0) == (sum == 0) && Math.abs(count - (double) sum / others) < near;
    }

    private static int[] lengths(int[] counts) {
        int[] lengths = new int[counts.length];
        long[] leaves = leaves(counts);
        if (leaves.length < 2) {
            lengths[leaves.length == 0 ? 0 : symbol(leaves[0])] = 1;
            return lengths;
        }
        int[] depths = depths(leaves);
        for (int i = 0; i < leaves.length; i++) {
            lengths[symbol(leaves[i])] = depths[i];
        }
        return lengths;
    }

    /** What is used, the rarest first: a count with its symbol behind it. */
    private static long[] leaves(int[] counts) {
        long[] leaves = new long[counts.length];
        int used = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                leaves[used++] = (long) counts[i] << 16 | i;
            }
        }
        Arrays.sort(leaves, 0, used);
        return Arrays.copyOf(leaves, used);
    }

    private static int symbol(long leaf) {
        return (int) leaf & 0xffff;
    }

    /** How deep the leaves lie in a tree that joins the two rarest nodes, again and again. */
    private static int[] depths(long[] leaves) {
        // Nodes come into being in the order of their counts, as the leaves are.
        long[] counts = new long[leaves.length - 1];
        int[] parents = new int[2 * leaves.length - 1];
        int leaf = 0;
        int joined = 0;
        for (int node = 0; node < counts.length; node++) {
            for (int side = 0; side < 2; side++) {
                if (joined == node || leaf < leaves.length && leaves[leaf] >>> 16 <= counts[joined]) {
                    counts[node] += leaves[leaf] >>> 16;
                    parents[leaf++] = leaves.length + node;
                } else {
                    counts[node] += counts[joined];
                    parents[leaves.length + joined++] = leaves.length + node;
                }
            }
        }
        int[] depths = new int[parents.length];
        for (int i = parents.length - 2; i >= 0; i--) {
            depths[i] = depths[parents[i]] + 1;
        }
        return depths;
    }
}
