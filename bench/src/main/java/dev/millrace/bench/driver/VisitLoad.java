package dev.millrace.bench.driver;

import java.util.Random;

/**
 * What is put into a queue: visits of urls, which are Zipf-distributed over a million, on ten thousand hosts. The order is
 * drawn beforehand, so that drawing is in nobody's figures.
 */
final class VisitLoad {
    private static final int URLS = 1_000_000;
    private static final int HOSTS = 10_000;
    private static final int DRAWN = 1 << 20;

    private final String[] urls = new String[URLS];
    private final String[] hosts = new String[HOSTS];
    private final int[] drawn = new int[DRAWN];

    VisitLoad(long seed) {
        Random random = new Random(seed);
        for (int host = 0; host < HOSTS; host++) {
            hosts[host] = "host-" + host + ".example.org";
        }
        for (int url = 0; url < URLS; url++) {
            urls[url] = "/shop/item/" + Integer.toString(url * 7919 % URLS, Character.MAX_RADIX) + "?page=" + url % 10;
        }
        double[] sums = new double[URLS];
        double sum = 0;
        for (int url = 0; url < URLS; url++) {
            sum += 1.0 / (url + 1);
            sums[url] = sum;
        }
        for (int index = 0; index < DRAWN; index++) {
            int found = java.util.Arrays.binarySearch(sums, random.nextDouble() * sum);
            drawn[index] = Math.min(URLS - 1, found < 0 ? -found - 1 : found);
        }
    }

    String url(long number) {
        return urls[drawn[(int) (number & (DRAWN - 1))]];
    }

    String host(long number) {
        return hosts[drawn[(int) (number & (DRAWN - 1))] % HOSTS];
    }
}
