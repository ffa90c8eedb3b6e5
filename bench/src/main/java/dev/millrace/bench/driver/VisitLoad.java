package dev.millrace.bench.driver;

import java.util.Arrays;
import java.util.Random;

/**
 * What is put into a queue: visits of urls, which are Zipf-distributed over a million, on ten thousand hosts. They are
 * drawn beforehand, each into texts of its own that lie in memory in their order, as texts do that a program has just
 * made: neither drawing nor a walk through a large heap is in anybody's figures.
 */
final class VisitLoad {
    private static final int URLS = 1_000_000;
    private static final int HOSTS = 10_000;
    private static final int DRAWN = 1 << 20;

    private final String[] urls = new String[DRAWN];
    private final String[] hosts = new String[DRAWN];

    VisitLoad(long seed) {
        Random random = new Random(seed);
        double[] sums = new double[URLS];
        double sum = 0;
        for (int url = 0; url < URLS; url++) {
            sum += 1.0 / (url + 1);
            sums[url] = sum;
        }
        for (int index = 0; index < DRAWN; index++) {
            int found = Arrays.binarySearch(sums, random.nextDouble() * sum);
            int drawn = Math.min(URLS - 1, found < 0 ? -found - 1 : found);
            urls[index] = "/shop/item/" + Integer.toString((int) (drawn * 7919L % URLS), Character.MAX_RADIX) + "?page="
                    + drawn % 10;
            hosts[index] = "host-" + drawn % HOSTS + ".example.org";
        }
    }

    String url(long number) {
        return urls[(int) (number & (DRAWN - 1))];
    }

    String host(long number) {
        return hosts[(int) (number & (DRAWN - 1))];
    }
}
