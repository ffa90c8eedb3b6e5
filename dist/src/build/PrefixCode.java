import java.util.Arrays;
import java.util.PriorityQueue;

/** A canonical prefix code of DEFLATE: how many bits each symbol has, and which. */
record PrefixCode(int[] lengths, int[] codes) {
    private record Node(long count, int order, Node left, Node right) {}

    /** The best code for these counts with at most so many bits a symbol. */
    static PrefixCode of(int[] counts, int maxLength) {
        int[] scaled = counts.clone();
        while (true) {
            int[] lengths = lengths(scaled);
            if (Arrays.stream(lengths).max().getAsInt() <= maxLength) {
                return ofLengths(lengths);
            }
            for (int i = 0; i < scaled.length; i++) {
                scaled[i] = (scaled[i] + 1) / 2;
            }
        }
    }

    /** One whose lengths are told in fewer bits, because counts that are nearly the same become the same. */
    static PrefixCode ofSmoothed(int[] counts, int maxLength) {
        int[] smoothed = counts.clone();
        for (int start = 0, end = 0; start < counts.length; start = end) {
            int sum = 0;
            for (end = start; end < counts.length && isNear(counts[end], sum, end - start); end++) {
                sum += counts[end];
            }
            if (end - start >= 4 && sum > 0) {
                Arrays.fill(smoothed, start, end, Math.max(1, sum / (end - start)));
            }
        }
        return of(smoothed, maxLength);
    }

    private static boolean isNear(int count, int sum, int others) {
        return others == 0 || (count == 0) == (sum == 0) && Math.abs(count - (double) sum / others) < 6;
    }

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

    private static int[] lengths(int[] counts) {
        PriorityQueue<Node> nodes = new PriorityQueue<>((one, other) -> one.count != other.count
                ? Long.compare(one.count, other.count)
                : Integer.compare(one.order, other.order));
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                nodes.add(new Node(counts[i], i, null, null));
            }
        }
        int order = counts.length;
        while (nodes.size() > 1) {
            Node left = nodes.poll();
            Node right = nodes.poll();
            nodes.add(new Node(left.count + right.count, order++, left, right));
        }
        int[] lengths = new int[counts.length];
        if (nodes.isEmpty()) {
            lengths[0] = 1;
        } else {
            setLengths(nodes.poll(), 0, lengths);
        }
        return lengths;
    }

    private static void setLengths(Node node, int depth, int[] lengths) {
        if (node.left == null) {
            lengths[node.order] = Math.max(1, depth);
        } else {
            setLengths(node.left, depth + 1, lengths);
            setLengths(node.right, depth + 1, lengths);
        }
    }
}
