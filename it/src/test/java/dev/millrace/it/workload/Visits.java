package dev.millrace.it.workload;

import dev.millrace.journal.Codec;
import dev.millrace.journal.RecordInput;
import dev.millrace.journal.RecordOutput;
import dev.millrace.journal.Text;
import java.util.Arrays;
import java.util.Random;

/** What a large queue holds: urls, Zipf-distributed over a million, on ten thousand hosts, and a number. */
public final class Visits {
    /** The seed of what is drawn. */
    public static final long SEED = 20_261_121;

    private static final int URLS = 1_000_000;
    private static final int HOSTS = 10_000;

    /** So many are drawn; then they come again, farther apart than any compression looks back. */
    private static final int DRAWN = 1 << 15;

    private final String[] urls = new String[DRAWN];
    private final String[] hosts = new String[DRAWN];

    /** One visit; read into again and again. */
    public static final class Visit {
        /** What was asked for. */
        public final Text url = new Text();

        /** Who was asked. */
        public final Text host = new Text();

        /** When, or which. */
        public long number;
    }

    /** Draws them. */
    public Visits() {
        Random random = new Random(SEED);
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

    /** Writes visits by their numbers. */
    public Codec<long[]> writer() {
        return new Codec<>() {
            @Override
            public void encode(long[] number, RecordOutput out) {
                int index = (int) number[0] & (DRAWN - 1);
                out.putText(urls[index]);
                out.putText(hosts[index]);
                out.putLong(number[0]);
            }

            @Override
            public long[] decode(RecordInput in, long[] reuse) {
                throw new UnsupportedOperationException("it only writes");
            }
        };
    }

    /** Reads visits. */
    public static Codec<Visit> reader() {
        return new Codec<>() {
            @Override
            public void encode(Visit value, RecordOutput out) {
                throw new UnsupportedOperationException("it only reads");
            }

            @Override
            public Visit decode(RecordInput in, Visit reuse) {
                boolean whole = in.getText(reuse.url) && in.getText(reuse.host);
                reuse.number = whole ? in.getLong() : -1;
                return reuse;
            }
        };
    }

    /** Whether that is what was written under the number. */
    public boolean isVisit(Visit read, long number) {
        int index = (int) number & (DRAWN - 1);
        return read.number == number && read.url.contentEquals(urls[index]) && read.host.contentEquals(hosts[index]);
    }
}
