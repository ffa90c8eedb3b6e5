package dev.millrace.cli;

import dev.millrace.event.Levels;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Leaves the journal of a shop: what the sessions of the guide are run over. */
public final class SampleLog {
    /** The word that occurs once. */
    public static final String NEEDLE = "needleword";

    private static final long SEED = 20_261_121;
    private static final long FIRST_MICROS = 1_795_285_480_444_494L;
    private static final int ERROR_EVERY = 1000;
    private static final int WARNING_EVERY = 100;

    private SampleLog() {}

    /** Takes the directory of the logs and the number of events. */
    public static void main(String[] arguments) {
        write(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    }

    /** Leaves a journal below that directory, without an owner. */
    public static void write(Path logs, int events) {
        try (TestJournal journal = TestJournal.in(logs, "shop-5a1c")) {
            SplittableRandom random = new SplittableRandom(SEED);
            long micros = FIRST_MICROS;
            for (int number = 0; number < events; number++) {
                micros += random.nextInt(3000);
                String customer = number == events / 2
                        ? NEEDLE + "-" + number
                        : "customer-" + random.nextInt(5000) + "-" + Integer.toHexString(random.nextInt());
                log(journal, micros, number, customer, random);
            }
        }
    }

    private static void log(TestJournal journal, long micros, int number, String customer, SplittableRandom random) {
        String thread = "worker-" + random.nextInt(4);
        String orders = "com.acme.shop.OrderService";
        if (number % ERROR_EVERY == ERROR_EVERY / 2 + 1) {
            journal.log(
                    micros,
                    Levels.ERROR,
                    orders,
                    thread,
                    "order {} of customer {} refused after {} ms",
                    number,
                    customer,
                    random.nextInt(300));
        } else if (number % WARNING_EVERY == 1) {
            journal.log(
                    micros,
                    Levels.WARN,
                    "com.acme.shop.Database",
                    thread,
                    "query {} took {} us",
                    "orders_by_customer",
                    random.nextInt(100_000));
        } else if (number % 2 == 0) {
            journal.log(
                    micros,
                    Levels.INFO,
                    orders,
                    thread,
                    "order {} of customer {} paid in {} ms",
                    number,
                    customer,
                    random.nextInt(300));
        } else {
            journal.log(
                    micros,
                    Levels.INFO,
                    "com.acme.shop.Cache",
                    thread,
                    "cache hit for {} after {} us",
                    customer,
                    random.nextInt(9000));
        }
    }
}
